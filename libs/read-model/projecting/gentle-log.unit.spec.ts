import type { FollowBatch } from '#event-store';
import { gentleLog } from './gentle-log.js';

describe('a log whose follower rests', () => {
  /** The rests of a follower that works on batches for these milliseconds. */
  const restsAfter = async (...works: number[]): Promise<readonly number[]> => {
    const batch: FollowBatch = { events: [], position: undefined, caughtUp: false };
    let time = 0;
    const rests: number[] = [];
    const log = {
      read: () => Promise.resolve([]),
      follow: async function* () {
        for (const _work of works) yield batch;
      },
    };
    const sleep = async (ms: number) => void rests.push(ms);
    const { signal } = new AbortController();
    const left = [...works];
    for await (const _batch of gentleLog(log, sleep, () => time).follow({ prefixes: [], signal })) {
      time += left.shift()!;
    }
    return rests;
  };

  it('rests after each batch for as long as the batch was worked on', async () => {
    expect(await restsAfter(30, 200)).toEqual([30, 200]);
  });

  it('rests some seconds at most: the time of a batch has the outages that it met', async () => {
    expect(await restsAfter(3_600_000, 30)).toEqual([5_000, 30]);
  });
});
