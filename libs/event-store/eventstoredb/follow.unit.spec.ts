import type { AllStreamSubscription } from '@eventstore/db-client';
import { contractSchemas } from '../contract/index.js';
import { metadata } from '../contract/subject.js';
import { Follower } from './follow.js';
import { type LogPosition, writePosition } from './position.js';
import { positionAt, Subscription } from './testing/subscription.js';
import { TIMINGS } from './timings.js';

/** In these tests, the position of an event equals its revision. */
const written = { type: 'NoteTaken', data: {}, metadata: metadata(), isJson: true, id: 'x' };

describe('a follower whose subscription ends', () => {
  /** The server's behaviour on one subscription after another; the last one ends the test. */
  const follow = async (
    courses: readonly ((subscription: Subscription) => void)[],
    { after, batchSize }: { readonly after?: LogPosition; readonly batchSize?: number } = {},
  ) => {
    const stop = new AbortController();
    const asked: (LogPosition | undefined)[] = [];
    const seen: number[] = [];
    const subscribe = (from: LogPosition | undefined, _: unknown, reached: (position: LogPosition) => void) => {
      const subscription = new Subscription(reached);
      const course = courses[asked.length];
      asked.push(from);
      setImmediate(() => (course ? course(subscription) : stop.abort()));
      return subscription as unknown as AllStreamSubscription;
    };
    const timings = { ...TIMINGS, firstPause: 1, longestPause: 1 };
    const ports = { decoding: { upcast: contractSchemas.upcast }, timings, closed: new AbortController().signal };
    const follower = new Follower(
      { ...ports, client: { subscribe }, pulse: { listen: () => () => false } },
      {
        ...{ prefixes: ['a-'], signal: stop.signal },
        ...(after ? { after: writePosition(after) } : {}),
        ...(batchSize ? { batchSize } : {}),
      },
    );
    for await (const { events } of follower.batches()) seen.push(...events.map(({ revision }) => revision));
    return { asked, seen };
  };

  const brings =
    (...commits: readonly number[]) =>
    (subscription: Subscription): void => {
      for (const commit of commits) subscription.event(commit, { ...written, revision: BigInt(commit) });
      setImmediate(() => subscription.emit('error', new Error('too slow')));
    };

  it('continues exactly after the last event that came', async () => {
    const { asked, seen } = await follow([brings(10, 20, 30), brings(40)]);
    expect(asked).toEqual([undefined, positionAt(30), positionAt(40)]);
    expect(seen).toEqual([10, 20, 30, 40]);
  });

  it('continues after the last event that came although batches are smaller', async () => {
    const { asked, seen } = await follow([brings(10, 20, 30)], { batchSize: 2 });
    expect(asked).toEqual([undefined, positionAt(30)]);
    expect(seen).toEqual([10, 20, 30]);
  });

  it('continues from its start if no event came', async () => {
    const { asked } = await follow([brings(), brings(), brings(20)], { after: positionAt(10) });
    expect(asked).toEqual([positionAt(10), positionAt(10), positionAt(10), positionAt(20)]);
  });

  it('continues from a checkpoint after the last event, and never from before it', async () => {
    const { asked } = await follow([
      (subscription) => {
        brings(10, 20)(subscription);
        subscription.checkpoint(25);
      },
      (subscription) => {
        subscription.checkpoint(22);
        brings()(subscription);
      },
    ]);
    const reached = { commit: 25n, prepare: 0n };
    expect(asked).toEqual([undefined, reached, reached]);
  });
});
