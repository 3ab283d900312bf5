import fc from 'fast-check';
import { testId as id } from '#kernel/testing';
import { type DialingFacts, type DialingLimits, NO_CALLS, type QueueSettings } from '#eligibility';
import { MEMBERS, positionOfMember } from '#members/domain';
import { UNLISTED_SCOPE, ZONE_SCOPE } from '../domain/queue/reindex-jobs.js';
import { positionOfUnlisted, UNLISTED } from '../domain/queue/unlisted.js';
import { AroundReindexing, calledBefore, NOW } from '../testing/around-reindexing.js';
import { reindex } from './reindex.js';

const [W, LIST, OTHER] = [id(1), id(2), id(3)] as const;
const NO_LIMITS: DialingLimits = { max_attempts_per_day: null, max_attempts_total: null, min_retry_seconds: 0 };
const UTC = { limits: NO_LIMITS, zone: 'UTC' };
const never = () => false;

const run = (around: AroundReindexing, scope: string, stopped: () => boolean = never) =>
  reindex(
    {
      readModel: around.readModel,
      cacheWriter: around.cacheWriter,
      clock: around.clock,
      stopped,
      inTurn: (chunk) => chunk(),
    },
    W,
    scope,
  );
const membersOf = (around: AroundReindexing, list = LIST) => around.rows(MEMBERS, 'by_number', [W, list, 1]);
const positionsOf = async (around: AroundReindexing, list = LIST) =>
  (await membersOf(around, list)).map(({ state, due }) => [state, due]);

const cap = fc.constantFrom(null, null, 0, 1, 2, 3);
const limits: fc.Arbitrary<DialingLimits> = fc.record({
  max_attempts_per_day: cap,
  max_attempts_total: cap,
  min_retry_seconds: fc.constantFrom(0, 60, 3_600, 90_000),
});
const zone = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu');
const settings: fc.Arbitrary<QueueSettings> = fc.record({ limits, zone });
const facts: fc.Arbitrary<DialingFacts> = fc.oneof(
  fc.constant(NO_CALLS),
  fc
    .tuple(fc.constantFrom(30, 600, 7_200, 50_000, 100_000), fc.integer({ min: 1, max: 3 }), fc.constantFrom(0, 1))
    .map(([ago, attempts, in_call]) => ({ ...calledBefore(ago, attempts), in_call })),
);

describe('after a change of settings', () => {
  it('every member of the list has the position of the new settings, and no other member has moved', async () => {
    const sameSettings = fc.array(facts, { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(sameSettings, settings, settings, async (all, before, after) => {
        const around = new AroundReindexing();
        await around.members(W, LIST, all, before);
        await around.members(W, OTHER, all, before);
        const elsewhere = await membersOf(around, OTHER);
        await around.set(W, { workspace: { time_zone: after.zone }, lists: { [LIST]: after.limits } });
        expect(await run(around, LIST)).toBe(true);
        const rows = await membersOf(around);
        expect(rows).toEqual(rows.map((row) => ({ ...row, ...positionOfMember(row, after, NOW, null), revision: 1 })));
        expect(rows).toHaveLength(all.length);
        expect(await membersOf(around, OTHER)).toEqual(elsewhere);
      }),
    );
  });

  it('every contact without a list does too', async () => {
    const contact = fc.tuple(facts, fc.constantFrom(0, 1), fc.constantFrom(0, 0, 2));
    await fc.assert(
      fc.asyncProperty(fc.array(contact, { maxLength: 12 }), settings, settings, async (all, before, after) => {
        const around = new AroundReindexing();
        const rows = all.map(([own, live, memberships]) => ({ ...own, live: live, memberships }));
        await around.contacts(W, rows, before);
        const unlisted = { enabled: true, dial_timeout_seconds: 30, ...after.limits };
        await around.set(W, { workspace: { time_zone: after.zone, unlisted } });
        await run(around, UNLISTED_SCOPE);
        const found = await around.rows(UNLISTED, 'queue', [W, '']);
        expect(found).toHaveLength(all.length);
        expect(found).toEqual(
          found.map((row) => ({ ...row, ...positionOfUnlisted(row, after, NOW, null), revision: 1 })),
        );
      }),
    );
  });

  it('of the time zone, members that wait for a midnight wait for the right one', async () => {
    const around = new AroundReindexing();
    const daily = { ...NO_LIMITS, max_attempts_per_day: 1 };
    const lists = { [LIST]: daily, [OTHER]: NO_LIMITS };
    for (const list of [LIST, OTHER]) {
      await around.members(W, list, [calledBefore(60)], { limits: lists[list]!, zone: 'Asia/Kathmandu' });
    }
    await around.contacts(W, [calledBefore(60)], { limits: daily, zone: 'Asia/Kathmandu' });
    await around.set(W, { workspace: { time_zone: 'UTC' }, lists });
    expect(await positionsOf(around)).toEqual([['midnight', Date.parse('2030-01-01T18:15:00.000Z')]]);
    await run(around, ZONE_SCOPE);
    // The attempt a minute before 2030 counts for the day before.
    expect([await positionsOf(around), await positionsOf(around, OTHER)]).toEqual([[['ready', 0]], [['ready', 0]]]);
    const [contact] = await around.rows(UNLISTED, 'queue', [W, '']);
    // By the settings for contacts without a list, a day's gap remains.
    expect(contact).toMatchObject({ state: 'waiting', due: Date.parse('2030-01-01T23:59:00.000Z') });
  });
});

it('reads any number of rows in chunks, and writes only those with a wrong position', async () => {
  const around = new AroundReindexing();
  const all = Array.from({ length: 1_201 }, (_, n) => (n % 2 === 0 ? NO_CALLS : calledBefore(60)));
  await around.members(W, LIST, all, UTC);
  await around.set(W, { lists: { [LIST]: { min_retry_seconds: 3_600 } } });
  await run(around, LIST);
  const states = (await membersOf(around)).map(({ state }) => state);
  expect(states).toEqual(all.map((each) => (each === NO_CALLS ? 'ready' : 'waiting')));
  expect(around.amendments).toBe(3);
  await run(around, LIST);
  expect(around.amendments).toBe(3);
});

it('continues with settings that change while it walks', async () => {
  const around = new AroundReindexing();
  const all = Array.from({ length: 501 }, () => calledBefore(60));
  await around.members(W, LIST, all, UTC);
  await around.set(W, { lists: { [LIST]: { min_retry_seconds: 3_600 } } });
  around.before = async () => {
    around.before = () => Promise.resolve();
    await around.set(W, { lists: { [LIST]: { min_retry_seconds: 7_200 } } });
  };
  await run(around, LIST);
  expect((await positionsOf(around)).at(-1)).toEqual(['waiting', Date.parse('2030-01-01T01:59:00.000Z')]);
});

it('ignores removed members and deleted lists', async () => {
  const around = new AroundReindexing();
  await around.members(W, LIST, [calledBefore(60)], UTC, 0);
  await around.members(W, OTHER, [calledBefore(60)], UTC);
  const lists = { [LIST]: { min_retry_seconds: 3_600 }, [OTHER]: { min_retry_seconds: 3_600, live: 0 } };
  await around.set(W, { lists });
  for (const list of [LIST, OTHER, id(4)]) expect(await run(around, list)).toBe(true);
  expect(around.amendments).toBe(0);
});

it('corrects a row that another writer moves at that moment, unless an event has', async () => {
  const around = new AroundReindexing();
  await around.members(W, LIST, [calledBefore(60), calledBefore(60)], UTC);
  await around.set(W, { lists: { [LIST]: { min_retry_seconds: 3_600 } } });
  const [first, second] = await membersOf(around);
  around.before = async () => {
    around.before = () => Promise.resolve();
    // Promoted, and dispatched.
    await around.put(MEMBERS, [W, LIST, first!.contact_id], { ...first, state: 'waiting', due: 7 });
    const called = { ...second, in_call: 1, state: 'out', due: 0, revision: 9 };
    await around.put(MEMBERS, [W, LIST, second!.contact_id], called);
  };
  await run(around, LIST);
  const gap = Date.parse('2030-01-01T00:59:00.000Z');
  expect(await positionsOf(around)).toEqual([
    ['waiting', gap],
    ['out', 0],
  ]);
});

it('meets a contact that is promoted while it walks, since eligible members are kept', async () => {
  const around = new AroundReindexing();
  const limits = { ...NO_LIMITS, max_attempts_per_day: 1, min_retry_seconds: 3_600 };
  const unlimited = { limits: { ...limits, max_attempts_per_day: null }, zone: 'Asia/Kathmandu' };
  await around.contacts(W, [calledBefore(60), calledBefore(60)], unlimited);
  await around.set(W, { workspace: { unlisted: { enabled: true, dial_timeout_seconds: 30, ...limits } } });
  const [first, second] = await around.rows(UNLISTED, 'queue', [W, '', 'waiting']);
  // One contact waits for a midnight and is moved to its position; at that moment the other one is promoted by its old
  // row.
  await around.put(UNLISTED, [W, first!.contact_id], { ...first, state: 'midnight', due: 7 });
  around.before = async () => {
    around.before = () => Promise.resolve();
    await around.put(UNLISTED, [W, second!.contact_id], { ...second, state: 'ready', due: 0 });
  };
  await run(around, UNLISTED_SCOPE);
  const gap = Date.parse('2030-01-01T00:59:00.000Z');
  const found = await around.rows(UNLISTED, 'queue', [W, '']);
  expect(found.map(({ state, due }) => [state, due])).toEqual([
    ['waiting', gap],
    ['waiting', gap],
  ]);
});

it('stops between two chunks and reports it', async () => {
  const around = new AroundReindexing();
  const all = Array.from({ length: 501 }, () => calledBefore(60));
  await around.members(W, LIST, all, UTC);
  await around.set(W, { lists: { [LIST]: { min_retry_seconds: 3_600 } } });
  expect(await run(around, LIST, () => around.amendments > 0)).toBe(false);
  expect(around.amendments).toBe(1);
});
