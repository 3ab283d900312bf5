import type { Exit } from '../../../apps/operator/console.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import type { Deployment } from '../../support/deployments/deployment.js';
import { START } from '../../support/log.js';
import { type Service, startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';
import { smartlists, startSmartlists, tell } from './support/smartlists.js';

const RUN_MS = 120_000;

/** A line of `--json`, as far as these tests read it. */
interface Line {
  readonly type: string;
  readonly occurred_at: string;
  readonly actor: { readonly kind: string; readonly id: string; readonly name?: string; readonly prefix?: string };
  readonly correlation_id: string;
  readonly causation_id: string | null;
  readonly effect: string;
  readonly changes: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[];
}

describe('smartlists audit timeline', () => {
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;
  let listId: string;
  let contactId: string;
  /** The id of the request that renamed the list. */
  let requestId: string;
  /** The instant of the list's creation; all other events are later. */
  let created: string;

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment });
    workspace = await TestWorkspace.make(service);
    const { contacts } = await workspace.api.importContacts([{ phone: '+12025550101', name: 'Ann' }]);
    contactId = contacts[0]!.contact_id;
    const list = await workspace.api.createList({ name: 'first' });
    [listId, created] = [list.smart_list_id, list.updated_at];
    await until('the clock has moved', () => new Date().toISOString() > created);
    const { client } = await workspace.key({ name: 'CRM \u2028.' });
    const renamed = await client.patch(`/smart-lists/${listId}`, { name: 'second' });
    requestId = String(renamed.headers['x-request-id']);
    await workspace.api.addMembers(listId, [{ contact_id: contactId }]);
  }, RUN_MS);
  afterAll(async () => {
    await service.stop();
    await deployment.remove();
  }, RUN_MS);

  const ask = (...args: readonly string[]) => ['audit', 'timeline', ...args, '--workspace', workspace.id];
  const lines = async (...args: readonly string[]): Promise<readonly Line[]> => {
    const { printed, exit, sentence } = await tell(ask(...args, '--json'), deployment.env);
    expect([exit, sentence]).toEqual([undefined, '']);
    return printed.map((line) => JSON.parse(line) as Line);
  };

  it(
    'tells in words who did what, by which request, and what it changed, and writes nothing',
    async () => {
      const log = await service.log.after(START);
      const { code, out, err } = await smartlists(ask('list', listId), deployment.env);
      expect([code, err]).toEqual([0, '']);
      const [made, renamed, joined] = out.split(/\n(?=\d)/);
      expect(made).toMatch(/^20\S+Z {2}SmartListCreated +key "test" \(sl_\S+…\)\n/);
      expect(made).toContain('\n  name: - -> "first"\n');
      expect(made).not.toContain('description');
      const event = log.find(({ type }) => type === 'SmartListChanged')!;
      expect(renamed!.split('\n').slice(0, 4)).toEqual([
        expect.stringMatching(/^20\S+Z {2}SmartListChanged +key "CRM \\u2028\." \(sl_\S+…\)$/),
        `  workspace-${workspace.id} ${event.revision}, event ${event.id}, request ${requestId}`,
        '  name: "first" -> "second"',
        '  version: 1 -> 2',
      ]);
      expect(joined).toContain('\n  member_count: 0 -> 1\n');
      expect(await service.log.after(START)).toEqual(log);
    },
    RUN_MS,
  );

  it(
    'tells one line of JSON an event, with the event as an export has it',
    async () => {
      const [made, renamed, joined] = await lines('list', listId);
      expect([made!.type, made!.effect, made!.occurred_at]).toEqual(['SmartListCreated', 'created', created]);
      expect(renamed).toMatchObject({
        type: 'SmartListChanged',
        stream: `workspace-${workspace.id}`,
        actor: { kind: 'api_key', name: 'CRM \u2028.', prefix: expect.stringMatching(/^sl_.{9}$/) as string },
        correlation_id: requestId,
        causation_id: null,
        effect: 'changed',
        data: { smart_list_id: listId, changes: { name: 'second' } },
      });
      expect(renamed!.changes.slice(0, 2)).toEqual([
        { field: 'name', before: 'first', after: 'second' },
        { field: 'version', before: 1, after: 2 },
      ]);
      expect(joined!.changes).toEqual([{ field: 'member_count', before: 0, after: 1 }]);
    },
    RUN_MS,
  );

  it(
    'tells a span of time with what was before it',
    async () => {
      const later = new Date(Date.parse(created) + 1).toISOString();
      const [first] = await lines('list', listId, '--from', later);
      expect(first!.changes[0]).toEqual({ field: 'name', before: 'first', after: 'second' });
      expect((await lines('list', listId, '--to', created)).map(({ type }) => type)).toEqual(['SmartListCreated']);
      const now = new Date(Date.now() - 1).toISOString();
      const none = await tell(ask('key', workspace.keyId, '--from', now), deployment.env);
      expect(none).toEqual({ printed: ['No event touched it in that time.'], exit: undefined, sentence: '' });
    },
    RUN_MS,
  );

  it(
    'follows what is written until Ctrl-C, new persons included',
    async () => {
      const member = `${listId}/${UNKNOWN_ID}`;
      const unknown = await tell(ask('member', member, '--follow'), deployment.env);
      expect([unknown.exit, unknown.printed]).toEqual(['not_found', []]);
      const { child, said, ended } = startSmartlists(ask('contact', contactId, '--json', '--follow'), deployment.env);
      await until('it has told the past', () => said.out.includes('MemberAdded'));
      await workspace.contacts(1);
      await workspace.api.importContacts([{ contact_id: contactId, phone: '+12025550199', name: 'Zoë' }]);
      await until('it has told the change', () => said.out.includes('ContactChanged'));
      child.kill('SIGINT');
      expect(await ended).toMatchObject({ code: 0, err: '' });
      const last = JSON.parse(said.out.trimEnd().split('\n').at(-1)!) as Line;
      expect(last.changes).toEqual([
        { field: 'phone', before: '+12025550101', after: '+12025550199' },
        { field: 'name', before: 'Ann', after: 'Zoë' },
        { field: 'phones[0].phone', before: '+12025550101', after: '+12025550199' },
      ]);
    },
    RUN_MS,
  );

  it(
    'has nothing of a person who was erased, and names the events and workers of the erasure',
    async () => {
      const { contacts } = await workspace.api.importContacts([{ phone: '+12025550155', name: 'Bob' }]);
      const { contact_id } = contacts[0]!;
      expect((await workspace.client.post(`/contacts/${contact_id}/erase`)).status).toBe(200);
      let told: readonly Line[] = [];
      await until('the erasure is complete', async () => {
        told = await lines('contact', contact_id);
        return told.at(-1)!.type === 'ContactErasureCompleted';
      });
      expect(JSON.stringify(told)).not.toMatch(/Bob|550155/);
      expect(told.map(({ type }) => type).slice(0, 3)).toEqual(['ContactImported', 'ContactDeleted', 'ContactErased']);
      const erased = told.find(({ type }) => type === 'ContactErased')!;
      const completed = told.at(-1)!;
      expect(completed.actor.kind).toBe('system');
      expect([completed.correlation_id, completed.causation_id]).toEqual([erased.correlation_id, expect.any(String)]);
    },
    RUN_MS,
  );

  it.each<[what: string, exit: Exit, sentence: RegExp, args: () => readonly string[], env?: object]>([
    ['another subject', 'not_understood', /Allowed choices are list, member/, () => ask('person', contactId)],
    ['what is no id', 'not_understood', /^x is not the id of a list: ids are UUIDs\.$/, () => ask('list', 'x')],
    ['a member without its list', 'not_understood', /<list id>\/<contact id>/, () => ask('member', contactId)],
    ['a list with a contact', 'not_understood', /not the id of a list/, () => ask('list', `${listId}/${contactId}`)],
    [
      'an instant without a zone',
      'not_understood',
      /must be an instant/,
      () => ask('list', listId, '--from', '2026-01-01T00:00'),
    ],
    [
      'a span that ends before it begins',
      'not_understood',
      /later than --to/,
      () => ask('list', listId, '--from', '2026-01-02T00:00Z', '--to', '2026-01-01T00:00Z'),
    ],
    ['an end of what is followed', 'not_understood', /no end/, () => ask('list', listId, '--follow', '--to', created)],
    ['an unknown id', 'not_found', /^The log has no call 0{8}-\S+ in workspace \S+\.$/, () => ask('call', UNKNOWN_ID)],
    [
      'a thing that was not there yet',
      'not_found',
      /no call \S+ in workspace \S+ up to 20/,
      () => ask('call', UNKNOWN_ID, '--to', created),
    ],
    [
      'an unknown workspace',
      'not_found',
      /^The log has no workspace 0{8}/,
      () => ['audit', 'timeline', 'list', listId, '--workspace', UNKNOWN_ID],
    ],
    [
      'another SECRETS_KEY than that of the log',
      'unavailable',
      /SECRETS_KEY opens the personal keys of none/,
      () => ask('list', listId),
      { SECRETS_KEY: Buffer.alloc(32, 'x').toString('base64') },
    ],
  ])(
    'refuses %s in one sentence',
    async (_what, exit, sentence, args, env = {}) => {
      const told = await tell(args(), { ...deployment.env, ...env });
      expect(told).toEqual({ printed: [], exit, sentence: expect.stringMatching(sentence) as string });
    },
    RUN_MS,
  );
});
