import { setImmediate } from 'node:timers/promises';
import type { RecordedEvent } from '#kernel';
import type { FoundEvent } from './decode.js';
import { Feed } from './feed.js';
import { positionAt, Subscription } from './testing/subscription.js';

const decode = (found: FoundEvent): RecordedEvent => found as unknown as RecordedEvent;

describe('a subscription that is pulled', () => {
  let subscription: Subscription;
  let feed: Feed;
  let confirmations: number;
  const opened: Feed[] = [];

  const open = (ahead = 100, confirmation = 60_000): void => {
    opened.splice(0).forEach((former) => former.end(new Error('another one is opened')));
    confirmations = 0;
    feed = new Feed((reached) => (subscription = new Subscription(reached)), {
      ahead,
      confirmation,
      changed: () => undefined,
      confirmed: () => (confirmations += 1),
    });
    opened.push(feed);
  };
  const take = (limit = 100) => {
    const { events, ...step } = feed.take(limit, decode);
    return { ...step, events: events.map((event) => (event as unknown as { commit: number }).commit) };
  };

  beforeEach(() => open());
  afterEach(() => feed.end(new Error('the test is over')));

  it('yields a checkpoint and the end only after the events before them', async () => {
    for (const commit of [1, 2, 3]) subscription.event(commit);
    await setImmediate();
    subscription.checkpoint(5);
    subscription.emit('caughtUp');
    expect(take(2)).toEqual({ events: [1, 2], position: positionAt(2), checkpoints: 0, caughtUp: false });
    expect(take(2)).toEqual({ events: [3], position: { commit: 5n, prepare: 0n }, checkpoints: 1, caughtUp: true });
  });

  it('includes events that the client still buffers, while the consumer is slow', async () => {
    open(2);
    for (const commit of [1, 2, 3, 4]) subscription.event(commit);
    await setImmediate();
    expect(subscription.isPaused()).toBe(true);
    subscription.checkpoint(9);
    subscription.emit('caughtUp');
    const steps = [take()];
    while (!steps.at(-1)!.caughtUp) {
      await setImmediate();
      steps.push(take());
    }
    expect(steps.flatMap(({ events }) => events)).toEqual([1, 2, 3, 4]);
    for (const { events, position, caughtUp } of steps.slice(0, -1)) {
      expect([position?.commit, caughtUp]).toEqual([events.length > 0 ? BigInt(events.at(-1)!) : undefined, false]);
    }
    expect(steps.at(-1)!.position?.commit).toBe(9n);
  });

  it('is no longer caught up when the server says so', async () => {
    subscription.emit('caughtUp');
    expect(take().caughtUp).toBe(true);
    subscription.emit('fellBehind');
    expect(take().caughtUp).toBe(false);
  });

  it('does not take the very first checkpoint for a position', () => {
    subscription.checkpoint(0);
    expect(take()).toMatchObject({ position: undefined, checkpoints: 1 });
  });

  it('keeps what came before its end, and nothing after it', async () => {
    subscription.event(1);
    await setImmediate();
    subscription.emit('error', new Error('too slow'));
    subscription.event(2);
    subscription.checkpoint(7);
    await setImmediate();
    expect(feed.failure).toEqual(new Error('too slow'));
    expect(take()).toMatchObject({ events: [1], position: positionAt(1) });
    expect(take()).toMatchObject({ events: [], position: undefined });
    subscription.emit('error', new Error('an error after the end'));
    expect(subscription.unsubscribed).toBe(1);
  });

  it('is abandoned when it is not confirmed in time', async () => {
    open(100, 1);
    while (feed.failure === undefined) await setImmediate();
    expect([feed.failure, confirmations]).toEqual([new Error('not confirmed in time'), 0]);
  });

  describe('watched', () => {
    const news = (commit: number, stream = 'a-1') => ({
      ok: true as const,
      newest: [{ stream, position: positionAt(commit), created: new Date(commit) }],
    });
    const check = async (beat: ReturnType<typeof news> | { ok: false; error: Error }): Promise<unknown> => {
      await setImmediate();
      feed.check({ ...beat, began: performance.now() }, ['a-']);
      return feed.failure;
    };

    beforeEach(() => subscription.emit('confirmation'));

    it('ends when an event seen by one poll has not arrived by the next', async () => {
      expect(await check(news(5))).toBeUndefined();
      expect(await check(news(5))).toEqual(new Error('it is silent although there is news'));
    });

    it('continues when it comes meanwhile, or a checkpoint after it', async () => {
      expect(await check(news(5))).toBeUndefined();
      subscription.event(5);
      await setImmediate();
      expect(await check(news(6))).toBeUndefined();
      subscription.checkpoint(6);
      expect(await check(news(6))).toBeUndefined();
      expect(await check(news(6))).toBeUndefined();
    });

    it('continues while it handles earlier events', async () => {
      for (let commit = 1; commit < 5; commit += 1) {
        expect(await check(news(100))).toBeUndefined();
        subscription.event(commit);
        await setImmediate();
      }
      expect(await check(news(100))).toBeUndefined();
    });

    it('continues during writes to streams that it does not follow', async () => {
      for (let looks = 0; looks < 3; looks += 1) expect(await check(news(5, 'b-1'))).toBeUndefined();
    });

    it('ends when the server does not answer and the subscription is silent, too', async () => {
      const error = new Error('no answer');
      const began = performance.now();
      await setImmediate();
      subscription.event(1);
      await setImmediate();
      feed.check({ ok: false, error, began }, ['a-']);
      expect(feed.failure).toBeUndefined();
      expect(await check({ ok: false, error })).toBe(error);
    });

    it('is kept while its consumer holds it back', async () => {
      open(1);
      subscription.emit('confirmation');
      subscription.event(1);
      for (let looks = 0; looks < 3; looks += 1) expect(await check(news(5))).toBeUndefined();
    });
  });
});
