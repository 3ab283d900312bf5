import { byId } from '../../support/api.js';
import { jsonOf } from '../../support/contract.js';
import type { Answer } from '../../support/http.js';
import { linesIn, SlowReader } from '../../support/export-reader.js';
import { type LoggedEvent, START } from '../../support/log.js';
import { expectProblem } from '../../support/problem.js';
import { Random, seedOfThisRun } from '../../support/random.js';
import { startService } from '../../support/service.js';
import { shareService } from '../../support/shared.js';
import type { Contact, Member } from '../../support/types.js';
import { until } from '../../support/until.js';
import { nextPhone, TestWorkspace } from '../../support/workspace.js';

/*
 * Goal: an export is exact as of one revision while its rows are changed, and is whole or seen not to be.
 * Method: writers change contacts and members without a pause; the files are compared with what the log says up to the
 * revision that each of them names. Clients that read slowly, leave, or outlive the service.
 */

const CONTACTS = 3_000;
const EXPORTS = 6;
const RUN_MS = 240_000;

const service = shareService();

/** What the log says of contacts and members up to a revision. */
class Told {
  /** Whether each contact exists, in the order of their first import. */
  readonly contacts = new Map<string, boolean>();
  /** The members of the list, in the order in which they came. */
  readonly members = new Set<string>();

  constructor(events: readonly LoggedEvent[], listId: string) {
    for (const { type, data } of events) {
      const contactId = data['contact_id'] as string;
      if (type === 'ContactImported') this.contacts.set(contactId, true);
      if (type === 'ContactDeleted') this.contacts.set(contactId, false);
      if (type === 'MemberAdded' && data['smart_list_id'] === listId) this.members.add(contactId);
      if (type === 'MemberRemoved') {
        for (const { contact_id } of data['contacts'] as readonly { contact_id: string }[]) {
          this.members.delete(contact_id);
        }
      }
    }
  }
}

/** Writers that change contacts and members of a list until they are told to stop. */
class Writers {
  private isRunning = true;
  private readonly done: Promise<unknown>;

  constructor(
    private readonly workspace: TestWorkspace,
    private readonly listId: string,
    private readonly ids: readonly string[],
    private readonly random: Random,
  ) {
    this.done = Promise.all([0, 1, 2, 3].map((nth) => this.write(nth)));
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await this.done;
  }

  /** Each writer has contacts of its own: the changes of a contact come one after another. */
  private async write(nth: number): Promise<void> {
    const { api, client } = this.workspace;
    const own = this.ids.filter((_, n) => n % 4 === nth);
    let changes = 0;
    while (this.isRunning) {
      const id = this.random.oneOf(own);
      switch (this.random.below(5)) {
        case 0:
          await client.delete(`/contacts/${id}`);
          break;
        case 1:
          await client.post(`/smart-lists/${this.listId}/members/batch-remove`, { members: [{ contact_id: id }] });
          break;
        case 2:
          await client.post(`/smart-lists/${this.listId}/members/batch`, { members: [{ contact_id: id }] });
          break;
        case 3:
          await api.importContacts([{ contact_id: id, phone: nextPhone(), name: null }]);
          break;
        default:
          await client.patch(`/contacts/${id}`, { name: `change ${(changes += 1)}` });
      }
    }
  }
}

it(
  '[api exports] an export while writers change its rows is what the log says up to its revision',
  async () => {
    const workspace = await TestWorkspace.make(service());
    const { api, client } = workspace;
    const random = new Random(seedOfThisRun());
    const contacts = await workspace.contacts(CONTACTS);
    const { smart_list_id: listId } = await api.createList();
    for (let at = 0; at < CONTACTS; at += 100) await api.addMembers(listId, contacts.slice(at, at + 100).map(byId));
    const ids = contacts.map(({ contact_id }) => contact_id);
    const writers = new Writers(workspace, listId, ids, random);
    const files: { revision: number; contacts?: readonly Contact[]; members?: readonly Member[] }[] = [];
    for (let n = 0; n < EXPORTS; n += 1) {
      const path = n % 2 === 0 ? 'contacts?format=jsonl' : `members?format=jsonl&smart_list_id=${listId}`;
      const answer = await whenIndexed(() => client.get(`/exports/${path}`));
      const revision = Number(answer.headers['export-revision']);
      files.push(n % 2 === 0 ? { revision, contacts: linesIn(answer) } : { revision, members: linesIn(answer) });
    }
    await writers.stop();
    const events = (await service().log.after(START)).filter(({ stream }) => stream === `workspace-${workspace.id}`);
    for (const file of files) {
      const told = new Told(events.slice(0, file.revision + 1), listId);
      const { contacts: exported, members } = file;
      if (exported) {
        const live = [...told.contacts].filter(([, isLive]) => isLive).map(([id]) => id);
        expect(exported.map(({ contact_id }) => contact_id)).toEqual(live);
      }
      if (members) expect(members.map(({ contact_id }) => contact_id)).toEqual([...told.members]);
    }
    expect(events.length - 1).toBeGreaterThan(files[0]!.revision);
  },
  RUN_MS,
);

/** The answer to an export once the index of events, which gives way to the writers, is near enough. */
async function whenIndexed(ask: () => Promise<Answer>): Promise<Answer> {
  let answer: Answer | undefined;
  await until('the export begins', async () => (answer = await ask()).status === 200, RUN_MS);
  return answer!;
}

/** A workspace whose contacts are more than the buffers of a connection hold. */
async function large(): Promise<TestWorkspace> {
  const workspace = await TestWorkspace.make(service());
  await fill(workspace);
  return workspace;
}

const attributes = Object.fromEntries(Array.from({ length: 4 }, (_, n) => [`text_${n}`, 'x'.repeat(980)]));

async function fill({ api }: TestWorkspace): Promise<void> {
  for (let n = 0; n < 28; n += 1) {
    await api.importContacts(Array.from({ length: 100 }, () => ({ phone: nextPhone(), attributes })));
  }
}

const EXPORT = '/exports/contacts?format=jsonl';

describe('clients that read slowly', () => {
  it(
    '[api exports broken] hold the exports of their workspace until they leave, and none of another workspace',
    async () => {
      const workspace = await large();
      await whenIndexed(() => workspace.client.get('/exports/calls'));
      const readers = [await SlowReader.open(workspace, EXPORT), await SlowReader.open(workspace, EXPORT)];
      const refused = await workspace.client.get(EXPORT);
      expectProblem(refused, 'rate_limited');
      expect(refused.headers['retry-after']).toBe('10');
      expect((await (await TestWorkspace.make(service())).client.get(EXPORT)).status).toBe(200);
      readers[0]!.leave();
      await until('its place is free', async () => (await workspace.client.get(EXPORT)).status === 200);
      expect(await readers[1]!.isWhole()).toBe(true);
    },
    RUN_MS,
  );

  it(
    '[api exports broken] do not hold up the end of the service, and see that they do not have the whole file',
    async () => {
      const ending = await startService();
      const workspace = await TestWorkspace.make(ending);
      await fill(workspace);
      await whenIndexed(() => workspace.client.get('/exports/calls'));
      const reader = await SlowReader.open(workspace, EXPORT);
      const begun = performance.now();
      await ending.stop();
      expect(performance.now() - begun).toBeLessThan(4_000);
      expect(await reader.isWhole()).toBe(false);
    },
    RUN_MS,
  );
});

it('[api exports broken] an export over HTTP/1.0 is refused: its end could not be told from a failure', async () => {
  const { client } = await TestWorkspace.make(service());
  const answer = await client.raw(`GET ${EXPORT} HTTP/1.0\r\nAuthorization: Bearer ${client.token!}\r\n\r\n`);
  expect(answer.status).toBe(400);
  expect(jsonOf(answer)).toMatchObject({ code: 'malformed_request' });
});
