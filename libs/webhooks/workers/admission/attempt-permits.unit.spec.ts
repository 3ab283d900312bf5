import type { Observation } from './receiver-history.js';
import { MAX_ATTEMPTS_UNDER_WAY, MAX_PER_HOST, type Permit, AttemptPermits } from './attempt-permits.js';
import type { QueuedDelivery } from '../queued-delivery.js';

const soon = { answered: true, durationMs: 1_000 };
const late = { answered: true, durationMs: 1_001 };
const never = { answered: false, durationMs: 20 };

let permits: AttemptPermits;
let now: number;
let number = 0;
beforeEach(() => {
  now = 0;
  permits = new AttemptPermits(() => now);
});

/** A delivery to a receiver, due after every earlier one. */
function to(receiver_id: string, host = `${receiver_id}.example.com`, workspace_id = 'w'): QueuedDelivery {
  number += 1;
  return { workspace_id, receiver_id, host, due_at: String(number).padStart(9, '0'), number };
}

/** Takes every permit that a receiver can get. */
function takeAll(item: QueuedDelivery): Permit[] {
  const taken: Permit[] = [];
  while (permits.allows(item)) taken.push(permits.acquire(item));
  return taken;
}

function lived(item: QueuedDelivery, ...observations: Observation[]): void {
  for (const observation of observations) permits.acquire(item).release(observation);
}

const WELL = [soon, soon, soon];

describe('permits of a receiver', () => {
  it.each([
    ['that was never tried', [], 1],
    ['that has answered once', [soon], 2],
    ['that has answered twice', [soon, soon], 4],
    ['that answers well', [...WELL, soon], MAX_PER_HOST],
    ['that is always late', [late, late], 3],
    ['that is late for long', Array<Observation>(20).fill(late), 6],
    ['that did not answer the last time', [...WELL, never], 1],
    ['of which an attempt said nothing', [...WELL, undefined], MAX_PER_HOST],
  ])('%s', (_which, observations, allowed) => {
    const item = to('a');
    lived(item, ...observations);
    expect(takeAll(item)).toHaveLength(allowed);
  });

  it('are eight per host, for all its receivers together', () => {
    lived(to('a', 'shared'), ...WELL);
    lived(to('b', 'shared'), ...WELL);
    expect(takeAll(to('a', 'shared')).length + takeAll(to('b', 'shared')).length).toBe(8);
  });

  it('are six per host for receivers that do not answer: a healthy one has permits besides them', () => {
    lived(to('well', 'shared'), ...WELL);
    for (let n = 0; n < 20; n += 1) takeAll(to(`dead ${n}`, 'shared', 'other'));
    expect(permits.taken).toBe(6);
    expect(takeAll(to('well', 'shared'))).toHaveLength(2);
  });
});

describe('64 permits', () => {
  it('remain for healthy and for unknown receivers, with any number of slow ones', () => {
    for (let n = 0; n < 100; n += 1) lived(to(`slow ${n}`), never);
    lived(to('well'), ...WELL);
    for (let n = 0; n < 100; n += 1) takeAll(to(`slow ${n}`));
    expect(permits.taken).toBe(40);
    for (let n = 0; n < 100; n += 1) takeAll(to(`new ${n}`));
    expect(permits.taken).toBe(48);
    expect(takeAll(to('well'))).toHaveLength(8);
  });

  it('remain for slow receivers, with any number of attempts to healthy ones', () => {
    for (let n = 0; n < 10; n += 1) lived(to(`well ${n}`), ...WELL);
    lived(to('slow'), never);
    for (let n = 0; n < 10; n += 1) takeAll(to(`well ${n}`));
    expect(permits.taken).toBe(60);
    expect(takeAll(to('slow'))).toHaveLength(1);
    for (let n = 0; n < 10; n += 1) takeAll(to(`new ${n}`));
    expect([permits.taken, permits.areExhausted]).toEqual([MAX_ATTEMPTS_UNDER_WAY, true]);
  });

  it('are returned to the class they were taken from, regardless of changes meanwhile, and only once', () => {
    for (let rounds = 0; rounds < 3; rounds += 1) {
      const taken = Array.from({ length: 100 }, (_, n) => takeAll(to(`receiver ${n}`))).flat();
      taken.forEach((permit, n) => permit.release(n % 2 ? soon : never));
      taken.forEach((permit) => permit.release(undefined));
      expect(permits.taken).toBe(0);
    }
  });

  it('remember a bounded number of receivers, always including those with attempts under way', () => {
    lived(to('a'), ...WELL);
    const held = takeAll(to('a'));
    lived(to('b'), ...WELL);
    for (let n = 0; n < 10_001; n += 1) lived(to(`receiver ${n}`), soon);
    expect(takeAll(to('a'))).toHaveLength(0);
    expect(takeAll(to('b'))).toHaveLength(1);
    expect(held).toHaveLength(MAX_PER_HOST);
  });
});

describe('the next permit', () => {
  it('goes to the longest due delivery of healthy receivers', () => {
    const [first, second] = [to('a'), to('b')];
    for (const item of [first, second]) lived(item, soon);
    expect([permits.precedes(first, second), permits.precedes(second, first)]).toEqual([true, false]);
  });

  it('goes to a healthy receiver before an unknown one, and to that before a slow one', () => {
    const [slow, untried, well] = [to('slow'), to('untried'), to('well')];
    lived(slow, never);
    lived(well, soon);
    expect(permits.precedes(well, untried)).toBe(true);
    expect(permits.precedes(untried, slow)).toBe(true);
    expect(permits.precedes(slow, well)).toBe(false);
  });

  it('of slow receivers goes to the workspace with the fewest of their permits, then to the longest waiting', () => {
    const [a, b] = [to('a'), to('b')];
    lived(b, never);
    lived(a, never);
    expect(permits.precedes(b, a)).toBe(true);
    const theirs = to('c', 'c', 'other');
    lived(theirs, never);
    permits.acquire(b);
    expect(permits.precedes(theirs, a)).toBe(true);
  });

  it('skips a receiver that does not answer at the moment, although it always has before', () => {
    const [silent, well] = [to('silent'), to('well')];
    lived(silent, ...WELL);
    lived(well, ...WELL);
    permits.acquire(silent);
    now = 1_000;
    expect(permits.precedes(silent, well)).toBe(true);
    now = 1_001;
    expect(permits.precedes(silent, well)).toBe(false);
  });

  it('is regained after a failure by three fast answers', () => {
    const [a, b] = [to('a'), to('b')];
    lived(a, ...WELL, never, soon, soon);
    lived(b, soon);
    expect(permits.precedes(a, b)).toBe(false);
    lived(a, soon);
    expect(permits.precedes(a, b)).toBe(true);
  });

  it('in an outage of the own network goes to the host tried longest ago, regardless of health', () => {
    const [well, other, slow] = [to('well', 'a'), to('other', 'a'), to('slow', 'b')];
    lived(slow, never);
    lived(well, ...WELL);
    expect(permits.isProbedBefore(slow, well)).toBe(true);
    lived(slow, undefined);
    expect(permits.isProbedBefore(well, slow)).toBe(true);
    expect(permits.isProbedBefore(other, well)).toBe(true);
  });

  it('is not lost by one slow answer', () => {
    const [a, b] = [to('a'), to('b')];
    lived(a, soon, late);
    lived(b, soon);
    expect(permits.precedes(a, b)).toBe(true);
    lived(a, late);
    expect(permits.precedes(a, b)).toBe(false);
  });
});
