import { ProgressBoard } from './progress-board.js';
import type { Timers } from '#kernel';

/** Timers that the test runs. */
class ManualTimers implements Timers {
  readonly pending = new Set<{ readonly milliseconds: number; readonly run: () => void }>();

  set(milliseconds: number, run: () => void): () => void {
    const timer = { milliseconds, run };
    this.pending.add(timer);
    return () => this.pending.delete(timer);
  }

  fire(): void {
    for (const timer of [...this.pending]) timer.run();
  }
}

describe('ProgressBoard', () => {
  let timers: ManualTimers;
  let rows: Map<string, number>;
  let asked: string[];
  let board: ProgressBoard;

  beforeEach(() => {
    timers = new ManualTimers();
    rows = new Map();
    asked = [];
    const projectedRevision = async (workspaceId: string) => {
      asked.push(workspaceId);
      return rows.get(workspaceId) ?? -1;
    };
    board = new ProgressBoard({ projectedRevision, timers, remembered: 3 });
  });

  const report = (workspaceId: string, revision: number, caughtUp = true) =>
    board.report({ projectedRevisions: new Map([[workspaceId, revision]]), caughtUp });

  it('ends a wait with the report that reaches the revision, and clears its timer', async () => {
    const waits = [5, 6, 7].map((revision) => board.whenComplete('w', revision, 2_000));
    report('w', 4);
    report('v', 99);
    report('w', 6);
    expect(await Promise.all(waits.slice(0, 2))).toEqual([true, true]);
    expect([...timers.pending].map(({ milliseconds }) => milliseconds)).toEqual([2_000]);
    timers.fire();
    expect(await waits[2]).toBe(false);
    expect(timers.pending.size).toBe(0);
  });

  it('answers at once what was reported before, without asking the rows', async () => {
    report('w', 6);
    expect(await board.whenComplete('w', 6, 0)).toBe(true);
    expect(asked).toEqual([]);
  });

  it('finds rows from before its start, which no report announces', async () => {
    rows.set('w', 6);
    expect(await board.whenComplete('w', 6, 2_000)).toBe(true);
    expect(timers.pending.size).toBe(0);
  });

  it('does not miss a report that comes while it asks the rows', async () => {
    const wait = board.whenComplete('w', 6, 2_000);
    report('w', 6);
    expect(await wait).toBe(true);
  });

  it('keeps waiting when the rows cannot be read', async () => {
    const failing = new ProgressBoard({ projectedRevision: () => Promise.reject(new Error('closed')), timers });
    const wait = failing.whenComplete('w', 1, 2_000);
    await Promise.resolve();
    failing.report({ projectedRevisions: new Map([['w', 1]]), caughtUp: true });
    expect(await wait).toBe(true);
  });

  it('caches only the workspaces of the latest reports, and reads the rows for all others', async () => {
    for (const [i, workspaceId] of ['a', 'b', 'c', 'a', 'd'].entries()) {
      report(workspaceId, i);
      rows.set(workspaceId, i);
    }
    for (const workspaceId of ['a', 'b', 'c', 'd']) expect(await board.whenComplete(workspaceId, 1, 9)).toBe(true);
    expect(asked).toEqual(['b']);
  });

  it('is ready with the first report of being caught up, and stays so', async () => {
    const ready = board.whenReady();
    report('w', 1, false);
    expect(board.ready).toBe(false);
    report('w', 2, true);
    report('w', 3, false);
    await ready;
    expect(board.ready).toBe(true);
    board.fail(new Error('poisoned'));
    expect(board.ready).toBe(true);
    await board.whenReady();
  });

  it('lets requests after the withdrawal of the copy wait for the next one', async () => {
    const first = board.whenReady();
    board.withdraw();
    report('w', 1);
    await first;
    board.withdraw();
    let there = false;
    const next = board.whenReady().then(() => (there = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect([board.ready, there]).toEqual([false, false]);
    report('w', 1);
    await next;
    board.fail(new Error('poisoned'));
    board.withdraw();
    await expect(board.whenReady()).rejects.toThrow('poisoned');
  });

  it('rejects waiting requests when the follower has stopped for good', async () => {
    const ready = board.whenReady();
    const wait = board.whenComplete('w', 1, 2_000);
    board.fail(new Error('poisoned'));
    await expect(ready).rejects.toThrow('poisoned');
    await expect(board.whenReady()).rejects.toThrow('poisoned');
    expect(board.failure?.message).toBe('poisoned');
    expect(await wait).toBe(false);
    expect(await board.whenComplete('w', 1, 2_000)).toBe(false);
    rows.set('v', 8);
    expect(await board.whenComplete('v', 8, 2_000)).toBe(true);
    expect(timers.pending.size).toBe(0);
  });

  it('stamps change for written collections only, before waiting requests continue', async () => {
    const stamps = () => [board.stamp(['a']), board.stamp(['b']), board.stamp(['a', 'b'])];
    const before = stamps();
    const atTheAnswer = board.whenComplete('w', 1, 1_000).then(() => board.stamp(['a']));
    board.report({ projectedRevisions: new Map([['w', 1]]), caughtUp: true, changed: ['a', 'c'] });
    const after = stamps();
    expect(after.map((stamp, i) => stamp !== before[i])).toEqual([true, false, true]);
    expect(await atTheAnswer).toBe(after[0]);
    board.fail(new Error('gone'));
    expect(board.stamp(['a'])).toBeUndefined();
  });
});
