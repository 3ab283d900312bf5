import { type FollowBatch, type FollowOptions, StoreUnavailableError } from '#event-store';
import type { Position } from '#kernel';
import { VirtualTimers } from '#kernel/testing';
import { AWAY_MS, LogNotAwaited } from './log-not-awaited.js';

const DETAIL = 'The event store does not answer.';
const batch = (caughtUp: boolean): FollowBatch => ({ events: [], position: '1' as Position, caughtUp });

/** A log that yields these batches, and is silent then; `health` says whether it is away. */
function around(...batches: readonly FollowBatch[]) {
  const health: { detail: string | undefined } = { detail: undefined };
  const timers = new VirtualTimers();
  let fallSilent: () => void = () => undefined;
  const isSilent = new Promise<void>((resolve) => (fallSilent = resolve));
  const log = {
    read: async () => [],
    health: () => health,
    async *follow({ signal }: FollowOptions) {
      yield* batches;
      fallSilent();
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  };
  const stop = new AbortController();
  const seen: FollowBatch[] = [];
  const followed = (async () => {
    const follow = new LogNotAwaited({ log, timers }).follow({ prefixes: [''], signal: stop.signal });
    for await (const each of follow) seen.push(each);
  })();
  /** Lets time pass, step by step. */
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) timers.advance(500);
  };
  return { health, timers, isSilent, stop, seen, followed, pass };
}

it('is given up once the store was away for ten seconds', async () => {
  const { health, isSilent, followed, pass } = around(batch(false));
  await isSilent;
  health.detail = DETAIL;
  pass(AWAY_MS + 500);
  await expect(followed).rejects.toThrow(new StoreUnavailableError(DETAIL));
});

it('is waited for while the store answers, and while it is away for less', async () => {
  const { health, isSilent, stop, seen, followed, pass } = around(batch(false));
  await isSilent;
  pass(3 * AWAY_MS);
  for (let time = 0; time < 3; time += 1) {
    health.detail = DETAIL;
    pass(AWAY_MS - 1_000);
    health.detail = undefined;
    pass(1_000);
  }
  stop.abort();
  await followed;
  expect(seen).toHaveLength(1);
});

it('is followed live behind its end, for however long the store is away', async () => {
  const { health, timers, isSilent, stop, followed } = around(batch(false), batch(true));
  await isSilent;
  expect(timers.size).toBe(0);
  health.detail = DETAIL;
  stop.abort();
  await followed;
});
