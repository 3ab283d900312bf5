import { type Position, WORKSPACE_STREAMS } from '#kernel';
import { VirtualTimers } from '#kernel/testing';
import { sleepBy } from '../real-time.js';
import { lagWithHeldStreams, SharedRowsLag, UNSHARED_ROWS } from './rows-lag.js';
import { FakeLog } from '../testing/fake-log.js';

const EVENT = { type: 'Happened', data: {} };
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('whether the rows are behind the log', () => {
  let log: FakeLog;
  let timers: VirtualTimers;
  let now: number;
  let rowsAreAt: Position | undefined;
  let ends: number;
  let isLogAway: boolean;
  let lag: SharedRowsLag;

  beforeEach(() => {
    log = new FakeLog();
    timers = new VirtualTimers();
    now = ends = 0;
    rowsAreAt = undefined;
    isLogAway = false;
    lag = new SharedRowsLag({
      events: log,
      end: () => {
        ends += 1;
        return isLogAway ? new Promise(() => undefined) : Promise.resolve(log.events.at(-1)?.position);
      },
      rowsAreAt: () => Promise.resolve(rowsAreAt),
      prefixes: [WORKSPACE_STREAMS],
      sleep: sleepBy(timers),
      now: () => now,
    });
  });

  /** The answer within the given milliseconds; undefined: none yet. */
  const answerWithin = async (milliseconds: number, asked = lag.isBehind()): Promise<boolean | undefined> => {
    let answer: boolean | undefined;
    void asked.then((isBehind) => (answer = isBehind));
    await settled();
    for (let passed = 0; passed < milliseconds && answer === undefined; passed += 50) {
      now += 50;
      timers.advance(50);
      await settled();
    }
    return answer;
  };

  it('is answered at once if the rows have caught up', async () => {
    expect(await answerWithin(0)).toBe(false);
    now += 1_000;
    rowsAreAt = log.append('w', [EVENT])[0]!.position!;
    expect(await answerWithin(0)).toBe(false);
    expect(timers.size).toBe(0);
  });

  it('waits for rows that follow within a second, and for no later events', async () => {
    const [event] = log.append('w', [EVENT, EVENT]).slice(-1);
    const asked = lag.isBehind();
    expect(await answerWithin(500, asked)).toBeUndefined();
    log.append('w', [EVENT]);
    rowsAreAt = event!.position!;
    expect(await answerWithin(250, asked)).toBe(false);
  });

  it('is true after a second of rows that stand still, and of a log that does not answer', async () => {
    log.append('w', [EVENT]);
    const standing = lag.isBehind();
    expect(await answerWithin(950, standing)).toBeUndefined();
    expect(await answerWithin(50, standing)).toBe(true);
    isLogAway = true;
    expect(await answerWithin(1_000)).toBe(true);
    expect(timers.size).toBe(0);
  });

  it('is read once for all requests within a quarter of a second', async () => {
    await Promise.all(Array.from({ length: 1_000 }, () => lag.isBehind()));
    now += 249;
    await lag.isBehind();
    expect(ends).toBe(1);
    now += 1;
    await lag.isBehind();
    expect(ends).toBe(2);
  });
});

describe('rows that lack the events of streams that are held back', () => {
  it.each([
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ])('are behind while either they lag (%s) or a workspace is held back (%s)', async (isBehind, holdsWorkspaces) => {
    const own = { isShared: true, isBehind: () => Promise.resolve(isBehind) };
    expect(await lagWithHeldStreams(own, { holdsWorkspaces }).isBehind()).toBe(isBehind || holdsWorkspaces);
  });

  it('are behind also in the only process on its stores, until the workspace is released', async () => {
    const board = { holdsWorkspaces: true };
    const held = lagWithHeldStreams(UNSHARED_ROWS, board);
    expect([held.isShared, await held.isBehind()]).toEqual([false, true]);
    board.holdsWorkspaces = false;
    expect(await held.isBehind()).toBe(false);
  });

  it('are behind if the workspace was held back while the lag was read', async () => {
    const board = { holdsWorkspaces: false };
    const own = {
      isShared: true,
      isBehind: async () => {
        board.holdsWorkspaces = true;
        return false;
      },
    };
    expect(await lagWithHeldStreams(own, board).isBehind()).toBe(true);
  });
});
