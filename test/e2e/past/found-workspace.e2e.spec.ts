import { createDeployment } from '../../support/deployments/create-deployment.js';
import type { Deployment } from '../../support/deployments/deployment.js';
import { type LoggedEvent, START } from '../../support/log.js';
import { type Service, startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';
import { smartlists, tell } from './support/smartlists.js';

const RUN_MS = 120_000;
/** Contacts that two workspaces have by the same ids. */
const SHARED = ['0192f0c5-0000-7000-8000-000000000001', '0192f0c5-0000-7000-8000-000000000002'] as const;

describe('smartlists audit without --workspace', () => {
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;
  let other: TestWorkspace;
  let listId: string;
  let [ann, bob] = ['', ''];
  let log: readonly LoggedEvent[];
  /** Behind everything that was written. */
  let at: string;

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment });
    other = await TestWorkspace.make(service);
    workspace = await TestWorkspace.make(service);
    await other.contacts(2);
    [ann, bob] = (await workspace.contacts(2)).map(({ contact_id }) => contact_id) as [string, string];
    listId = (await workspace.api.createList({ name: 'Spring' })).smart_list_id;
    await workspace.api.addMembers(listId, [{ contact_id: ann }, { contact_id: bob }]);
    for (const { api } of [workspace, other]) {
      await api.importContacts(SHARED.map((contact_id, n) => ({ contact_id, phone: `+1202555019${n}` })));
    }
    log = await service.log.after(START);
    const written = log.at(-1)!.metadata.occurred_at;
    await until('the clock has moved', () => new Date().toISOString() > written);
    at = new Date().toISOString();
  }, RUN_MS);
  afterAll(async () => {
    await service.stop();
    await deployment.remove();
  }, RUN_MS);

  const audit = (...args: readonly string[]) => tell(['audit', ...args], deployment.env);

  it.each<[command: string, args: () => readonly string[]]>([
    ['timeline of a list', () => ['timeline', 'list', listId]],
    ['timeline of a member', () => ['timeline', 'member', `${listId}/${ann}`]],
    ['timeline of a key', () => ['timeline', 'key', workspace.keyId]],
    ['timeline of a workspace', () => ['timeline', 'workspace', workspace.id]],
    ['cause', () => ['cause', log.find(({ type }) => type === 'SmartListCreated')!.id]],
    ['why-before', () => ['why-before', ann, bob, '--at', at]],
  ])(
    '%s tells what it tells with it',
    async (_command, args) => {
      const named = await audit(...args(), '--workspace', workspace.id);
      expect([named.exit, named.printed.length > 0]).toEqual([undefined, true]);
      const found = await audit(...args());
      const told = found.printed.filter((line) => line !== `Found in workspace ${workspace.id}.`);
      expect({ ...found, printed: told }).toEqual(named);
    },
    RUN_MS,
  );

  it(
    'says on standard error in which workspace the contacts are whose order it tells, and writes nothing',
    async () => {
      const { code, err } = await smartlists(['audit', 'why-before', ann, bob, '--at', at], deployment.env);
      expect([code, err]).toEqual([0, `Found in workspace ${workspace.id}.\n`]);
      expect(await service.log.after(START)).toEqual(log);
    },
    RUN_MS,
  );

  it.each<[what: string, args: () => readonly string[], about: string]>([
    ['a contact', () => ['timeline', 'contact', SHARED[0].toUpperCase()], `contact ${SHARED[0]}`],
    ['two contacts', () => ['why-before', ...SHARED, '--at', at], `contacts ${SHARED.join(' and ')}`],
  ])(
    'names the workspaces of %s of which several have events',
    async (_what, args, about) => {
      const sentence = `Several workspaces have events about ${about}: ${workspace.id}, ${other.id}. Name one by --workspace.`;
      expect(await audit(...args())).toEqual({ printed: [], exit: 'not_understood', sentence });
      expect((await audit(...args(), '--workspace', other.id)).exit).toBeUndefined();
    },
    RUN_MS,
  );

  it.each<[what: string, args: () => readonly string[], sentence: () => string]>([
    ['an unknown event', () => ['cause', UNKNOWN_ID], () => `The log has no event ${UNKNOWN_ID}.`],
    [
      'an unknown call',
      () => ['timeline', 'call', UNKNOWN_ID],
      () => `No workspace of the log has events about call ${UNKNOWN_ID}.`,
    ],
    [
      'a contact that is not with the other one',
      () => ['why-before', ann, UNKNOWN_ID, '--at', at],
      () => `No workspace of the log has events about contacts ${ann} and ${UNKNOWN_ID}.`,
    ],
    [
      'an unknown workspace',
      () => ['timeline', 'workspace', UNKNOWN_ID],
      () => `The log has no workspace ${UNKNOWN_ID}.`,
    ],
  ])(
    'does not find %s',
    async (_what, args, sentence) => {
      expect(await audit(...args())).toEqual({ printed: [], exit: 'not_found', sentence: sentence() });
    },
    RUN_MS,
  );
});
