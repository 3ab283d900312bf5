import { VirtualTimers } from '#kernel/testing';
import { ProgressBoard } from '#read-model';
import { PollLoop } from './poll-loop.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('PollLoop', () => {
  let timers: VirtualTimers;
  let board: ProgressBoard;
  let looks: number;
  let pollLoop: PollLoop;

  const complete = () => board.report({ projectedRevisions: new Map(), caughtUp: true });
  const pass = async (milliseconds: number) => {
    timers.advance(milliseconds);
    await settled();
  };

  beforeEach(() => {
    timers = new VirtualTimers();
    board = new ProgressBoard({ projectedRevision: async () => -1, timers });
    looks = 0;
    const poll = async () => void (looks += 1);
    pollLoop = new PollLoop({ progress: board, timers, poll });
  });

  it('polls only while the rows are a complete copy, and again as soon as they are complete again', async () => {
    pollLoop.start();
    pollLoop.wake();
    await pass(10_000);
    expect(looks).toBe(0);
    complete();
    await settled();
    pollLoop.wake();
    await pass(50);
    expect(looks).toBe(2);

    board.withdraw();
    for (let seconds = 0; seconds < 20; seconds += 1) {
      pollLoop.wake();
      await pass(1_000);
    }
    expect(looks).toBe(2);
    complete();
    await settled();
    expect(looks).toBe(3);
    await pass(15_000);
    expect(looks).toBe(4);
  });

  it.each(['never was a copy', 'is no copy any more'])('has nothing under way where there %s', async (which) => {
    if (which !== 'never was a copy') complete();
    pollLoop.start();
    await settled();
    board.withdraw();
    await pass(15_000);
    const before = looks;
    pollLoop.halt();
    await pollLoop.idle();
    complete();
    await pass(10_000);
    expect(looks).toBe(before);
  });

  it('does not poll if the follower stopped before there was a copy', async () => {
    pollLoop.start();
    board.fail(new Error('poisoned'));
    await pass(10_000);
    pollLoop.halt();
    await pollLoop.idle();
    expect(looks).toBe(0);
  });
});
