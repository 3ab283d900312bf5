import { VirtualTimers } from '#kernel/testing';
import { ProgressBoard } from '#read-model';
import { Lookout } from './lookout.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('Lookout', () => {
  let timers: VirtualTimers;
  let board: ProgressBoard;
  let looks: number;
  let lookout: Lookout;

  const complete = () => board.report({ completeTo: new Map(), caughtUp: true });
  const pass = async (milliseconds: number) => {
    timers.advance(milliseconds);
    await settled();
  };

  beforeEach(() => {
    timers = new VirtualTimers();
    board = new ProgressBoard({ completeTo: async () => -1, timers });
    looks = 0;
    const look = async () => void (looks += 1);
    lookout = new Lookout({ progress: board, timers, look });
  });

  it('looks only while the rows are a complete copy, and again as soon as they are one once more', async () => {
    lookout.start();
    lookout.wake();
    await pass(10_000);
    expect(looks).toBe(0);
    complete();
    await settled();
    lookout.wake();
    await pass(50);
    expect(looks).toBe(2);

    board.withdraw();
    for (let seconds = 0; seconds < 20; seconds += 1) {
      lookout.wake();
      await pass(1_000);
    }
    expect(looks).toBe(2);
    complete();
    await settled();
    expect(looks).toBe(3);
    await pass(5_000);
    expect(looks).toBe(4);
  });

  it.each(['never was a copy', 'is no copy any more'])('has nothing under way where there %s', async (which) => {
    if (which !== 'never was a copy') complete();
    lookout.start();
    await settled();
    board.withdraw();
    await pass(5_000);
    const before = looks;
    lookout.halt();
    await lookout.idle();
    complete();
    await pass(10_000);
    expect(looks).toBe(before);
  });

  it('looks at nothing where the follower stopped before there was a copy', async () => {
    lookout.start();
    board.fail(new Error('poisoned'));
    await pass(10_000);
    lookout.halt();
    await lookout.idle();
    expect(looks).toBe(0);
  });
});
