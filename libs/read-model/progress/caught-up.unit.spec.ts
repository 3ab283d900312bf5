import { type Position, WORKSPACE_STREAMS } from '#kernel';
import { VirtualTimers } from '#kernel/testing';
import { untilCaughtUp } from './caught-up.js';
import { sleepBy } from '../real-time.js';
import { FakeLog } from '../testing/fake-log.js';

const EVENT = { type: 'Happened', data: {} };
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('waiting until the rows have caught up with the log', () => {
  let log: FakeLog;
  let timers: VirtualTimers;
  let rowsAreAt: Position | undefined;
  let away: boolean;
  let turn: AbortController;
  let result: boolean | undefined;

  const begin = () => {
    const asked = async <T>(answer: T): Promise<T> => {
      if (away) throw new Error('away');
      return answer;
    };
    const ports = { events: log, end: () => asked(log.events.at(-1)?.position), rowsAreAt: () => asked(rowsAreAt) };
    const waiting = untilCaughtUp({ ...ports, prefixes: [WORKSPACE_STREAMS], sleep: sleepBy(timers) }, turn.signal);
    void waiting.then((caughtUp) => (result = caughtUp));
    return pass(0);
  };
  const pass = async (seconds: number) => {
    await settled();
    for (let quarter = 0; quarter < 4 * seconds; quarter += 1) {
      timers.advance(250);
      await settled();
    }
  };

  beforeEach(() => {
    log = new FakeLog();
    timers = new VirtualTimers();
    rowsAreAt = undefined;
    away = false;
    turn = new AbortController();
    result = undefined;
  });

  afterEach(() => turn.abort());

  it('resolves at once for an empty log, and for complete rows', async () => {
    await begin();
    expect(result).toBe(true);
    result = undefined;
    rowsAreAt = log.append('w', [EVENT, EVENT])[1]!.position!;
    await begin();
    expect(result).toBe(true);
  });

  it('resolves with the rows, and not later because the log grows meanwhile', async () => {
    const [first, , last] = log.append('w', [EVENT, EVENT, EVENT]);
    await begin();
    rowsAreAt = first!.position!;
    await pass(5);
    expect(result).toBeUndefined();
    log.append('w', [EVENT]);
    rowsAreAt = last!.position!;
    await pass(1);
    expect(result).toBe(true);
  });

  it('does not wait for events that the follower does not receive', async () => {
    rowsAreAt = log.append('w', [EVENT])[0]!.position!;
    log.append('w', [EVENT, EVENT], 'other-stream');
    await begin();
    expect(result).toBe(true);
  });

  it('starts again with rows that were dropped', async () => {
    rowsAreAt = log.append('w', [EVENT, EVENT])[0]!.position!;
    await begin();
    rowsAreAt = undefined;
    await pass(5);
    expect(result).toBeUndefined();
    rowsAreAt = log.events[1]!.position!;
    await pass(1);
    expect(result).toBe(true);
  });

  it('continues while stores are away, and does not count that time as a standstill', async () => {
    const [event] = log.append('w', [EVENT]);
    away = true;
    await begin();
    await pass(100);
    expect(result).toBeUndefined();
    away = false;
    rowsAreAt = event!.position!;
    await pass(1);
    expect(result).toBe(true);
  });

  it('reports a standstill of the rows after half a minute, also at an unknown event', async () => {
    log.unknown.add('Unknown');
    const events = log.append('w', [EVENT, EVENT, { type: 'Unknown', data: {} }]);
    await begin();
    rowsAreAt = events[0]!.position!;
    await pass(20);
    rowsAreAt = events[1]!.position!;
    await pass(29);
    expect(result).toBeUndefined();
    await pass(3);
    expect(result).toBe(false);
  });

  it('ends with the lease, although a store hangs', async () => {
    const never = () => new Promise<never>(() => undefined);
    const hanging = { events: log, end: never, rowsAreAt: never, prefixes: [], sleep: sleepBy(timers) };
    const waiting = untilCaughtUp(hanging, turn.signal);
    turn.abort();
    expect(await waiting).toBe(true);
    expect(await untilCaughtUp(hanging, turn.signal)).toBe(true);
  });
});
