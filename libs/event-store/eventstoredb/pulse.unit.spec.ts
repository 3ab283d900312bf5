import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { AllStreamResolvedEvent, StreamingRead } from '@eventstore/db-client';
import { Pulse } from './pulse.js';
import { TIMINGS } from './timings.js';

/** The end of a log: streams, the newest last; the position of each event is its index. */
class Log {
  readonly streams: string[] = [];
  /** The number of events that each read asked for. */
  readonly reads: number[] = [];

  readonly readEnd = (limit: number): StreamingRead<AllStreamResolvedEvent> => {
    this.reads.push(limit);
    const read = Object.assign(new EventEmitter(), { cancel: () => Promise.resolve() });
    const events = this.streams.map((streamId, at) => {
      const offset = BigInt(at + 1);
      return { event: { streamId, position: { commit: offset, prepare: offset }, created: new Date(at) } };
    });
    void setImmediate().then(() => {
      for (const event of events.reverse().slice(0, limit)) read.emit('data', event);
      read.emit('end');
    });
    return read as unknown as StreamingRead<AllStreamResolvedEvent>;
  };
}

describe('a poll of the end of the log', () => {
  let log: Log;
  let closed: AbortController;
  let pulse: Pulse;

  beforeEach(() => {
    log = new Log();
    closed = new AbortController();
    pulse = new Pulse(log.readEnd, { ...TIMINGS, pulse: 1 }, closed.signal);
    void pulse.beat();
  });
  afterEach(() => closed.abort());

  /**
   * The result of the next poll for a follower, as stream and position, newest first, and the number of events that its
   * reads asked for.
   */
  const nextLook = (prefixes: readonly string[]) =>
    new Promise<{ readonly found: readonly string[]; readonly reads: readonly number[] }>((resolve, reject) => {
      let first = true;
      const forget = pulse.listen(prefixes, (beat) => {
        // The poll that was under way when it began to listen.
        if (first) {
          [first, log.reads.length] = [false, 0];
          return;
        }
        forget();
        if (!beat.ok) return reject(new Error('the log was not read'));
        const found = beat.newest.map(({ stream, position }) => `${stream}@${position.commit}`);
        resolve({ found, reads: log.reads.splice(0) });
      });
    });

  it('reads one event if that is of a followed stream', async () => {
    log.streams.push(...Array.from({ length: 50 }, () => 'workspace-a'));
    expect(await nextLook(['workspace-'])).toEqual({ found: ['workspace-a@50'], reads: [1] });
  });

  it('reads one event of an empty log, and when nothing is followed', async () => {
    expect(await nextLook(['workspace-'])).toEqual({ found: [], reads: [1] });
    log.streams.push('$stats');
    expect(await nextLook([])).toMatchObject({ reads: [1] });
  });

  it('reads past events that are not followed, once, and reports the same again until the end moves', async () => {
    log.streams.push('workspace-a', '$stats', '$stats');
    const behind = ['$stats@3', '$stats@2', 'workspace-a@1'];
    const looks: { readonly found: readonly string[]; readonly reads: readonly number[] }[] = [];
    await new Promise<void>((resolve) => {
      const forget = pulse.listen(['workspace-'], (beat) => {
        const found = beat.ok ? beat.newest.map(({ stream, position }) => `${stream}@${position.commit}`) : [];
        looks.push({ found, reads: log.reads.splice(0) });
        if (looks.length < 4) return;
        forget();
        resolve();
      });
    });
    expect(looks.slice(1).map(({ found }) => found)).toEqual([behind, behind, behind]);
    expect(looks.slice(2).map(({ reads }) => reads)).toEqual([[1], [1]]);
  });

  it('reads past them again for a later follower of other streams', async () => {
    log.streams.push('delivery-d', 'workspace-a');
    expect((await nextLook(['workspace-'])).found).toEqual(['workspace-a@2']);
    log.streams.push('workspace-a');
    await nextLook(['workspace-']);
    const both = pulse.listen(['workspace-'], () => undefined);
    expect((await nextLook(['delivery-'])).found).toEqual(['workspace-a@3', 'workspace-a@2', 'delivery-d@1']);
    both();
  });
});
