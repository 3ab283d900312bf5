import type { JsonObject, RecordedEvent } from '#kernel';
import { Api } from '../support/api.js';
import type { Client } from '../support/client.js';
import { jsonOf } from '../support/contract.js';
import type { Answer, Request } from '../support/http.js';
import { TestWorkspace } from '../support/workspace.js';
import { expectSameAnswer } from './load/load-writer.js';
import { CommandedService } from './support/commanded-service.js';
import { openedRecords } from './support/opened-records.js';
import { expectSoundLog, wholeLog } from './support/whole-log.js';
import { WRITES } from './support/writes.js';
import type { ReadyWrite } from './support/writes.js';

const START_MS = 60_000;

let keys = 0;

function withKey(request: Request): Request {
  keys += 1;
  return { ...request, headers: { 'idempotency-key': `lost-${keys}` } };
}

/**
 * The bytes of a recorded answer. The log keeps only the ids that an import created, in the order of the items, and
 * that all were; the rest of that answer follows from the request.
 */
function bodyOf({ made, results, ...rest }: JsonObject, { json }: Request): string {
  if (made === undefined) return JSON.stringify(rest);
  const { contacts } = json as { readonly contacts: readonly { readonly phone: string }[] };
  expect(results).toBe(`${contacts.length}c`);
  const result = 'created';
  const answered = contacts.map(({ phone }, at) => ({ contact_id: (made as readonly string[])[at], phone, result }));
  return JSON.stringify({ ...rest, contacts: answered });
}

/** Expects that no answer came: the connection broke. */
async function expectLost(sent: Promise<Answer>): Promise<void> {
  await expect(sent).rejects.toMatchObject({ code: 'ECONNRESET' });
}

/** Checks the answer of a write and the reads that show its effect. */
async function expectDone(client: Client, write: ReadyWrite, answer: Answer): Promise<void> {
  expect({ status: answer.status, body: jsonOf(answer) }).toMatchObject({ status: write.status, body: write.body });
  if (write.shows !== undefined) {
    const read = await client.get(write.shows(jsonOf(answer) as never));
    expect(read.bytes.toString()).toBe(answer.bytes.toString());
    expect(read.headers['etag']).toBe(answer.headers['etag']);
  }
  if (write.status === 201) expect((await client.get(answer.headers['location']!)).bytes).toEqual(answer.bytes);
  if (write.gone !== undefined) expect((await client.get(write.gone)).status).toBe(404);
  for (const [list, count] of Object.entries(write.counts ?? {})) {
    expect(await new Api(client).members(list)).toHaveLength(count);
  }
}

describe('a service killed between the durable append and the answer', () => {
  const commanded = new CommandedService();
  let token: string;
  const client = (): Client => commanded.service.client(token);

  beforeAll(async () => {
    token = (await TestWorkspace.make(await commanded.start())).client.token!;
  }, START_MS);
  afterAll(() => commanded.remove());

  /** The answers that the log has recorded, oldest first. */
  const answered = (log: readonly RecordedEvent[]) =>
    log.flatMap(({ metadata: { idempotency } }) => (idempotency ? [idempotency] : []));

  it.each(Object.keys(WRITES))(
    '%s: the retry gets the lost answer',
    async (kind) => {
      const write = await WRITES[kind]!(new Api(client()));
      const request = withKey(write.request);
      const before = (await wholeLog(commanded.deployment)).length;
      commanded.plan('kill_after');
      await expectLost(client().send(request));
      expect(await commanded.restartAfterKill()).toMatchObject({ records: 1 });

      const log = await wholeLog(commanded.deployment);
      expect(log.length).toBeGreaterThan(before);
      const lost = (await openedRecords(commanded.deployment.dataDir, log)).at(-1)!;
      const [one, other] = await Promise.all([client().send(request), client().send(request)]);
      expect(one.headers['idempotent-replayed']).toBe('true');
      expectSameAnswer(one, other);
      expect({
        status: one.status,
        location: one.headers['location'] ?? null,
        etag: one.headers['etag'] ?? null,
        body: one.bytes.toString(),
      }).toEqual({ status: lost.status, location: lost.location, etag: lost.etag, body: bodyOf(lost.body, request) });
      await expectDone(client(), write, one);
      expect(await wholeLog(commanded.deployment)).toHaveLength(log.length);
    },
    START_MS,
  );

  it.each([
    ['before', 'kill_before', 0],
    ['after', 'kill_after', 10],
  ] as const)(
    'ten commands with ten keys in one append, a kill %s it: each retry gets its own answer',
    async (_when, step, durable) => {
      const api = new Api(client());
      const ready: { readonly write: ReadyWrite; readonly request: Request }[] = [];
      for (const prepare of Object.values(WRITES).slice(0, 10)) {
        const write = await prepare(api);
        ready.push({ write, request: withKey(write.request) });
      }
      const before = await wholeLog(commanded.deployment);
      // The first append is held while the ten commands are decided: they share the second append.
      commanded.plan({ hold: ready.length }, step);
      const first = client().post('/smart-lists', { name: `held ${step}` });
      first.catch(() => undefined);
      await commanded.held();
      const lost = ready.map(({ request }) => expectLost(client().send(request)));
      await Promise.all(lost);
      expect(await commanded.restartAfterKill()).toMatchObject({ records: 10 });
      const killed = (await wholeLog(commanded.deployment)).slice(before.length);
      expect(answered(killed)).toHaveLength(durable);

      const answers = await Promise.all(ready.map(({ request }) => client().send(request)));
      for (const [at, answer] of answers.entries()) {
        expect(answer.headers['idempotent-replayed']).toBe(durable === 0 ? undefined : 'true');
        await expectDone(client(), ready[at]!.write, answer);
        expectSameAnswer(await client().send(ready[at]!.request), answer);
      }
      const log = await wholeLog(commanded.deployment);
      expectSoundLog(log);
      expect(answered(log.slice(before.length))).toHaveLength(10);
    },
    START_MS,
  );
});
