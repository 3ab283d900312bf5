import { type EventStore, type FollowBatch, type FollowedEvent, StoreUnavailableError } from '#event-store';
import { SqliteEventStore } from '#event-store/sqlite';
import { type DomainEvent, type RecordedEvent, UnknownEventError } from '#kernel';
import { TEST_WORKSPACE } from '#kernel/testing';
import { SealedLog, toAppend } from './testing/sealed-log.js';
import { shredSubjects, WatchedKeys } from './testing/index.js';

const PHONE = '+12025550101';
const NAME = 'Ann Ärger';
const STREAM = `workspace-${TEST_WORKSPACE}`;
const imported = (contact_id: string, phone: string | null = PHONE, name: string | null = NAME): DomainEvent => ({
  type: 'ContactImported',
  data: { contact_id, phone, name },
});
const deleted = (contact_id: string): DomainEvent => ({ type: 'ContactDeleted', data: { contact_id } });
const registered = (contact_id: string): DomainEvent => ({
  type: 'CallRegistered',
  data: { call_id: 'e1', contact_id, phone: PHONE, lease_expires_at: '2030-01-01T02:00:00.000Z' },
});
const attempted: DomainEvent = {
  type: 'DeliveryAttempted',
  data: {
    delivery_id: 'd1',
    attempt: { at: '2030-01-01T00:00:00.000Z', status: 503, response_body: `no ${PHONE}`, error: null },
    delivered: false,
    next_attempt_at: null,
  },
};
const record = {
  ...{ key_hash: 'k'.repeat(64), fingerprint: 'f'.repeat(64), status: 200, location: null, etag: null },
  body: { ok: true, contact: { phone: PHONE } },
};

let log: SealedLog;
beforeEach(async () => (log = await SealedLog.open()));
afterEach(() => log.dispose());

const readAll = (store: Pick<EventStore, 'read'>) => store.read(STREAM, { limit: 100 });
const dataOf = (events: readonly FollowedEvent[]) => events.map((event) => (event as RecordedEvent).data);

/** Everything that a follower is given until it has caught up. */
async function followed(store: EventStore): Promise<readonly FollowedEvent[]> {
  const events: FollowedEvent[] = [];
  for await (const batch of store.follow({ prefixes: [''], signal: new AbortController().signal })) {
    events.push(...batch.events);
    if (batch.caughtUp) break;
  }
  return events;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('personal data', () => {
  const history = [imported('ann'), registered('ann'), attempted, deleted('ann')];

  it('are nowhere in the log, and open to those who read and follow it', async () => {
    await log.store.append(
      STREAM,
      history.map((event) => toAppend(event, { idempotency: record })),
      'no_stream',
    );
    const bytes = await log.bytes();
    expect(bytes.includes('ContactImported')).toBe(true);
    for (const text of [PHONE, NAME, 'Ann']) expect(bytes.includes(text)).toBe(false);
    expect((await readAll(log.stored))[0]!.data).toEqual({
      ...{ contact_id: 'ann', phone: null, name: null },
      personal: expect.stringMatching(/^[\w-]{100,}$/),
    });
    expect(dataOf(await readAll(log.store))).toEqual(history.map(({ data }) => data));
    expect(dataOf(await followed(log.store))).toEqual(history.map(({ data }) => data));
  });

  it('keep their places among the other fields', async () => {
    await log.store.append(
      STREAM,
      history.map((event) => toAppend(event)),
      'no_stream',
    );
    const read = await readAll(log.store);
    expect(JSON.stringify(dataOf(read))).toBe(JSON.stringify(history.map(({ data }) => data)));
  });

  it('are asked for with one question, for an append and for a read', async () => {
    const events = Array.from({ length: 50 }, (_, n) => toAppend(n % 2 === 0 ? imported(`c${n}`) : registered('c0')));
    await log.store.append(STREAM, events, 'no_stream');
    await readAll(log.store);
    expect([log.keys.ensured.length, log.keys.got.length]).toEqual([1, 1]);
    expect(new Set(log.keys.ensured[0]).size).toBe(26);
    expect(log.keys.got[0]).toHaveLength(26);
  });

  it('that are absent ask for no key', async () => {
    await log.store.append(
      STREAM,
      [imported('ann', null, null), deleted('ann')].map((each) => toAppend(each)),
      'no_stream',
    );
    await readAll(log.store);
    expect([log.keys.ensured, log.keys.got]).toEqual([[], []]);
    expect(dataOf(await readAll(log.stored))[0]).toEqual({ contact_id: 'ann', phone: null, name: null });
  });

  it('of events that are older than sealing are read as they are', async () => {
    await log.stored.append(
      STREAM,
      history.map((event) => toAppend(event, { idempotency: record })),
      'no_stream',
    );
    const read = await readAll(log.store);
    expect(dataOf(read)).toEqual(history.map(({ data }) => data));
    expect(read[0]!.metadata.idempotency).toEqual(record);
    expect(dataOf(await followed(log.store))).toEqual(dataOf(read));
  });

  it('are null once one of their keys is shredded, and those of others stay', async () => {
    const events = [imported('ann'), imported('bob'), registered('ann'), registered('bob'), attempted];
    await log.store.append(
      STREAM,
      events.map((event) => toAppend(event)),
      'no_stream',
    );
    await shredSubjects(log.keys, TEST_WORKSPACE, ['contact:ann']);
    for (const read of [await readAll(log.store), await followed(log.store)]) {
      expect(dataOf(read)).toMatchObject([
        { contact_id: 'ann', phone: null, name: null },
        { contact_id: 'bob', phone: PHONE, name: NAME },
        { contact_id: 'ann', phone: null },
        { contact_id: 'bob', phone: PHONE },
        { attempt: { status: 503, response_body: `no ${PHONE}` } },
      ]);
      for (const data of dataOf(read)) expect(data).not.toHaveProperty('personal');
    }
    await shredSubjects(log.keys, TEST_WORKSPACE, ['calls:2030-01-01', 'responses:2030-01-01']);
    const later = await readAll(log.store);
    expect(dataOf(later)).toMatchObject([
      {},
      { phone: PHONE },
      {},
      { phone: null },
      { attempt: { response_body: null } },
    ]);
  });

  it('of a workspace that was shredded are not written any more', async () => {
    await log.store.append(STREAM, [toAppend(imported('ann'))], 'no_stream');
    await log.keys.shredWorkspace(TEST_WORKSPACE);
    await log.store.append(STREAM, [toAppend(imported('bob'), { idempotency: record })], 0);
    const read = await readAll(log.store);
    expect(dataOf(read)).toMatchObject([{ phone: null }, { contact_id: 'bob', phone: null, name: null }]);
    expect(read[1]!.metadata.idempotency).toEqual({ ...record, fingerprint: null, body: {} });
    expect(dataOf(await readAll(log.stored))[1]).not.toHaveProperty('personal');
  });
});

describe('the record of an Idempotency-Key', () => {
  const append = () => log.store.append(STREAM, [toAppend(deleted('ann'), { idempotency: record })], 'no_stream');
  const recordOf = (event: FollowedEvent | undefined) => (event as RecordedEvent).metadata.idempotency!;

  it('is open to heads, and sealed to followers', async () => {
    await append();
    expect(recordOf((await readAll(log.store))[0])).toEqual(record);
    const [kept] = (await followed(log.store)).map(recordOf);
    expect(kept).toEqual({ ...record, fingerprint: null, body: { sealed: expect.any(String) } });
  });

  it('has neither fingerprint nor body once the answers of its day are shredded', async () => {
    await append();
    await shredSubjects(log.keys, TEST_WORKSPACE, ['answers:2030-01-01']);
    expect(recordOf((await readAll(log.store))[0])).toEqual({ ...record, fingerprint: null, body: {} });
  });
});

describe('an event whose key is unknown', () => {
  it('cannot be read, and is never taken for erased; those around it are', async () => {
    const lost = new WatchedKeys();
    await log.store.append(
      STREAM,
      [imported('ann'), imported('bob')].map((each) => toAppend(each)),
      'no_stream',
    );
    await log.openWith(lost).append(STREAM, [toAppend(imported('cat'))], 1);
    await log.store.append(STREAM, [toAppend(imported('dan'))], 2);
    const what = /^workspace-.*@2: the personal data of ContactImported cannot be opened: .* no key .*\.$/;
    const error = await readAll(log.store).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnknownEventError);
    expect((error as Error).message).toMatch(what);
    expect(await followed(log.store)).toEqual([
      expect.objectContaining({ data: imported('ann').data }),
      expect.objectContaining({ data: imported('bob').data }),
      {
        ...{ stream: STREAM, revision: 2, type: 'ContactImported', workspaceId: TEST_WORKSPACE },
        ...{ position: expect.any(String), unreadable: expect.stringMatching(what) },
      },
      expect.objectContaining({ data: imported('dan').data }),
    ]);
  });

  it('nor can one whose text was exchanged', async () => {
    const [ann, bob] = [toAppend(imported('ann')), toAppend(imported('ann', '+1777'))];
    await log.store.append(STREAM, [ann, bob], 'no_stream');
    const [one, other] = await readAll(log.stored);
    const exchanged = [
      { ...toAppend(deleted('x')), ...ann, data: other!.data },
      { ...toAppend(deleted('x')), ...bob, data: one!.data },
    ];
    await log.stored.append('workspace-exchanged', exchanged, 'no_stream');
    const read = log.store.read('workspace-exchanged', { limit: 10 });
    await expect(read).rejects.toThrow(/cannot be opened: A sealed text was changed/);
  });
});

describe('while the store of keys is away', () => {
  it('nothing that is personal is written, and everything else is', async () => {
    log.keys.away = true;
    const append = log.store.append(STREAM, [toAppend(imported('ann'))], 'no_stream');
    await expect(append).rejects.toEqual(new StoreUnavailableError('The store of keys is away.'));
    expect(await readAll(log.stored)).toEqual([]);
    await log.store.append(STREAM, [toAppend(deleted('ann'))], 'no_stream');
  });

  it('nothing that is personal is read', async () => {
    await log.store.append(STREAM, [toAppend(imported('ann'))], 'no_stream');
    log.keys.away = true;
    await expect(readAll(log.store)).rejects.toEqual(new StoreUnavailableError('The store of keys is away.'));
  });

  it('a follower waits, and skips nothing', async () => {
    await log.store.append(
      STREAM,
      [imported('ann'), imported('bob')].map((each) => toAppend(each)),
      'no_stream',
    );
    log.keys.away = true;
    let seen: readonly FollowedEvent[] | undefined;
    const following = followed(log.store).then((events) => (seen = events));
    for (let attempts = 0; attempts < 5; attempts += 1) {
      while (log.timers.size === 0) await settled();
      log.timers.advance(log.timers.untilNext());
      expect(seen).toBeUndefined();
    }
    while (log.timers.size === 0) await settled();
    log.keys.away = false;
    log.timers.advance(log.timers.untilNext());
    await following;
    expect(dataOf(seen!)).toEqual([imported('ann').data, imported('bob').data]);
    expect(log.timers.size).toBe(0);
  });

  it.each(['stopped', 'closed'])('a follower that waits ends when it is %s', async (how) => {
    await log.store.append(STREAM, [toAppend(imported('ann'))], 'no_stream');
    log.keys.away = true;
    const stop = new AbortController();
    const batches: FollowBatch[] = [];
    const following = (async () => {
      for await (const batch of log.store.follow({ prefixes: [''], signal: stop.signal })) batches.push(batch);
    })();
    while (log.timers.size === 0) await settled();
    if (how === 'stopped') stop.abort();
    else await log.store.close();
    await following;
    expect([batches, log.timers.size]).toEqual([[], 0]);
  });

  it('another SECRETS_KEY writes nothing, says so in a sentence, and is not given up for', async () => {
    await log.store.append(STREAM, [toAppend(imported('ann'))], 'no_stream');
    const wrong = log.openWith(new WatchedKeys([Buffer.alloc(32, 9)], log.keyStore));
    const append = wrong.append(STREAM, [toAppend(imported('ann'))], 0);
    await expect(append).rejects.toThrow(/^SECRETS_KEY .*\.$/);
    await expect(append).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(readAll(wrong)).rejects.toBeInstanceOf(UnknownEventError);
    expect(await readAll(log.stored)).toHaveLength(1);
  });
});

describe('appends', () => {
  it('repeated with the same ids are recognised, though they are sealed anew', async () => {
    const events = [toAppend(imported('ann')), toAppend(registered('ann'))];
    const first = await log.store.append(STREAM, events, 'no_stream');
    expect(await log.store.append(STREAM, events, 'no_stream')).toEqual(first);
    expect(await readAll(log.stored)).toHaveLength(2);
  });

  it('to a stream reach the log in their order, though the first waits for its keys', async () => {
    let arrive = (): void => undefined;
    log.keys.answers = new Promise((resolve) => (arrive = resolve));
    const first = log.store.append(STREAM, [toAppend(imported('ann'))], 'no_stream');
    await settled();
    log.keys.answers = Promise.resolve();
    const second = log.store.append(STREAM, [toAppend(deleted('ann'))], 0);
    const elsewhere = await log.store.append('workspace-other', [toAppend(imported('bob'))], 'no_stream');
    expect(elsewhere.revision).toBe(0);
    expect(await readAll(log.stored)).toEqual([]);
    arrive();
    expect([(await first).revision, (await second).revision]).toEqual([0, 1]);
  });

  it('whose keys are at hand are with the log below at once, but not before one that waits', async () => {
    const day = 'answers:2030-01-01';
    const [key] = await log.keys.ensure(TEST_WORKSPACE, [day]);
    let appended = 0;
    const append: EventStore['append'] = (...call) => {
      appended += 1;
      return SqliteEventStore.prototype.append.apply(log.stored, call);
    };
    Object.assign(log.stored, { append });
    const atHand = (_: string, subjects: readonly string[]) => (subjects.join() === day ? [key!] : undefined);
    const store = log.openWith(Object.assign(log.keys, { atHand }));
    const kept = () => toAppend(deleted('ann'), { idempotency: record });
    const first = store.append(STREAM, [kept()], 'no_stream');
    expect(appended).toBe(1);
    const waits = store.append(STREAM, [toAppend(imported('ann'))], 0);
    const second = store.append(STREAM, [kept()], 1);
    expect(appended).toBe(1);
    const revisions = (await Promise.all([first, waits, second])).map(({ revision }) => revision);
    expect(revisions).toEqual([0, 1, 2]);
    const read = await readAll(store);
    expect(read.map(({ metadata }) => metadata.idempotency)).toEqual([record, undefined, record]);
  });

  it('that wait for their keys are written before the store is closed', async () => {
    let arrive = (): void => undefined;
    log.keys.answers = new Promise((resolve) => (arrive = resolve));
    const append = log.store.append(STREAM, [toAppend(imported('ann'))], 'no_stream');
    await settled();
    const closed = log.store.close();
    arrive();
    expect((await append).revision).toBe(0);
    await closed;
    const late = log.store.append(STREAM, [toAppend(imported('ann'))], 0);
    await expect(late).rejects.toBeInstanceOf(StoreUnavailableError);
  });
});
