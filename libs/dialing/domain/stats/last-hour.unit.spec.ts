import fc from 'fast-check';
import { type DomainEvent, instant } from '#kernel';
import { TEST_START, testId, TestWorkspace } from '#kernel/testing';
import { callCountsProjection } from '../../projections/call-counts.projection.js';
import { callsProjection } from '../../projections/calls.projection.js';
import { event, PHONE } from '../../testing/past.js';
import { CALL_RESULTS, type CallResult } from '../calls/call-events.js';
import { CALLS } from '../calls/call.js';
import { CALL_COUNTS, HOUR } from './call-counts.js';
import { lastHour } from './last-hour.js';

/** What happens next: a call begins or the oldest one in flight ends, `later` milliseconds after what was before. */
interface Drawn {
  readonly later: number;
  readonly what: 'dispatched' | 'registered' | CallResult | null;
}

/** Within a second, to its end, over one or several cells of a ring, and around a whole hour. */
const EDGES = [0, 1, 999, 1_000, 1_001, 59_000, 59_999, 60_000, 60_001, 3_540_000, HOUR - 1, HOUR, HOUR + 1, 3_661_000];
const drawn: fc.Arbitrary<Drawn> = fc.record({
  later: fc.oneof(fc.constantFrom(...EDGES), fc.nat(2_000), fc.nat(400_000), fc.nat(2 * HOUR)),
  what: fc.constantFrom('dispatched', 'registered', null, ...CALL_RESULTS),
});

const LEASE = instant(TEST_START + 100 * HOUR);

/** A workspace in which these steps happen one after another, and what a test does after each. */
function play(steps: readonly Drawn[], begins: number, then: (workspace: TestWorkspace) => void): void {
  const workspace = new TestWorkspace([callsProjection, callCountsProjection]);
  const inFlight: string[] = [];
  let at = TEST_START + begins;
  steps.forEach(({ later, what }, n) => {
    at += later;
    workspace.append(eventsOf(what, testId(n), inFlight), instant(at));
    then(workspace);
  });
}

function eventsOf(what: Drawn['what'], id: string, inFlight: string[]): readonly DomainEvent[] {
  if (what === null) return [];
  const party = (call_id: string) => ({ call_id, contact_id: id, smart_list_id: null, member_number: 1 });
  if (what === 'dispatched' || what === 'registered') {
    inFlight.push(id);
    const type = what === 'dispatched' ? 'CallDispatched' : 'CallRegistered';
    const unlisted = { snapshot: { smart_list_id: null }, attempt_number: 1 };
    return [
      event(type, { ...party(id), phone: PHONE, lease_expires_at: LEASE, ...(what === 'dispatched' && unlisted) }),
    ];
  }
  const oldest = inFlight.shift();
  if (oldest === undefined) return [];
  const end = { ...party(oldest), result: what, dispatched_at: LEASE, wrap_up_expires_at: null };
  return [event('CallEnded', end), event('CallsErased', { contact_id: id, call_ids: [oldest] })];
}

/** What a walk over every call counts. */
function walked(workspace: TestWorkspace) {
  const from = instant(Date.parse(workspace.now) - HOUR);
  const isRecent = (at: string | null): boolean => at !== null && at >= from;
  const calls = workspace.all(CALLS);
  const begun = calls.filter(({ dispatched_at }) => isRecent(dispatched_at));
  const ended = calls.filter(({ ended_at }) => isRecent(ended_at));
  const by = CALL_RESULTS.map((each) => [each, ended.filter(({ result }) => result === each).length]);
  return {
    from,
    dispatched: begun.filter(({ snapshot }) => snapshot !== null).length,
    registered: begun.filter(({ snapshot }) => snapshot === null).length,
    ended: ended.length,
    by_result: Object.fromEntries(by) as object,
  };
}

const lives = [fc.array(drawn, { maxLength: 60 }), fc.nat(2 * HOUR)] as const;

it('has the calls that a walk finds, to the millisecond, at any instant of any history', () => {
  fc.assert(
    fc.property(...lives, (steps, begins) => {
      play(steps, begins, (workspace) => expect(lastHour(workspace)).toEqual(walked(workspace)));
    }),
    { numRuns: 300 },
  );
});

it('has both of its ends: a call of exactly an hour ago counts, and one of a millisecond earlier does not', () => {
  const ages = [HOUR + 1, HOUR, HOUR - 1, 1, 0];
  const at = TEST_START + 2 * HOUR + 123_456;
  const begun = ages.map((age, n) => [age, eventsOf('dispatched', testId(n), [])] as const);
  const workspace = new TestWorkspace([callsProjection, callCountsProjection]);
  for (const [age, events] of begun) workspace.append(events, instant(at - age));
  expect(lastHour(workspace)).toMatchObject({ from: instant(at - HOUR), dispatched: 4, ended: 0 });
});

it('asks for 120 rows at most, whatever the instant', () => {
  const asked: number[] = [];
  for (const at of [0, 1, 999, 1_000, 59_999, 60_000, 61_001]) {
    const workspace = new TestWorkspace([callCountsProjection]).append([], instant(TEST_START + at));
    const read = workspace.rows.bind(workspace);
    workspace.rows = (collection, keys) => {
      asked.push(keys.length);
      return read(collection, keys);
    };
    lastHour(workspace);
  }
  expect(asked).toEqual([61, 120, 120, 119, 61, 61, 119]);
});

it('leaves no more rows than its two rings have, however many calls there are', () => {
  const everySecond = Array.from({ length: 9_000 }, (): Drawn => ({ later: 1_000, what: 'dispatched' }));
  let last: TestWorkspace | undefined;
  play(everySecond, 0, (workspace) => (last = workspace));
  const rows = last!.all(CALL_COUNTS);
  expect(rows).toHaveLength(61 + 3_601);
  expect(lastHour(last!)).toMatchObject({ dispatched: 3_601 });
});
