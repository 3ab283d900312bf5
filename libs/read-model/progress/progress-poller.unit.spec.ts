import { VirtualTimers } from '#kernel/testing';
import { ProgressBoard } from './progress-board.js';
import { ProgressPoller } from './progress-poller.js';
import { sleepBy } from '../real-time.js';

describe('ProgressPoller', () => {
  let timers: VirtualTimers;
  let rows: Map<string, number>;
  let asked: (readonly string[])[];
  let complete: boolean;
  let away: boolean;
  let board: ProgressBoard;
  let poller: ProgressPoller;

  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const pass = async (milliseconds: number) => {
    for (let i = 0; i < milliseconds; i += 1) {
      timers.advance(1);
      await settle();
    }
  };

  beforeEach(() => {
    timers = new VirtualTimers();
    rows = new Map();
    asked = [];
    complete = false;
    away = false;
    board = new ProgressBoard({
      projectedRevision: async () => -1,
      timers,
      onWaiting: () => poller.wake(),
    });
    poller = new ProgressPoller({
      board,
      projectedRevisions: async (workspaceIds) => {
        asked.push(workspaceIds);
        if (away) throw new Error('away');
        return rows;
      },
      copyComplete: async () => {
        if (away) throw new Error('away');
        return complete;
      },
      sleep: sleepBy(timers),
    });
  });

  afterEach(() => poller.close());

  it('ends a wait when another process has written the rows', async () => {
    const wait = board.whenComplete('w', 5, 2_000);
    await pass(20);
    rows.set('w', 4);
    await pass(20);
    rows.set('w', 5);
    await pass(20);
    expect(await wait).toBe(true);
  });

  it('asks for all awaited workspaces at once, and for none when no request waits', async () => {
    await pass(100);
    expect(asked).toEqual([]);
    const waits = ['w', 'v'].map((id) => board.whenComplete(id, 1, 2_000));
    await pass(10);
    expect(asked[0]).toEqual(['w', 'v']);
    rows.set('w', 1).set('v', 1);
    await pass(10);
    expect(await Promise.all(waits)).toEqual([true, true]);
    const before = asked.length;
    await pass(100);
    expect(asked).toHaveLength(before);
    const later = board.whenComplete('w', 2, 2_000);
    rows.set('w', 2);
    await pass(10);
    expect(await later).toBe(true);
  });

  it('continues when the rows could not be read', async () => {
    away = true;
    const wait = board.whenComplete('w', 1, 2_000);
    await pass(50);
    away = false;
    rows.set('w', 1);
    await pass(10);
    expect(await wait).toBe(true);
  });

  it('reports a complete copy once it exists', async () => {
    await pass(500);
    expect(board.ready).toBe(false);
    away = true;
    await pass(500);
    away = false;
    complete = true;
    await pass(300);
    expect(board.ready).toBe(true);
  });

  it('reports that the copy is gone, and that there is one again; an unreachable copy is not gone', async () => {
    complete = true;
    await pass(300);
    away = true;
    await pass(2_000);
    expect(board.ready).toBe(true);
    away = false;
    complete = false;
    await pass(1_100);
    expect(board.ready).toBe(false);
    complete = true;
    await pass(300);
    expect(board.ready).toBe(true);
  });

  it('asks nothing once closed, although requests wait', async () => {
    const wait = board.whenComplete('w', 1, 50);
    poller.close();
    const before = asked.length;
    await pass(60);
    expect(asked).toHaveLength(before);
    expect(await wait).toBe(false);
  });
});
