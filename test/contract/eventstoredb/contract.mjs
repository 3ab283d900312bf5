#!/usr/bin/env node
// Contract of an EventStoreDB-compatible server as the event-store adapter relies on it, checked through the
// official Node client. See README.md beside it for how to run it, and test/contract/eventstoredb/FACTS.md for what was
// observed with a real server.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual, inspect } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import * as esdb from '@eventstore/db-client';

const CHECK_MS = 10_000; // default deadline of one check
const RUN_MS = 55_000; // deadline of the whole run

// ------------------------------------------------------------------------------------------------ command line

const usage = 'usage: node contract.mjs esdb://HOST:PORT?tls=false [--only NAME]... [--json] [--list]';
const options = { url: undefined, only: [], json: false, list: false };
for (let i = 2; i < process.argv.length; i++) {
  const arg = process.argv[i];
  if (arg === '--json') options.json = true;
  else if (arg === '--list') options.list = true;
  else if (arg === '--only' && process.argv[i + 1]) options.only.push(process.argv[++i].toLowerCase());
  else if (!arg.startsWith('-') && !options.url) options.url = arg;
  else {
    console.error(usage);
    process.exit(2);
  }
}
if (!options.url && !options.list) {
  console.error(usage);
  process.exit(2);
}

const { EventStoreDBClient, jsonEvent, binaryEvent, streamNameFilter, excludeSystemEvents } = esdb;
const { NO_STREAM, STREAM_EXISTS, ANY, START, END, FORWARDS, BACKWARDS } = esdb;

// -------------------------------------------------------------------------------------------------- assertions

class Failure extends Error {}
const show = (value) => {
  const text =
    value instanceof Error
      ? `${value.constructor.name}${value.type ? ` (${value.type})` : ''} ${JSON.stringify(value.message)}`
      : inspect(value, { depth: 6, breakLength: Infinity, maxArrayLength: 12, maxStringLength: 80 });
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};
const fail = (why) => {
  throw new Failure(why);
};
const ok = (condition, why) => {
  if (!condition) fail(why);
};
const same = (what, actual, expected) => {
  if (!isDeepStrictEqual(actual, expected)) fail(`${what}: expected ${show(expected)}, got ${show(actual)}`);
};
const isPosition = (what, p) =>
  ok(
    p && typeof p.commit === 'bigint' && typeof p.prepare === 'bigint' && p.commit >= 0n,
    `${what}: expected { commit: bigint, prepare: bigint }, got ${show(p)}`,
  );
/** The promise must reject with exactly this class and these fields; returns the error. */
const refused = async (what, promise, Class, fields = {}) => {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error) => ({ error }),
  );
  if (!('error' in outcome)) fail(`${what}: expected ${Class.name}, but it succeeded with ${show(outcome.value)}`);
  const { error } = outcome;
  if (error?.constructor !== Class) fail(`${what}: expected ${Class.name}, got ${show(error)}`);
  for (const [key, expected] of Object.entries(fields)) same(`${what}: ${Class.name}.${key}`, error[key], expected);
  return error;
};
const wrongVersion = (what, promise, streamName, expectedVersion, actualVersion) =>
  refused(what, promise, esdb.WrongExpectedVersionError, {
    type: 'wrong-expected-version',
    streamName,
    expectedVersion,
    actualVersion,
  });

// ----------------------------------------------------------------------------------------------------- helpers

const RUN = `ct${Date.now().toString(36)}${randomUUID().slice(0, 4)}`;
let serial = 0;
const range = (n, from = 0) => Array.from({ length: n }, (_, i) => from + i);
const event = (n, more = {}) => jsonEvent({ type: 'ContractHappened', data: { n }, ...more });
const events = (n, from = 0) => range(n, from).map((i) => event(i));
const sized = (bytes) => jsonEvent({ type: 'Sized', data: { x: 'x'.repeat(bytes - 8) } }); // {"x":""} takes 8 bytes
const increasing = (values) => values.every((v, i) => i === 0 || v > values[i - 1]);
const numbers = (list) => list.map((e) => e.data.n);
const commit = (e) => e.position.commit;

/** What one check works with: its own clients, unique stream names, and a record of what it is waiting for. */
class Context {
  clients = [];
  followers = [];
  doing = 'starting';
  #main;

  get client() {
    return (this.#main ??= this.newClient());
  }
  newClient() {
    const client = EventStoreDBClient.connectionString(options.url);
    this.clients.push(client);
    return client;
  }
  stream(kind = 's') {
    return `${RUN}-${kind}-${++serial}`;
  }
  append(stream, what, expectedRevision, client = this.client) {
    this.doing = `append to ${stream}`;
    return client.appendToStream(stream, what, expectedRevision === undefined ? {} : { expectedRevision });
  }
  async #collect(what, iterable) {
    const list = [];
    for await (const resolved of iterable) list.push(resolved.event);
    return list;
  }
  read(stream, readOptions = {}, client = this.client) {
    this.doing = `read of ${stream}`;
    return this.#collect(stream, client.readStream(stream, readOptions));
  }
  readAll(readOptions = {}, client = this.client) {
    this.doing = 'read of $all';
    return this.#collect('$all', client.readAll(readOptions));
  }
  async revisions(stream) {
    return (await this.read(stream)).map((e) => Number(e.revision));
  }
  /** The revisions of a stream that may be missing. */
  async count(stream) {
    try {
      return (await this.read(stream)).length;
    } catch (error) {
      if (error instanceof esdb.StreamNotFoundError) return 0;
      throw error;
    }
  }
  /** A position at the present end of $all: that of an event appended for this purpose. */
  async here() {
    return (await this.append(this.stream('mark'), event(0))).position;
  }
  #follow(from, resumable, open) {
    const follower = new Follower(this, from, resumable, open);
    this.followers.push(follower);
    return follower;
  }
  /** subscribeToAll, filtered by stream name prefixes, by excludeSystemEvents (noSystem), or not at all. */
  followAll(from, { prefixes, noSystem, ...window } = {}) {
    return this.#follow(from, true, (fromPosition, checkpointReached) => {
      let filter;
      if (prefixes) filter = streamNameFilter({ prefixes, checkpointReached, ...window });
      if (noSystem) filter = excludeSystemEvents({ checkpointReached, ...window });
      return this.client.subscribeToAll({ fromPosition, filter });
    });
  }
  followStream(stream, from) {
    return this.#follow(from, false, (fromRevision) => this.client.subscribeToStream(stream, { fromRevision }));
  }
  async close() {
    const quietly = (promise) => Promise.race([promise.catch(() => {}), sleep(500)]);
    await Promise.all(this.followers.map((f) => quietly(f.subscription.unsubscribe())));
    await Promise.all(this.clients.map((c) => quietly(c.dispose())));
  }
}

/** How the server says that a live subscription did not keep up; it has to be resumed. */
const isDrop = (error) => error?.constructor === esdb.TimeoutError && error.type === 'timeout';

/**
 * A subscription read through its listeners, with one record of everything in the order in which it came.
 * The server may drop a live subscription with TimeoutError when events come faster than it can send them; to $all
 * it is then resumed after the last position known, as the adapter has to do as well.
 */
class Follower {
  record = []; // { kind: 'event' | 'checkpoint' | 'confirmation' | 'caughtUp' | 'drop' | 'error' | 'end', ... }
  #wake = new Set();
  #open;
  #resumable;

  constructor(context, from, resumable, open) {
    this.context = context;
    this.#open = open;
    this.#resumable = resumable;
    this.#subscribe(from);
  }
  #subscribe(from) {
    const add = (entry) => this.subscription === subscription && this.#add(entry);
    const subscription = this.#open(from, async (_, position) => add({ kind: 'checkpoint', position }));
    this.subscription = subscription;
    for (const kind of ['confirmation', 'caughtUp', 'end']) subscription.on(kind, () => add({ kind }));
    subscription.on('data', (resolved) => add({ kind: 'event', event: resolved.event }));
    subscription.on('error', (error) => {
      const last = this.record.findLast(({ kind }) => kind === 'event' || kind === 'checkpoint');
      const position = last?.position ?? last?.event.position;
      const resume = this.#resumable && position && isDrop(error) && this.of('drop').length < 100;
      if (!resume || this.subscription !== subscription) return add({ kind: 'error', error });
      add({ kind: 'drop' });
      this.#subscribe(position);
    });
  }
  #add(entry) {
    this.record.push(entry);
    for (const wake of this.#wake) wake();
  }
  of(kind) {
    return this.record.filter((entry) => entry.kind === kind);
  }
  get events() {
    return this.of('event').map((entry) => entry.event);
  }
  get checkpoints() {
    return this.of('checkpoint').map((entry) => entry.position);
  }
  async until(what, condition) {
    this.context.doing = `waiting on a subscription for ${what}`;
    while (!condition(this)) {
      const [broken] = this.of('error');
      if (broken) fail(`the subscription failed while waiting for ${what}: ${show(broken.error)}`);
      await new Promise((resolve) => {
        const wake = () => {
          this.#wake.delete(wake);
          resolve();
        };
        this.#wake.add(wake);
      });
    }
  }
  atLeast(n) {
    return this.until(`${n} events`, () => this.events.length >= n);
  }
  caughtUp() {
    return this.until('caughtUp', () => this.of('caughtUp').length > 0);
  }
  checkpointsSound() {
    let last = -1n;
    for (const entry of this.record) {
      if (entry.kind === 'checkpoint') {
        ok(entry.position.commit > last, `checkpoint ${entry.position.commit} comes after position ${last}`);
        last = entry.position.commit;
      } else if (entry.kind === 'event') {
        ok(commit(entry.event) > last, `event at ${commit(entry.event)} comes after checkpoint ${last}`);
      }
    }
  }
}

/** Every event of these streams exactly once, in the order of the positions. */
const completeAndInOrder = (what, got, expectedIds) => {
  ok(increasing(got.map(commit)), `${what}: positions do not strictly increase`);
  const ids = got.map((e) => e.id);
  same(`${what}: number of distinct events`, new Set(ids).size, ids.length);
  const missing = expectedIds.filter((id) => !ids.includes(id));
  ok(missing.length === 0, `${what}: ${missing.length} of ${expectedIds.length} events missing`);
  same(`${what}: number of events`, ids.length, expectedIds.length);
};

// ------------------------------------------------------------------------------------------------------ checks

const checks = [];
const check = (name, run, { deadline = CHECK_MS } = {}) => checks.push({ name, run, deadline });

// append: expected revisions ---------------------------------------------------------------------------------

check('append: NO_STREAM on a new stream gives success, revision 0n and a bigint position', async (t) => {
  const result = await t.append(t.stream(), event(0), NO_STREAM);
  same('fields', Object.keys(result).sort(), ['nextExpectedRevision', 'position', 'success']);
  same('success', result.success, true);
  same('nextExpectedRevision', result.nextExpectedRevision, 0n);
  isPosition('position', result.position);
});

check('append: NO_STREAM on an existing stream fails with WrongExpectedVersionError', async (t) => {
  const s = t.stream();
  await t.append(s, events(2), NO_STREAM);
  const error = await wrongVersion('append', t.append(s, event(9), NO_STREAM), s, 'no_stream', 1n);
  ok(error instanceof Error, 'the error is no Error');
  same('revisions', await t.revisions(s), [0, 1]);
});

check('append: the result carries the revision and the position of the last event', async (t) => {
  const s = t.stream();
  const result = await t.append(s, events(3), NO_STREAM);
  const stored = await t.read(s);
  same('nextExpectedRevision', result.nextExpectedRevision, 2n);
  same('position', result.position, stored[2].position);
  ok(increasing(stored.map(commit)), 'the positions within one append do not strictly increase');
});

check('append: the exact last revision is accepted', async (t) => {
  const s = t.stream();
  const first = await t.append(s, event(0), NO_STREAM);
  const second = await t.append(s, events(2, 1), first.nextExpectedRevision);
  const third = await t.append(s, event(3), second.nextExpectedRevision);
  same('revisions', [second.nextExpectedRevision, third.nextExpectedRevision], [2n, 3n]);
  same('data', numbers(await t.read(s)), [0, 1, 2, 3]);
});

check('append: a lower or a higher revision fails with WrongExpectedVersionError', async (t) => {
  const s = t.stream();
  await t.append(s, events(3), NO_STREAM);
  await wrongVersion('lower', t.append(s, event(9), 1n), s, 1n, 2n);
  await wrongVersion('higher', t.append(s, event(9), 7n), s, 7n, 2n);
  same('revisions', await t.revisions(s), [0, 1, 2]);
});

check('append: an exact revision on a missing stream fails with actualVersion no_stream', async (t) => {
  const s = t.stream();
  await wrongVersion('append', t.append(s, event(0), 0n), s, 0n, 'no_stream');
  same('events', await t.count(s), 0);
});

check('append: STREAM_EXISTS accepts an existing stream and refuses a missing one', async (t) => {
  const s = t.stream();
  await wrongVersion('missing', t.append(s, event(0), STREAM_EXISTS), s, 'stream_exists', 'no_stream');
  await t.append(s, event(0), NO_STREAM);
  same('revision', (await t.append(s, event(1), STREAM_EXISTS)).nextExpectedRevision, 1n);
});

check('append: ANY accepts missing and existing streams and is the default', async (t) => {
  const s = t.stream();
  same('missing', (await t.append(s, event(0), ANY)).nextExpectedRevision, 0n);
  same('existing', (await t.append(s, event(1), ANY)).nextExpectedRevision, 1n);
  same('default', (await t.append(s, event(2))).nextExpectedRevision, 2n);
  same('default, missing', (await t.append(t.stream(), event(0))).nextExpectedRevision, 0n);
});

check('append: no events to a missing stream succeeds and leaves the stream missing', async (t) => {
  const s = t.stream();
  await t.append(s, [], NO_STREAM);
  await refused('read', t.read(s), esdb.StreamNotFoundError);
  same('revision of the first event', (await t.append(s, event(0), NO_STREAM)).nextExpectedRevision, 0n);
});

check('append: no events to an existing stream checks the revision and writes nothing', async (t) => {
  const s = t.stream();
  await t.append(s, events(2), NO_STREAM);
  same('right revision', (await t.append(s, [], 1n)).nextExpectedRevision, 1n);
  await wrongVersion('wrong revision', t.append(s, [], 9n), s, 9n, 1n);
  await wrongVersion('NO_STREAM', t.append(s, [], NO_STREAM), s, 'no_stream', 1n);
  same('revisions', await t.revisions(s), [0, 1]);
});

// append: idempotence ------------------------------------------------------------------------------------------

check('idempotence: the same ids again with NO_STREAM give the first result and write nothing', async (t) => {
  const s = t.stream();
  const batch = events(3);
  const first = await t.append(s, batch, NO_STREAM);
  same('second result', await t.append(s, batch, NO_STREAM), first);
  same('from another client', await t.append(s, batch, NO_STREAM, t.newClient()), first);
  same('revisions', await t.revisions(s), [0, 1, 2]);
});

check(
  'idempotence: the same ids again with the same exact revision give the first result and write nothing',
  async (t) => {
    const s = t.stream();
    await t.append(s, event(0), NO_STREAM);
    const batch = events(2, 1);
    const first = await t.append(s, batch, 0n);
    same('second result', await t.append(s, batch, 0n), first);
    same('revisions', await t.revisions(s), [0, 1, 2]);
  },
);

check('idempotence: it also holds after later events were appended', async (t) => {
  const s = t.stream();
  const created = events(2);
  const changed = events(2, 2);
  const first = await t.append(s, created, NO_STREAM);
  const second = await t.append(s, changed, 1n);
  await t.append(s, events(50, 4), 3n);
  same('NO_STREAM again', await t.append(s, created, NO_STREAM), first);
  same('exact revision again', await t.append(s, changed, 1n), second);
  same('number of events', await t.count(s), 54);
});

check('idempotence: a part of an earlier append is recognised at its own expected revision', async (t) => {
  const s = t.stream();
  const batch = events(3);
  const first = await t.append(s, batch, NO_STREAM);
  same('first two', (await t.append(s, batch.slice(0, 2), NO_STREAM)).nextExpectedRevision, 1n);
  same('last two', await t.append(s, batch.slice(1), 0n), first);
  same('revisions', await t.revisions(s), [0, 1, 2]);
});

check('idempotence: an append that overlaps an earlier one and goes beyond it is refused whole', async (t) => {
  const s = t.stream();
  const batch = events(2);
  await t.append(s, batch, NO_STREAM);
  await wrongVersion('old ids and a new one', t.append(s, [...batch, event(2)], NO_STREAM), s, 'no_stream', 1n);
  await wrongVersion('last id and a new one', t.append(s, [batch[1], event(2)], 0n), s, 0n, 1n);
  await wrongVersion('other order', t.append(s, [batch[1], batch[0]], NO_STREAM), s, 'no_stream', 1n);
  same('revisions', await t.revisions(s), [0, 1]);
});

check('idempotence: the same ids at the present last revision are written a second time', async (t) => {
  const s = t.stream();
  const batch = events(2);
  await t.append(s, batch, NO_STREAM);
  same('revision', (await t.append(s, batch, 1n)).nextExpectedRevision, 3n);
  same(
    'ids',
    (await t.read(s)).map((e) => e.id),
    [...batch, ...batch].map((e) => e.id),
  );
});

check('idempotence: ids alone are compared, and the content first written stays', async (t) => {
  const s = t.stream();
  const original = event(1);
  const first = await t.append(s, original, NO_STREAM);
  same('result', await t.append(s, { ...original, type: 'Other', data: { n: 2 } }, NO_STREAM), first);
  const [stored] = await t.read(s);
  same('stored', [stored.type, stored.data], ['ContractHappened', { n: 1 }]);
});

check('idempotence: one id twice in one append is written twice and recognised as a whole', async (t) => {
  const s = t.stream();
  const one = event(0);
  const first = await t.append(s, [one, one], NO_STREAM);
  same('revision', first.nextExpectedRevision, 1n);
  same('again', await t.append(s, [one, one], NO_STREAM), first);
  same('revisions', await t.revisions(s), [0, 1]);
});

check('idempotence: one id may be used in two streams', async (t) => {
  const [a, b] = [t.stream(), t.stream()];
  const one = event(0);
  await t.append(a, one, NO_STREAM);
  same('revision', (await t.append(b, one, NO_STREAM)).nextExpectedRevision, 0n);
  same('counts', [await t.count(a), await t.count(b)], [1, 1]);
});

// append: atomicity and concurrency ------------------------------------------------------------------------------

check('append: 100 events in one append are contiguous and in order, and a wrong revision writes none', async (t) => {
  const s = t.stream();
  await t.append(s, event(0), NO_STREAM);
  await wrongVersion('append of 100', t.append(s, events(100, 1), 5n), s, 5n, 0n);
  same('events after the refusal', await t.count(s), 1);
  const batch = events(100, 1);
  same('revision', (await t.append(s, batch, 0n)).nextExpectedRevision, 100n);
  const stored = await t.read(s);
  same(
    'revisions',
    stored.map((e) => Number(e.revision)),
    range(101),
  );
  same(
    'ids',
    stored.slice(1).map((e) => e.id),
    batch.map((e) => e.id),
  );
});

check('append: concurrent appends of 100 events to one stream do not interleave', async (t) => {
  const s = t.stream();
  const batches = range(8).map((w) => events(100, w * 100));
  await Promise.all(batches.map((batch) => t.append(s, batch, ANY)));
  const got = numbers(await t.read(s));
  same('number of events', got.length, 800);
  const starts = range(8).map((i) => got[i * 100]);
  same(
    'starts of the blocks',
    [...starts].sort((a, b) => a - b),
    range(8).map((w) => w * 100),
  );
  same(
    'order within the blocks',
    got,
    starts.flatMap((from) => range(100, from)),
  );
});

check('append: of 20 concurrent appends with one expected revision exactly one wins', async (t) => {
  const s = t.stream();
  await t.append(s, event(0), NO_STREAM);
  const clients = [t.client, t.newClient()];
  const tries = range(20).map((i) => event(i + 1));
  const results = await Promise.allSettled(tries.map((e, i) => t.append(s, e, 0n, clients[i % 2])));
  const won = results.flatMap((r, i) => (r.status === 'fulfilled' ? [i] : []));
  same('number of winners', won.length, 1);
  for (const r of results.filter((x) => x.status === 'rejected'))
    await wrongVersion('loser', Promise.reject(r.reason), s, 0n, 1n);
  same('stored', numbers(await t.read(s)), [0, won[0] + 1]);
});

check('append: of 20 concurrent appends with NO_STREAM exactly one wins', async (t) => {
  const s = t.stream();
  const results = await Promise.allSettled(range(20).map((i) => t.append(s, events(3, i * 3), NO_STREAM)));
  const won = results.flatMap((r, i) => (r.status === 'fulfilled' ? [i] : []));
  same('number of winners', won.length, 1);
  for (const r of results.filter((x) => x.status === 'rejected'))
    await wrongVersion('loser', Promise.reject(r.reason), s, 'no_stream', 2n);
  same('stored', numbers(await t.read(s)), range(3, won[0] * 3));
});

check('append: 20 concurrent appends with ANY to one stream get 20 consecutive revisions', async (t) => {
  const s = t.stream();
  const results = await Promise.all(range(20).map((i) => t.append(s, event(i), ANY)));
  same(
    'revisions',
    results.map((r) => Number(r.nextExpectedRevision)).sort((a, b) => a - b),
    range(20),
  );
  const stored = await t.read(s);
  for (const [i, r] of results.entries())
    same('stored at its revision', stored[Number(r.nextExpectedRevision)].data.n, i);
});

check('append: 200 concurrent appends to different streams all succeed, each with its own position', async (t) => {
  const streams = range(200).map(() => t.stream('wide'));
  const results = await Promise.all(streams.map((s, i) => t.append(s, event(i), NO_STREAM)));
  same('distinct positions', new Set(results.map((r) => r.position.commit)).size, 200);
  for (const r of results) same('revision', r.nextExpectedRevision, 0n);
  for (const i of [0, 99, 199]) same('stored', numbers(await t.read(streams[i])), [i]);
});

check('append: what was appended is at once visible to another client, in its stream and in $all', async (t) => {
  const [writer, reader] = [t.client, t.newClient()];
  const s = t.stream();
  for (const i of range(30)) {
    const { position } = await t.append(s, event(i), i === 0 ? NO_STREAM : BigInt(i - 1), writer);
    const [last] = await t.read(s, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }, reader);
    same('last of the stream', last?.data.n, i);
    const latest = await t.readAll({ fromPosition: position, maxCount: 1 }, reader);
    same(
      'at its position in $all',
      latest.map((e) => [e.streamId, e.data.n]),
      [[s, i]],
    );
  }
});

// append: sizes --------------------------------------------------------------------------------------------------

check(
  'size: 1,048,576 bytes of data pass and one byte more is MaxAppendSizeExceededError, nothing written',
  async (t) => {
    const [fits, over] = [t.stream(), t.stream()];
    same('at the limit', (await t.append(fits, sized(1_048_576), NO_STREAM)).nextExpectedRevision, 0n);
    await refused('over the limit', t.append(over, sized(1_048_577), NO_STREAM), esdb.MaxAppendSizeExceededError, {
      type: 'maximum-append-size-exceeded',
      maxAppendSize: 1_048_576,
    });
    same('events written', await t.count(over), 0);
    same('read back', (await t.read(fits))[0].data.x.length, 1_048_568);
  },
);

check('size: the limit holds for the sum of the events of one append, and a refusal writes none of them', async (t) => {
  const [fits, over] = [t.stream(), t.stream()];
  const many = (n) => range(n).map(() => sized(100_000));
  same('ten of 100,000 bytes', (await t.append(fits, many(10), NO_STREAM)).nextExpectedRevision, 9n);
  await refused('eleven', t.append(over, many(11), NO_STREAM), esdb.MaxAppendSizeExceededError);
  same('events written', await t.count(over), 0);
  same('NO_STREAM still holds', (await t.append(over, event(0), NO_STREAM)).nextExpectedRevision, 0n);
});

check('size: an append that the client sends in several messages (over 3 MiB) is refused whole as well', async (t) => {
  const s = t.stream();
  await refused(
    'append',
    t.append(
      s,
      range(40).map(() => sized(100_000)),
      NO_STREAM,
    ),
    esdb.MaxAppendSizeExceededError,
  );
  same('events written', await t.count(s), 0);
  same('the client stays usable', (await t.append(s, event(0), NO_STREAM)).nextExpectedRevision, 0n);
});

check('size: one event with 500 KB of JSON round-trips', async (t) => {
  const s = t.stream();
  const data = { lines: range(5_000).map((i) => ({ i, text: `line ${i} `.padEnd(80, 'ž') })) };
  const bytes = Buffer.byteLength(JSON.stringify(data));
  ok(bytes > 500_000, `the event has only ${bytes} bytes`);
  await t.append(s, jsonEvent({ type: 'Long', data }), NO_STREAM);
  same('data', (await t.read(s))[0].data, data);
});

// events ---------------------------------------------------------------------------------------------------------

check('event: JSON data and metadata round-trip, and absent metadata stays undefined', async (t) => {
  const s = t.stream();
  const payloads = [
    { nested: { list: [1, -2.5, true, null, { a: '' }], empty: {} }, large: Number.MAX_SAFE_INTEGER },
    [1, 'two', [3]],
    'just text',
    42,
    {},
  ];
  const metadata = { $correlationId: randomUUID(), tenant: 'a', depth: { n: 1 } };
  const sent = payloads.map((data, i) => jsonEvent({ type: 'Kept', data, metadata: i === 0 ? metadata : undefined }));
  await t.append(s, sent, NO_STREAM);
  const stored = await t.read(s);
  same(
    'data',
    stored.map((e) => e.data),
    payloads,
  );
  same(
    'metadata',
    stored.map((e) => e.metadata),
    [metadata, undefined, undefined, undefined, undefined],
  );
  same(
    'isJson',
    stored.map((e) => e.isJson),
    payloads.map(() => true),
  );
});

check('event: binary data and binary metadata round-trip as Uint8Array', async (t) => {
  const s = t.stream();
  const data = Uint8Array.from({ length: 256 }, (_, i) => i);
  await t.append(
    s,
    [
      binaryEvent({ type: 'Bytes', data, metadata: Buffer.from([0xff, 0, 0x80]) }),
      binaryEvent({ type: 'NoBytes', data: new Uint8Array(0) }),
    ],
    NO_STREAM,
  );
  const [full, empty] = await t.read(s);
  same('isJson', [full.isJson, empty.isJson], [false, false]);
  same('data', full.data, data);
  same('metadata', full.metadata, Uint8Array.of(0xff, 0, 0x80));
  same('empty data', empty.data, new Uint8Array(0));
});

check('event: unicode survives in data, metadata, event types and stream names', async (t) => {
  const text = 'Příliš žluťoučký 漢字 🐎 \u0000 \u2028 "\\';
  const s = `${t.stream('ünï')}-漢-🐎`;
  await t.append(s, jsonEvent({ type: 'Změněno漢', data: { text }, metadata: { text } }), NO_STREAM);
  const [stored] = await t.read(s);
  same('event', [stored.streamId, stored.type, stored.data, stored.metadata], [s, 'Změněno漢', { text }, { text }]);
});

check('event: id, type, streamId, bigint revision, position and a fresh Date as created are given back', async (t) => {
  const s = t.stream();
  const id = randomUUID();
  const { position } = await t.append(s, jsonEvent({ id, type: 'some-type.v2', data: {} }), NO_STREAM);
  const [stored] = await t.read(s);
  same('kept', [stored.id, stored.type, stored.streamId, stored.revision], [id, 'some-type.v2', s, 0n]);
  same('position', stored.position, position);
  ok(stored.created instanceof Date, `created is ${show(stored.created)}`);
  ok(Math.abs(Date.now() - stored.created) < 60_000, `created is ${stored.created.toISOString()}`);
});

check('event: stream names of [A-Za-z0-9_-] and uuids are kept, and case matters', async (t) => {
  const names = [
    `${RUN}_Az-09_`,
    `${RUN}_az-09_`,
    randomUUID(),
    `order-${randomUUID()}`,
    `${t.stream()}-${'n'.repeat(200)}`,
  ];
  for (const [i, name] of names.entries()) await t.append(name, event(i), NO_STREAM);
  for (const [i, name] of names.entries()) {
    const stored = await t.read(name);
    same(
      name,
      stored.map((e) => [e.streamId, e.data.n]),
      [[name, i]],
    );
  }
});

// readStream -----------------------------------------------------------------------------------------------------

check('readStream: forwards from START gives everything, in order', async (t) => {
  const s = t.stream();
  await t.append(s, events(10), NO_STREAM);
  const got = await t.read(s, { direction: FORWARDS, fromRevision: START });
  same(
    'revisions',
    got.map((e) => e.revision),
    range(10).map(BigInt),
  );
  same('data', numbers(got), range(10));
  same('default options', numbers(await t.read(s)), range(10));
});

check('readStream: forwards from a revision is inclusive, and maxCount limits it', async (t) => {
  const s = t.stream();
  await t.append(s, events(10), NO_STREAM);
  same('from 7', numbers(await t.read(s, { fromRevision: 7n })), [7, 8, 9]);
  same('from 3, two', numbers(await t.read(s, { fromRevision: 3n, maxCount: 2 })), [3, 4]);
  same('from 8, five', numbers(await t.read(s, { fromRevision: 8n, maxCount: 5 })), [8, 9]);
});

check('readStream: forwards from beyond the end gives nothing and no error', async (t) => {
  const s = t.stream();
  await t.append(s, events(3), NO_STREAM);
  same('just beyond', await t.read(s, { fromRevision: 3n }), []);
  same('far beyond', await t.read(s, { fromRevision: 1_000n }), []);
});

check('readStream: backwards from END with maxCount 1 gives the last event', async (t) => {
  const s = t.stream();
  await t.append(s, events(5), NO_STREAM);
  same('last', numbers(await t.read(s, { direction: BACKWARDS, fromRevision: END, maxCount: 1 })), [4]);
});

check('readStream: backwards is in falling order and inclusive', async (t) => {
  const s = t.stream();
  await t.append(s, events(5), NO_STREAM);
  same('from END', numbers(await t.read(s, { direction: BACKWARDS, fromRevision: END })), [4, 3, 2, 1, 0]);
  same('from 2', numbers(await t.read(s, { direction: BACKWARDS, fromRevision: 2n })), [2, 1, 0]);
});

check('readStream: a missing stream throws StreamNotFoundError in the iteration, not in the call', async (t) => {
  const s = t.stream('missing');
  for (const readOptions of [{}, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }]) {
    let reading;
    try {
      reading = t.client.readStream(s, readOptions);
    } catch (error) {
      fail(`the call threw ${show(error)}`);
    }
    const first = reading[Symbol.asyncIterator]().next();
    await refused('iteration', first, esdb.StreamNotFoundError, { type: 'stream-not-found', streamName: s });
  }
});

check('readStream: leaving the iteration early leaves the client usable', async (t) => {
  const s = t.stream();
  for (const i of range(4)) await t.append(s, events(250, i * 250), ANY);
  for (let i = 0; i < 30; i++) {
    const reading = t.client.readStream(s);
    t.doing = 'leaving an iteration early';
    for await (const { event: first } of reading) {
      same('first', first.data.n, 0);
      await reading.cancel();
      break;
    }
  }
  same('revision', (await t.append(s, event(1_000), 999n)).nextExpectedRevision, 1_000n);
  same('number of events', await t.count(s), 1_001);
});

check('readStream: 5,000 events come complete and in order', async (t) => {
  const s = t.stream();
  for (const i of range(10)) await t.append(s, events(500, i * 500), i === 0 ? NO_STREAM : BigInt(i * 500 - 1));
  const got = await t.read(s);
  same('number', got.length, 5_000);
  ok(
    got.every((e, i) => e.data.n === i && e.revision === BigInt(i)),
    'not in order',
  );
});

check('readStream: 20 concurrent reads are each complete', async (t) => {
  const s = t.stream();
  await t.append(s, events(300), NO_STREAM);
  const all = await Promise.all(range(20).map(() => t.read(s)));
  for (const got of all) same('data', numbers(got), range(300));
});

// readAll --------------------------------------------------------------------------------------------------------

check('readAll: forwards from the position of an event begins with this event', async (t) => {
  const s = t.stream();
  await t.append(s, event(0), NO_STREAM);
  const { position } = await t.append(s, event(1), 0n);
  await t.append(s, event(2), 1n);
  const got = await t.readAll({ direction: FORWARDS, fromPosition: position });
  same('first', [got[0]?.streamId, got[0]?.data.n, got[0]?.position], [s, 1, position]);
  same('of the stream', numbers(got.filter((e) => e.streamId === s)), [1, 2]);
});

check('readAll: backwards from END begins with the latest event, and maxCount limits it', async (t) => {
  const s = t.stream();
  const { position } = await t.append(s, events(20), NO_STREAM);
  const few = await t.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 5 });
  same('number', few.length, 5);
  ok(few[0].position.commit >= position.commit, 'the first event read is older than the one just appended');
  const more = await t.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 300 });
  ok(increasing(more.map(commit).reverse()), 'not in falling order');
  same('of the stream', numbers(more.filter((e) => e.streamId === s)), range(20).reverse());
});

check('readAll: backwards from the position of an event excludes this event', async (t) => {
  const s = t.stream();
  await t.append(s, events(3), NO_STREAM);
  const { position } = await t.append(s, event(3), 2n);
  const got = await t.readAll({ direction: BACKWARDS, fromPosition: position, maxCount: 100 });
  ok(got[0].position.commit < position.commit, 'the first event read is not before the position');
  same('of the stream', numbers(got.filter((e) => e.streamId === s)), [2, 1, 0]);
});

check('readAll: positions strictly increase in the order of the appends, over all streams', async (t) => {
  const from = await t.here();
  const streams = range(5).map(() => t.stream('all'));
  const appended = [];
  for (const i of range(60)) {
    const result = await t.append(streams[i % 5], event(i), ANY);
    appended.push(result.position.commit);
  }
  ok(increasing(appended), 'the positions of successive appends do not strictly increase');
  const got = await t.readAll({ fromPosition: from });
  ok(increasing(got.map(commit)), 'the positions read do not strictly increase');
  const mine = got.filter((e) => streams.includes(e.streamId));
  same('order', numbers(mine), range(60));
  same('positions', mine.map(commit), appended);
});

check('readAll: 3,000 events of concurrent writers come complete, each once', async (t) => {
  const from = await t.here();
  const streams = range(10).map(() => t.stream('many'));
  await Promise.all(streams.flatMap((s) => range(3).map((b) => t.append(s, events(100, b * 100), ANY))));
  const got = (await t.readAll({ fromPosition: from })).filter((e) => streams.includes(e.streamId));
  ok(increasing(got.map(commit)), 'the positions do not strictly increase');
  same('distinct ids', new Set(got.map((e) => e.id)).size, 3_000);
  for (const s of streams) {
    const revisions = got.filter((e) => e.streamId === s).map((e) => Number(e.revision));
    same('revisions within a stream', revisions, range(300));
  }
});

check("readAll: a stream's $metadata events are included", async (t) => {
  const s = t.stream();
  const { position } = await t.append(s, event(0), NO_STREAM);
  await t.client.setStreamMetadata(s, { maxCount: 7 });
  const got = await t.readAll({ fromPosition: position });
  const found = got.find((e) => e.streamId === `$$${s}`);
  same('metadata event', [found?.type, found?.revision, found?.data], ['$metadata', 0n, { $maxCount: 7 }]);
});

// subscribeToAll: where it begins -----------------------------------------------------------------------------------

check('subscribeToAll: from START delivers what was there and then what is new, in order', async (t) => {
  const s = t.stream();
  const before = events(20);
  await t.append(s, before, NO_STREAM);
  const f = t.followAll(START, { prefixes: [s] });
  await f.atLeast(20);
  const after = events(5, 20);
  await t.append(s, after, 19n);
  await f.atLeast(25);
  same('data', numbers(f.events), range(25));
  completeAndInOrder(
    'events',
    f.events,
    [...before, ...after].map((e) => e.id),
  );
});

check('subscribeToAll: from a position excludes the event at this position', async (t) => {
  const s = t.stream();
  const { position } = await t.append(s, event(0), NO_STREAM);
  await t.append(s, events(2, 1), 0n);
  const unfiltered = t.followAll(position);
  const filtered = t.followAll(position, { prefixes: [s] });
  for (const f of [unfiltered, filtered]) {
    await f.caughtUp();
    same('data', numbers(f.events.filter((e) => e.streamId === s)), [1, 2]);
  }
});

check('subscribeToAll: from END delivers only what is appended after it was confirmed', async (t) => {
  const s = t.stream();
  await t.append(s, events(3), NO_STREAM);
  const unfiltered = t.followAll(END);
  const filtered = t.followAll(END, { prefixes: [s] });
  for (const f of [unfiltered, filtered]) await f.until('confirmation', () => f.of('confirmation').length);
  await t.append(s, events(2, 3), 2n);
  for (const f of [unfiltered, filtered]) {
    const mine = () => numbers(f.events.filter((e) => e.streamId === s));
    await f.until('the new events', () => mine().length >= 2);
    same('data', mine(), [3, 4]);
  }
});

check('subscribeToAll: the confirmation comes once and before everything else', async (t) => {
  const s = t.stream();
  const from = await t.here();
  await t.append(s, events(5), NO_STREAM);
  const f = t.followAll(from, { prefixes: [s], maxSearchWindow: 1 });
  await f.caughtUp();
  same('first', f.record[0]?.kind, 'confirmation');
  same('number', f.of('confirmation').length, 1);
});

check('subscribeToAll: an event is delivered as readStream gives it', async (t) => {
  const s = t.stream();
  const from = await t.here();
  await t.append(s, jsonEvent({ type: 'Whole', data: { a: [1] }, metadata: { b: 'ž' } }), NO_STREAM);
  const f = t.followAll(from, { prefixes: [s] });
  await f.atLeast(1);
  await t.append(s, binaryEvent({ type: 'Raw', data: Uint8Array.of(1, 2) }), 0n);
  await f.atLeast(2);
  same('events', f.events, await t.read(s));
});

// subscribeToAll: filters -------------------------------------------------------------------------------------------

check('filter: stream name prefixes select exactly the streams that begin with one of them', async (t) => {
  const base = t.stream('pre');
  const from = await t.here();
  const names = {
    a: `${base}-order-1`,
    b: `${base}-user-1`,
    c: `${base}-orders-1`,
    d: `${base}-ORDER-1`,
    e: `x${base}-order-1`,
  };
  const write = async (n) => {
    for (const name of Object.values(names)) await t.append(name, event(n), ANY);
  };
  await write(0);
  const prefixes = [`${base}-order-`, `${base}-user-`];
  const f = t.followAll(from, { prefixes });
  await f.caughtUp();
  await write(1);
  await t.append(names.a, event(2), ANY);
  await f.until('the last event', () => f.events.at(-1)?.data.n === 2);
  same(
    'delivered',
    f.events.map((e) => [e.streamId, e.data.n]),
    [
      [names.a, 0],
      [names.b, 0],
      [names.a, 1],
      [names.b, 1],
      [names.a, 2],
    ],
  );
});

check(
  'filter: excludeSystemEvents leaves out $metadata events, which an unfiltered subscription delivers',
  async (t) => {
    const s = t.stream();
    const from = await t.here();
    await t.append(s, event(0), NO_STREAM);
    await t.client.setStreamMetadata(s, { maxCount: 1_000 });
    await t.append(s, event(1), 0n);
    const clean = t.followAll(from, { noSystem: true });
    const full = t.followAll(from);
    await clean.caughtUp();
    await full.caughtUp();
    await t.client.setStreamMetadata(s, { maxCount: 2_000 });
    await t.append(s, event(2), 1n);
    const types = (f) => f.events.filter((e) => e.streamId.endsWith(s)).map((e) => e.type);
    for (const f of [clean, full])
      await f.until('the last event', () => f.events.some((e) => e.streamId === s && e.data.n === 2));
    const happened = 'ContractHappened';
    same('filtered', types(clean), [happened, happened, happened]);
    same('unfiltered', types(full), [happened, '$metadata', happened, '$metadata', happened]);
    ok(
      clean.events.every((e) => !e.type.startsWith('$')),
      'a system event was delivered',
    );
  },
);

// subscribeToAll: caughtUp --------------------------------------------------------------------------------------------

check('caughtUp: comes once, after the last event that was there and before the first new one', async (t) => {
  const s = t.stream();
  const from = await t.here();
  await t.append(s, events(50), NO_STREAM);
  const opened = [t.followAll(from), t.followAll(from, { prefixes: [s] }), t.followAll(from, { noSystem: true })];
  for (const f of opened) await f.caughtUp();
  await t.append(s, events(3, 50), 49n);
  for (const f of opened) await f.until('the new events', () => f.events.filter((e) => e.streamId === s).length >= 53);
  t.doing = 'waiting whether caughtUp comes again';
  await sleep(800);
  for (const f of opened) {
    const seen = f.record.filter((x) => x.kind === 'caughtUp' || (x.kind === 'event' && x.event.streamId === s));
    same('number of caughtUp', f.of('caughtUp').length, 1 + f.of('drop').length);
    same(
      'events before it',
      seen.findIndex((x) => x.kind === 'caughtUp'),
      50,
    );
  }
});

check('caughtUp: comes also when there is nothing to catch up with, from the last position and from END', async (t) => {
  const from = await t.here();
  const s = t.stream();
  const opened = [from, END].flatMap((fromPosition) => [
    t.followAll(fromPosition),
    t.followAll(fromPosition, { prefixes: [s] }),
    t.followAll(fromPosition, { noSystem: true }),
  ]);
  for (const f of opened) await f.caughtUp();
  await t.append(s, event(0), NO_STREAM);
  for (const f of opened) await f.until('the new event', () => f.events.some((e) => e.streamId === s));
});

check('caughtUp: comes also when the filter matches nothing of what there is to catch up with', async (t) => {
  const from = await t.here();
  await t.append(t.stream('noise'), events(200), NO_STREAM);
  const f = t.followAll(from, { prefixes: [t.stream('none')] });
  await f.caughtUp();
  same('events', f.events.length, 0);
});

// subscribeToAll: checkpoints ----------------------------------------------------------------------------------------

check('checkpoint: comes while catching up through events that the filter leaves out', async (t) => {
  const from = await t.here();
  const noise = t.stream('noise');
  for (const i of range(10)) await t.append(noise, events(20, i * 20), ANY);
  const f = t.followAll(from, { prefixes: [t.stream('none')], maxSearchWindow: 10, checkpointInterval: 2 });
  await f.caughtUp();
  const log = new Set((await t.readAll({ fromPosition: from })).map(commit));
  ok(f.checkpoints.length >= 9, `expected a checkpoint about every 20 of 200 events, got ${f.checkpoints.length}`);
  f.checkpointsSound();
  for (const p of f.checkpoints) ok(log.has(p.commit), `checkpoint ${p.commit} is not the position of an event`);
});

check('checkpoint: none comes before an event that lies at or before its position', async (t) => {
  const from = await t.here();
  const [s, noise] = [t.stream(), t.stream('noise')];
  const sent = events(120);
  const write = async (part) => {
    for (const e of part) await Promise.all([t.append(s, e, ANY), t.append(noise, event(0), ANY)]);
  };
  await write(sent.slice(0, 60));
  const f = t.followAll(from, { prefixes: [s], maxSearchWindow: 3, checkpointInterval: 1 });
  await write(sent.slice(60));
  await f.atLeast(120);
  completeAndInOrder(
    'events',
    f.events,
    sent.map((e) => e.id),
  );
  ok(f.checkpoints.length >= 30, `only ${f.checkpoints.length} checkpoints over 240 events with a window of 3`);
  f.checkpointsSound();
});

check('checkpoint: when live, comes every maxSearchWindow x checkpointInterval events, matching or not', async (t) => {
  const [s, noise] = [t.stream(), t.stream('noise')];
  const f = t.followAll(END, { prefixes: [s], maxSearchWindow: 5, checkpointInterval: 2 });
  await f.caughtUp();
  const written = [];
  for (const i of range(40)) written.push((await t.append(i % 4 ? noise : s, event(i), ANY)).position);
  await f.until('three checkpoints', () => f.checkpoints.length >= 3);
  f.checkpointsSound();
  const { checkpoints } = f;
  const log = (await t.readAll({ fromPosition: written[0] })).map((e) => e.position);
  const at = checkpoints.map((p) => log.findIndex((e) => isDeepStrictEqual(e, p)));
  for (const i of range(at.length - 1, 1)) {
    ok(at[i] >= 0, `checkpoint ${show(checkpoints[i])} is not the position of an event`);
    if (at[i - 1] >= 0) same('events from one checkpoint to the next', at[i] - at[i - 1], 10);
  }
});

check('checkpoint: with window 1 and interval 1 a live one carries the position of every event left out', async (t) => {
  const f = t.followAll(END, { prefixes: [t.stream('none')], maxSearchWindow: 1, checkpointInterval: 1 });
  await f.caughtUp();
  const written = [];
  for (const i of range(10)) written.push((await t.append(t.stream('noise'), event(i))).position);
  await f.until('ten checkpoints', () => f.checkpoints.some((p) => p.commit >= written[9].commit));
  const between = (list) => list.filter((c) => c >= written[0].commit && c <= written[9].commit);
  const log = (await t.readAll({ fromPosition: written[0] })).map(commit);
  same('positions', between(f.checkpoints.map((p) => p.commit)), between(log));
});

check('checkpoint: comes without any options set, within 100 live events that are left out', async (t) => {
  const f = t.followAll(END, { prefixes: [t.stream('none')] });
  await f.caughtUp();
  const s = t.stream('noise');
  for (const i of range(100)) await t.append(s, event(i), ANY);
  await f.until('a checkpoint', () => f.checkpoints.length >= 1);
});

check('checkpoint: a subscription resumed from one gets exactly the events after it', async (t) => {
  const from = await t.here();
  const [s, noise] = [t.stream(), t.stream('noise')];
  const sent = events(30);
  for (const [i, e] of sent.entries()) {
    await t.append(s, e, ANY);
    if (i % 3) await t.append(noise, event(i), ANY);
  }
  const stored = await t.read(s);
  const open = (fromPosition) => {
    const f = t.followAll(fromPosition, { prefixes: [s], maxSearchWindow: 1, checkpointInterval: 1 });
    return f.caughtUp().then(() => f);
  };
  const { checkpoints } = await open(from);
  ok(checkpoints.length >= 30, `only ${checkpoints.length} checkpoints over 50 events with a window of 1`);
  for (const position of checkpoints.filter((_, i) => i % 4 === 0)) {
    const resumed = await open(position);
    same(
      'events',
      resumed.events.map((e) => e.id),
      stored.filter((e) => commit(e) > position.commit).map((e) => e.id),
    );
    await resumed.subscription.unsubscribe();
  }
});

// subscribeToAll: nothing lost, nothing twice ------------------------------------------------------------------------

check(
  'live: concurrent writers while catching up and going live cause no gap, no duplicate, no disorder',
  async (t) => {
    const from = await t.here();
    const base = t.stream('seam');
    const streams = range(4).map((w) => `${base}-${w}`);
    const sent = [];
    const write = async (s, n) => {
      for (const i of range(n)) {
        const e = event(i);
        sent.push(e.id);
        await t.append(s, e, ANY);
      }
    };
    await Promise.all(streams.map((s) => write(s, 50)));
    const writing = Promise.all(streams.map((s) => write(s, 150)));
    const opened = [];
    const filtered = { prefixes: [base] };
    for (const filter of [{}, filtered, { noSystem: true }, filtered, {}, filtered]) {
      opened.push(t.followAll(from, filter));
      await sleep(10);
    }
    await writing;
    for (const f of opened) {
      const mine = () => f.events.filter((e) => e.streamId.startsWith(base));
      await f.until('800 events', () => mine().length >= 800);
    }
    await sleep(100);
    const order = (await t.readAll({ fromPosition: from })).filter((e) => e.streamId.startsWith(base)).map((e) => e.id);
    for (const f of opened) {
      const mine = f.events.filter((e) => e.streamId.startsWith(base));
      completeAndInOrder('events', mine, sent);
      same(
        'order of $all',
        mine.map((e) => e.id),
        order,
      );
    }
  },
);

check('live: 20 subscriptions at once each get every event', async (t) => {
  const base = t.stream('fan');
  const from = await t.here();
  const opened = range(20).map(() => t.followAll(from, { prefixes: [base] }));
  const sent = events(200);
  await Promise.all(opened.slice(0, 10).map((f) => f.caughtUp()));
  for (const i of range(20)) await t.append(`${base}-${i % 5}`, sent.slice(i * 10, i * 10 + 10), ANY);
  for (const f of opened) {
    await f.atLeast(200);
    completeAndInOrder(
      'events',
      f.events,
      sent.map((e) => e.id),
    );
  }
});

check('live: an append of 100 events is delivered whole, in order, with nothing in between', async (t) => {
  const base = t.stream('whole');
  const f = t.followAll(END, { prefixes: [base] });
  await f.caughtUp();
  await t.append(`${base}-first`, event(0), NO_STREAM);
  await f.atLeast(1);
  await Promise.all(range(5).map((w) => t.append(`${base}-${w}`, events(100), NO_STREAM)));
  await f.atLeast(501);
  for (const w of range(5)) {
    const block = f.events.slice(w * 100 + 1, w * 100 + 101);
    same('streams in a block', new Set(block.map((e) => e.streamId)).size, 1);
    same('order in a block', numbers(block), range(100));
  }
});

check('live: twenty events of 200 KB are delivered, caught up and live', async (t) => {
  const from = await t.here();
  const s = t.stream();
  for (let i = 0; i < 10; i++) await t.append(s, sized(200_000), ANY);
  const f = t.followAll(from, { prefixes: [s] });
  await f.caughtUp();
  for (let i = 0; i < 10; i++) await t.append(s, sized(200_000), ANY);
  await f.atLeast(20);
  same('sizes', new Set(f.events.map((e) => e.data.x.length)), new Set([199_992]));
  same(
    'revisions',
    f.events.map((e) => Number(e.revision)),
    range(20),
  );
});

check('live: a slow for-await consumer gets everything that was there, in order', async (t) => {
  const from = await t.here();
  const s = t.stream();
  const sent = events(400);
  for (const i of range(4)) await t.append(s, sent.slice(i * 100, i * 100 + 100), ANY);
  const subscription = t.client.subscribeToAll({ fromPosition: from, filter: streamNameFilter({ prefixes: [s] }) });
  const got = [];
  t.doing = 'slow consumer';
  for await (const { event: e } of subscription) {
    got.push(e);
    await sleep(2);
    if (got.length === 400) await subscription.unsubscribe();
  }
  completeAndInOrder(
    'events',
    got,
    sent.map((e) => e.id),
  );
});

check(
  'live: a consumer slower than the writer that resumes when it is dropped gets every event once, in order',
  async (t) => {
    let from = await t.here();
    const s = t.stream();
    const sent = events(600);
    const got = [];
    let drops = 0;
    const consuming = (async () => {
      while (got.length < sent.length) {
        const subscription = t.client.subscribeToAll({
          fromPosition: from,
          filter: streamNameFilter({ prefixes: [s] }),
        });
        try {
          for await (const { event: e } of subscription) {
            got.push(e);
            from = e.position;
            if (got.length === sent.length) await subscription.unsubscribe();
            await sleep(1);
          }
        } catch (error) {
          if (!isDrop(error)) fail(`dropped with ${show(error)} instead of TimeoutError`);
          if (++drops > 500) fail('dropped more than 500 times');
        }
      }
    })();
    consuming.catch(() => {});
    await sleep(50);
    for (const i of range(12)) await t.append(s, sent.slice(i * 50, i * 50 + 50), ANY);
    t.doing = 'consuming slowly';
    await consuming;
    completeAndInOrder(
      'events',
      got,
      sent.map((e) => e.id),
    );
  },
);

check('live: unsubscribe ends the iteration without an error, and the client stays usable', async (t) => {
  const from = await t.here();
  const s = t.stream();
  await t.append(s, events(3), NO_STREAM);
  const subscription = t.client.subscribeToAll({ fromPosition: from, filter: streamNameFilter({ prefixes: [s] }) });
  let n = 0;
  const iteration = (async () => {
    const next = subscription[Symbol.asyncIterator]();
    while (!(await next.next()).done) n++;
    return 'ended';
  })();
  await sleep(200);
  t.doing = 'unsubscribe';
  await subscription.unsubscribe();
  same('iteration', await Promise.race([iteration, sleep(3_000, 'still running after 3 s')]), 'ended');
  await t.append(s, event(3), 2n);
  await sleep(100);
  same('events', n, 3);
});

check('live: resuming from the position of the last event loses nothing and repeats nothing', async (t) => {
  let from = await t.here();
  const s = t.stream('resume');
  const sent = events(300);
  const writing = (async () => {
    for (const e of sent) await t.append(s, e, ANY);
  })();
  const got = [];
  while (got.length < 300) {
    const subscription = t.client.subscribeToAll({ fromPosition: from, filter: streamNameFilter({ prefixes: [s] }) });
    let n = 0;
    t.doing = `consuming event ${got.length}`;
    try {
      for await (const { event: e } of subscription) {
        got.push(e);
        from = e.position;
        if (++n === 60 || got.length === 300) {
          await subscription.unsubscribe();
          break;
        }
      }
    } catch (error) {
      if (!isDrop(error)) throw error;
    }
  }
  await writing;
  completeAndInOrder(
    'events',
    got,
    sent.map((e) => e.id),
  );
});

// subscribeToStream --------------------------------------------------------------------------------------------------

check('subscribeToStream: from a revision excludes the event at this revision and goes on live', async (t) => {
  const s = t.stream();
  await t.append(s, events(5), NO_STREAM);
  const f = t.followStream(s, 2n);
  await f.caughtUp();
  await t.append(s, event(5), 4n);
  await f.atLeast(3);
  same('data', numbers(f.events), [3, 4, 5]);
  same(
    'events before caughtUp',
    f.record.filter((x) => x.kind !== 'confirmation').findIndex((x) => x.kind === 'caughtUp'),
    2,
  );
});

check('subscribeToStream: from START delivers all, from END only what is new', async (t) => {
  const s = t.stream();
  await t.append(s, events(3), NO_STREAM);
  const all = t.followStream(s, START);
  const fresh = t.followStream(s, END);
  await all.caughtUp();
  await fresh.caughtUp();
  await t.append(s, event(3), 2n);
  await all.atLeast(4);
  await fresh.atLeast(1);
  same('from START', numbers(all.events), [0, 1, 2, 3]);
  same('from END', numbers(fresh.events), [3]);
});

check('subscribeToStream: a stream that does not exist yet is waited for', async (t) => {
  const s = t.stream('later');
  const f = t.followStream(s, START);
  await f.until('confirmation', () => f.of('confirmation').length);
  await t.append(t.stream(), event(9), NO_STREAM);
  await t.append(s, events(2), NO_STREAM);
  await f.atLeast(2);
  same('data', numbers(f.events), [0, 1]);
});

// deletion and stream metadata ---------------------------------------------------------------------------------------

check('deleteStream: a deleted stream reads as StreamNotFoundError', async (t) => {
  const s = t.stream();
  await t.append(s, events(3), NO_STREAM);
  t.doing = 'delete';
  isPosition('position', (await t.client.deleteStream(s, { expectedRevision: 2n })).position);
  await refused('read', t.read(s), esdb.StreamNotFoundError, { streamName: s });
  const last = { direction: BACKWARDS, fromRevision: END, maxCount: 1 };
  await refused('read backwards', t.read(s, last), esdb.StreamNotFoundError, { streamName: s });
});

check('deleteStream: a wrong revision fails with WrongExpectedVersionError and deletes nothing', async (t) => {
  const s = t.stream();
  await t.append(s, events(3), NO_STREAM);
  await wrongVersion('delete', t.client.deleteStream(s, { expectedRevision: 9n }), s, 9n, 2n);
  same('events', await t.count(s), 3);
});

check('deleteStream: the stream can be created again, and its revisions continue', async (t) => {
  const s = t.stream();
  await t.append(s, events(3), NO_STREAM);
  await t.client.deleteStream(s);
  same('revision', (await t.append(s, events(2, 3), NO_STREAM)).nextExpectedRevision, 4n);
  // For a moment after the append the real server may still answer that the stream is not found.
  for (let tries = 0; tries < 100 && !(await t.count(s)); tries++) await sleep(20);
  same('revisions', await t.revisions(s), [3, 4]);
  await wrongVersion('NO_STREAM now', t.append(s, event(9), NO_STREAM), s, 'no_stream', 4n);
  const again = t.stream();
  await t.append(again, events(3), NO_STREAM);
  await t.client.deleteStream(again);
  same('exact revision', (await t.append(again, event(3), 2n)).nextExpectedRevision, 3n);
});

check('tombstoneStream: reading and appending fail with StreamDeletedError for good', async (t) => {
  const s = t.stream();
  await t.append(s, events(2), NO_STREAM);
  t.doing = 'tombstone';
  isPosition('position', (await t.client.tombstoneStream(s, { expectedRevision: 1n })).position);
  const gone = { type: 'stream-deleted', streamName: s };
  await refused('read', t.read(s), esdb.StreamDeletedError, gone);
  for (const revision of [ANY, NO_STREAM, 1n])
    await refused('append', t.append(s, event(2), revision), esdb.StreamDeletedError, gone);
});

check('setStreamMetadata: maxCount 1 leaves only the last event readable, and revisions are kept', async (t) => {
  const s = t.stream();
  const first = await t.append(s, events(5), NO_STREAM);
  t.doing = 'setStreamMetadata';
  same('result', (await t.client.setStreamMetadata(s, { maxCount: 1 })).success, true);
  same('metadata', (await t.client.getStreamMetadata(s)).metadata, { maxCount: 1 });
  same('revisions', await t.revisions(s), [4]);
  await t.append(s, event(5), first.nextExpectedRevision);
  same('revisions after one more', await t.revisions(s), [5]);
  const last = await t.read(s, { direction: BACKWARDS, fromRevision: END, maxCount: 1 });
  same('last', numbers(last), [5]);
});

check('setStreamMetadata: maxCount set before the stream exists does not stand in the way of NO_STREAM', async (t) => {
  const s = t.stream();
  await t.client.setStreamMetadata(s, { maxCount: 1 });
  same('first', (await t.append(s, event(0), NO_STREAM)).nextExpectedRevision, 0n);
  for (const i of range(5, 1)) await t.append(s, event(i), BigInt(i - 1));
  same('readable', numbers(await t.read(s)), [5]);
});

// --------------------------------------------------------------------------------------------------------- running

let current = null; // rejects the running check when the client throws outside any promise
const astray = (error) => {
  if (current) current(new Failure(`an error escaped from the client: ${show(error)}`));
};
process.on('unhandledRejection', astray);
process.on('uncaughtException', astray);

const deadlineOf = (t, ms) =>
  sleep(ms, undefined, { ref: true }).then(() => fail(`no end within ${(ms / 1000).toFixed(0)} s (${t.doing})`));

async function runOne({ run, deadline }, left) {
  if (left < 500) return `not run: the ${RUN_MS / 1000} s of the whole run are over`;
  const t = new Context();
  const escaped = new Promise((_, reject) => (current = reject));
  try {
    await Promise.race([Promise.resolve().then(() => run(t)), escaped, deadlineOf(t, Math.min(deadline, left))]);
    return null;
  } catch (error) {
    return error instanceof Failure ? error.message : `${show(error)} (${t.doing})`;
  } finally {
    current = null;
    escaped.catch(() => {});
    await t.close();
  }
}

const chosen = checks.filter(
  ({ name }) => !options.only.length || options.only.some((part) => name.toLowerCase().includes(part)),
);
if (options.list) {
  for (const { name } of chosen) console.log(name);
  process.exit(0);
}
const started = Date.now();
let passed = 0;
let failed = 0;
for (const one of chosen) {
  const from = Date.now();
  const reason = await runOne(one, RUN_MS - (from - started));
  const ms = Date.now() - from;
  if (reason === null) passed++;
  else failed++;
  if (options.json)
    console.log(JSON.stringify({ name: one.name, ok: reason === null, ms, ...(reason === null ? {} : { reason }) }));
  else console.log(reason === null ? `ok   ${one.name}` : `FAIL ${one.name} -- ${reason.replace(/\s+/g, ' ')}`);
}
if (!chosen.length) console.error('no check has such a name');
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !chosen.length ? 1 : 0);
