import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { WritingThread } from './writing-thread.js';

/** The thread of a worker that the test plays. */
class PlayedThread extends WritingThread<'note', 'written' | Error> {
  /** What those who wait are told. */
  readonly told: string[] = [];

  constructor(readonly played: EventEmitter & { postMessage(message: unknown): void }) {
    super(played as unknown as Worker, { writer: 'The writer of the notes', store: 'The store of notes' });
  }

  protected override hear(answer: 'written' | Error): void {
    if (answer === 'written') this.succeeded();
    else this.told.push(this.failed(answer.message));
  }

  protected override abandon(sentence: string): void {
    this.told.push(sentence);
  }
}

describe('a writing thread', () => {
  const { now } = performance;
  let time = 1_000;
  beforeEach(() => {
    performance.now = () => time;
  });
  afterEach(() => {
    performance.now = now;
  });

  const play = () => {
    const sent: unknown[] = [];
    const worker = Object.assign(new EventEmitter(), { postMessage: (message: unknown) => void sent.push(message) });
    return { thread: new PlayedThread(worker), worker, sent };
  };
  const FULL = 'The store of notes cannot write: disk full.';

  it('has trouble for 5 s after a failed write, unless one succeeds', () => {
    const { thread, worker } = play();
    expect(thread.trouble).toBeUndefined();
    worker.emit('message', new Error('disk full'));
    expect(thread.told).toEqual([FULL]);
    time += 5_000;
    expect(thread.trouble).toBe(FULL);
    time += 1;
    expect(thread.trouble).toBeUndefined();
    worker.emit('message', new Error('disk full'));
    expect(thread.trouble).toBe(FULL);
    worker.emit('message', 'written');
    expect(thread.trouble).toBeUndefined();
  });

  it('has trouble for good once it has died, of which the first reason is told', async () => {
    const { thread, worker } = play();
    worker.emit('message', new Error('disk full'));
    worker.emit('error', new TypeError('a fault'));
    worker.emit('exit');
    const reason = 'The writer of the notes died: a fault.';
    expect(thread.told).toEqual([FULL, reason, reason]);
    expect((await thread.died).message).toBe(reason);
    time += 3_600_000;
    expect(thread.trouble).toBe(reason);
  });

  it('does not hear an answer that comes behind its death', () => {
    const { thread, worker } = play();
    worker.emit('error', new TypeError('a fault'));
    worker.emit('message', new Error('disk full'));
    const reason = 'The writer of the notes died: a fault.';
    expect([thread.told, thread.trouble]).toEqual([[reason], reason]);
  });

  it('has died if it ends without a request, and has not if it is closed', async () => {
    const [ended, closed] = [play(), play()];
    ended.worker.emit('exit');
    expect((await ended.thread.died).message).toBe('The writer of the notes is gone.');
    const closing = closed.thread.close();
    expect(closed.sent).toEqual([{ kind: 'close' }]);
    closed.worker.emit('exit');
    await closing;
    expect(await Promise.race([closed.thread.died, Promise.resolve('closed')])).toBe('closed');
    expect(closed.thread.trouble).toBe('The writer of the notes is gone.');
  });
});
