import { type FollowBatch, StoreUnavailableError } from '#event-store';
import type { Position, RecordedEvent } from '#kernel';
import { VirtualTimers } from '#kernel/testing';
import { settled } from '../workspace-head/testing/scheduler.js';
import { OpenedLog } from './opened-log.js';
import { PersonalKeysUnavailableError } from './personal-keys.js';

const PATIENCE = 10_000;
const EVENT = { stream: 's', revision: 0, type: 'T', position: '1', id: 'e', data: {}, metadata: {} };

/** A reader of batches whose keys are away from the first, or the second one on. */
function reader(patience: number | undefined, answered: number) {
  const batch = (caughtUp: boolean): FollowBatch => ({
    events: [{ ...EVENT, position: '1' as Position } as unknown as RecordedEvent],
    position: '1' as Position,
    caughtUp,
  });
  let opened = 0;
  const opener = {
    openEvents: async (events: readonly RecordedEvent[]) => {
      opened += 1;
      if (opened > answered) throw new PersonalKeysUnavailableError('The store of keys is away.');
      return events;
    },
  };
  const log = {
    read: async () => [],
    async *follow() {
      yield batch(true);
      yield batch(false);
    },
  };
  const timers = new VirtualTimers();
  const closed = new AbortController();
  const follower = new OpenedLog({
    ...{ log, timers, closed: closed.signal, opener: opener as never },
    ...(patience !== undefined && { patience }),
  });
  const end: { error?: unknown; isThere: boolean } = { isThere: false };
  const followed = (async () => {
    for await (const _ of follower.follow({ prefixes: [''], signal: closed.signal })) void _;
  })();
  void followed.catch((error: unknown) => (end.error = error)).finally(() => (end.isThere = true));
  /** Lets a minute pass, timer by timer. */
  const aMinute = async () => {
    for (let passed = 0; passed < 60_000 && !end.isThere;) {
      await settled();
      if (timers.size === 0) break;
      const step = timers.untilNext();
      timers.advance(step);
      passed += step;
    }
    await settled();
  };
  return { aMinute, end, closed };
}

it.each<[what: string, patience: number | undefined, answered: number, isGivenUp: boolean]>([
  ['waits for keys for as long as it takes', undefined, 0, false],
  ['gives up waiting for them where it is told to', PATIENCE, 0, true],
  ['waits for as long as it takes behind the end of the log', PATIENCE, 1, false],
])('a follower %s', async (_what, patience, answered, isGivenUp) => {
  const { aMinute, end, closed } = reader(patience, answered);
  await aMinute();
  expect(end.isThere).toBe(isGivenUp);
  if (isGivenUp) expect(end.error).toEqual(new StoreUnavailableError('The store of keys is away.'));
  closed.abort();
  await settled();
  expect(end.isThere).toBe(true);
});
