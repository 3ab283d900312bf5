import { VirtualTimers } from '#kernel/testing';
import { personalKeysContract } from './contract/index.js';
import { KeyCache } from './key-cache.js';
import { PersonalKeysUnavailableError } from './personal-keys.js';
import { ReadKeyCache } from './read-key-cache.js';
import { MemoryKeyStore, MemoryPersonalKeys, shredSubjects, WatchedKeys } from './testing/index.js';
import type { SecretsKeys } from './wrapping.js';

// Between any two calls the time passes after which a cache must ask again, so what it answers is never older. It holds
// one key: a call for several keys gets one from the cache and the rest from the store.
personalKeysContract('in memory, cached', async () => {
  const store = new MemoryKeyStore();
  const timers = new VirtualTimers();
  let now = 0;
  const clock = { now: () => (now += 5_000) };
  return {
    open: async (secrets) => new KeyCache(new MemoryPersonalKeys(secrets, store), { clock, timers }, 1),
    destroy: async () => undefined,
  };
});

const ANN = 'contact:ann';
const BOB = 'contact:bob';
const CAT = 'contact:cat';
const SECRETS: SecretsKeys = [Buffer.alloc(32, 7)];

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A cache before a store, and another process that uses the same store. */
function around(kept?: number) {
  const store = new MemoryKeyStore();
  const keys = new WatchedKeys(SECRETS, store);
  const timers = new VirtualTimers();
  const clock = {
    time: 1_000_000,
    now(): number {
      return this.time;
    },
  };
  const cache = new KeyCache(keys, { clock, timers }, kept);
  const pass = async (ms: number): Promise<void> => {
    clock.time += ms;
    timers.advance(ms);
    await settled();
  };
  return { cache, keys, timers, clock, pass, other: new MemoryPersonalKeys(SECRETS, store) };
}

describe('a cache of keys', () => {
  it('asks for the keys that it lacks, all at once, and for each once', async () => {
    const { cache, keys } = around();
    const [ann] = await cache.ensure('w', [ANN]);
    const made = await cache.ensure('w', [BOB, ANN, CAT]);
    expect(made[1]).toEqual(ann);
    expect(await cache.ensure('w', [ANN, BOB, CAT])).toEqual([ann, made[0], made[2]]);
    expect(keys.ensured).toEqual([[ANN], [BOB, CAT]]);
    expect(await cache.get(made.map(({ id }) => id))).toEqual(made.map(({ key }) => key));
    expect(keys.got).toEqual([]);
  });

  it('tells the keys of two workspaces apart', async () => {
    const { cache } = around();
    const [one] = await cache.ensure('w1', [ANN]);
    const [other] = await cache.ensure('w2', [ANN]);
    expect(other).not.toEqual(one);
  });

  it('asks for the keys of ids that it lacks, all at once', async () => {
    const { cache, keys, other } = around();
    const made = await other.ensure('w', [ANN, BOB, CAT]);
    const ids = made.map(({ id }) => id);
    await cache.get([ids[0]!]);
    expect(await cache.get(ids)).toEqual(made.map(({ key }) => key));
    await cache.get(ids);
    expect(keys.got).toEqual([[ids[0]], [ids[1], ids[2]]]);
  });

  it('keeps those used last', async () => {
    const { cache, keys } = around(2);
    await cache.ensure('w', [ANN, BOB]);
    await cache.ensure('w', [ANN]);
    await cache.ensure('w', [CAT]);
    await cache.ensure('w', [ANN, CAT]);
    await cache.ensure('w', [BOB]);
    expect(keys.ensured).toEqual([[ANN, BOB], [CAT], [BOB]]);
  });
});

describe('keys at hand', () => {
  const [CALLS, ANSWERS] = ['calls:2030-01-01', 'answers:2030-01-01'];

  it('are those of days that are cached, if all of them are', async () => {
    const { cache, keys } = around();
    expect(cache.atHand('w', [CALLS])).toBeUndefined();
    const made = await cache.ensure('w', [CALLS, ANSWERS]);
    expect(cache.atHand('w', [CALLS, ANSWERS])).toEqual(made);
    expect(cache.atHand('w', [CALLS, 'calls:2030-01-02'])).toBeUndefined();
    expect(cache.atHand('other', [CALLS])).toBeUndefined();
    expect(keys.ensured).toHaveLength(1);
  });

  it('are never those of contacts, who may have another key since', async () => {
    const { cache } = around();
    await cache.ensure('w', [ANN, CALLS]);
    expect(cache.atHand('w', [ANN])).toBeUndefined();
    expect(cache.atHand('w', [CALLS, ANN])).toBeUndefined();
  });

  it('are none a second after the store was asked, nor once they are shredded', async () => {
    const { cache, other, pass } = around();
    await cache.ensure('w', [CALLS]);
    await pass(999);
    expect(cache.atHand('w', [CALLS])).toHaveLength(1);
    await pass(1);
    expect(cache.atHand('w', [CALLS])).toBeUndefined();
    await other.shredDays('calls', '2030-01-02');
    await cache.get([]);
    await settled();
    expect(cache.atHand('w', [CALLS])).toBeUndefined();
  });
});

describe('days that are shredded', () => {
  it('leave the cache as it is where nothing was left of them, and empty it otherwise, or where that fails', async () => {
    const { cache, keys } = around();
    await cache.ensure('w', [ANN, 'calls:2030-01-01']);
    expect(await cache.shredDays('calls', '2030-01-01')).toBe(0);
    await cache.ensure('w', [ANN]);
    expect(keys.ensured).toHaveLength(1);
    expect(await cache.shredDays('calls', '2030-01-02', 'w')).toBe(1);
    await cache.ensure('w', [ANN]);
    expect(keys.ensured).toHaveLength(2);
    await keys.close();
    await expect(cache.shredDays('calls', '2030-01-02')).rejects.toThrow(PersonalKeysUnavailableError);
    await expect(cache.ensure('w', [ANN])).rejects.toThrow(PersonalKeysUnavailableError);
  });
});

describe('a key that another process shreds', () => {
  it('is let go of at the second use, a second later', async () => {
    const { cache, other, pass } = around();
    const [{ id, key }] = (await cache.ensure('w', [ANN])) as [{ id: string; key: Buffer }];
    await shredSubjects(other, 'w', [ANN]);
    await pass(999);
    expect(await cache.get([id])).toEqual([key]);
    await pass(1);
    // Asks, and does not wait for the answer.
    expect(await cache.get([id])).toEqual([key]);
    await settled();
    expect(await cache.get([id])).toEqual(['shredded']);
    expect((await cache.ensure('w', [ANN]))[0]!.id).not.toBe(id);
  });

  it('seals no contact that was imported again since, and is not waited for by days', async () => {
    const { cache, keys, other } = around();
    const day = 'calls:2030-01-01';
    const [ann, bob] = await cache.ensure('w', [ANN, BOB, day]);
    await shredSubjects(other, 'w', [ANN]);
    const [again] = await other.ensure('w', [ANN]);
    const before = keys.asked;
    await cache.ensure('w', [day]);
    expect(keys.asked).toBe(before);
    expect(await cache.ensure('w', [BOB, ANN, day])).toMatchObject([bob!, again!, {}]);
    expect(keys.asked).toBe(before + 1);
    expect(await cache.get([ann!.id, again!.id])).toEqual(['shredded', again!.key]);
  });

  it('seals no contact by an answer to an earlier question, and one question serves all that wait for it', async () => {
    const { cache, keys, other } = around();
    await cache.ensure('w', [ANN]);
    let arrive = (): void => undefined;
    keys.answers = new Promise((resolve) => (arrive = resolve));
    const early = cache.ensure('w', [ANN]);
    await settled();
    await shredSubjects(other, 'w', [ANN]);
    const [again] = await other.ensure('w', [ANN]);
    const before = keys.asked;
    keys.answers = Promise.resolve();
    const late = Promise.all([cache.ensure('w', [ANN]), cache.ensure('w', [ANN])]);
    await settled();
    expect(keys.asked).toBe(before);
    arrive();
    await early;
    expect(await late).toEqual([[again], [again]]);
    expect(keys.asked).toBe(before + 1);
  });

  it('is let go of by a cache that was used once, five seconds later', async () => {
    const { cache, keys, timers, other, pass } = around();
    const [made] = await cache.ensure('w', [ANN]);
    await shredSubjects(other, 'w', [ANN]);
    expect([keys.asked, timers.size]).toEqual([1, 1]);
    await pass(5_000);
    // With nothing cached, nothing is asked any more.
    expect([keys.asked, timers.size]).toEqual([2, 0]);
    expect(await cache.get([made!.id])).toEqual(['shredded']);
  });

  it('is never used after five seconds without an answer of the store', async () => {
    const { cache, keys, clock } = around();
    const [made] = await cache.ensure('w', [ANN]);
    keys.away = true;
    clock.time += 4_999;
    expect(await cache.get([made!.id])).toEqual([made!.key]);
    clock.time += 1;
    await expect(cache.get([made!.id])).rejects.toBeInstanceOf(PersonalKeysUnavailableError);
    await expect(cache.ensure('w', [ANN])).rejects.toBeInstanceOf(PersonalKeysUnavailableError);
    keys.away = false;
    expect(await cache.ensure('w', [ANN])).toEqual([made]);
  });

  it('is not used by a clock that was set back', async () => {
    const { cache, clock, other } = around();
    const [made] = await cache.ensure('w', [ANN]);
    await shredSubjects(other, 'w', [ANN]);
    clock.time -= 3_600_000;
    expect(await cache.get([made!.id])).toEqual(['shredded']);
  });

  it('is not cached when it was asked for before all were dropped', async () => {
    const { cache, keys, other, pass } = around();
    const [ann, bob] = await other.ensure('w', [ANN, BOB]);
    await cache.get([ann!.id]);
    let arrive = (): void => undefined;
    keys.answers = new Promise((resolve) => (arrive = resolve));
    const late = cache.get([bob!.id]);
    await settled();
    await shredSubjects(other, 'w', [BOB]);
    keys.answers = Promise.resolve();
    await pass(5_000);
    expect(await cache.get([ann!.id])).toEqual([ann!.key]);
    arrive();
    expect(await late).toEqual([bob!.key]);
    expect(await cache.get([bob!.id])).toEqual(['shredded']);
  });
});

it('a process that shreds lets go at once', async () => {
  const { cache } = around();
  const [made] = await cache.ensure('w', [ANN]);
  await shredSubjects(cache, 'w', [ANN]);
  expect(await cache.get([made!.id])).toEqual(['shredded']);
  const [again] = await cache.ensure('w', [ANN]);
  await cache.shredWorkspace('w');
  expect(await cache.get([again!.id])).toEqual(['shredded']);
});

it('a reader of keys has a cache as well, which lets go in the same way', async () => {
  const { keys, other, clock, timers } = around();
  const reader = new ReadKeyCache(keys, { clock, timers });
  const [made] = await other.ensure('w', [ANN]);
  for (let reads = 0; reads < 3; reads += 1) expect(await reader.get([made!.id])).toEqual([made!.key]);
  expect(keys.got).toHaveLength(1);
  await shredSubjects(other, 'w', [ANN]);
  clock.time += 5_000;
  expect(await reader.get([made!.id])).toEqual(['shredded']);
  expect(await reader.shreddings()).toBe(await other.shreddings());
  await reader.close();
  await expect(keys.get([made!.id])).rejects.toBeInstanceOf(PersonalKeysUnavailableError);
});

it('the store is asked at most every second while keys are used, and every five while they are only held', async () => {
  const { cache, keys, pass } = around();
  const [made] = await cache.ensure('w', [ANN]);
  for (let uses = 0; uses < 100; uses += 1) {
    await cache.get([made!.id]);
    await pass(100);
  }
  expect(keys.asked).toBeGreaterThanOrEqual(10);
  expect(keys.asked).toBeLessThanOrEqual(11);
  const before = keys.asked;
  for (let seconds = 0; seconds < 20; seconds += 1) await pass(1_000);
  expect(keys.asked - before).toBe(4);
  await cache.close();
  await pass(60_000);
  expect(keys.asked - before).toBe(4);
});
