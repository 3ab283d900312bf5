import type { FollowBatch } from '#event-store';
import { gentleLog } from './gentle-log.js';

describe('a log whose follower rests', () => {
  it('rests after each batch for as long as the batch was worked on', async () => {
    const batch: FollowBatch = { events: [], position: undefined, caughtUp: false };
    let time = 0;
    const rests: number[] = [];
    const log = {
      read: () => Promise.resolve([]),
      follow: async function* () {
        yield batch;
        yield batch;
      },
    };
    const sleep = async (ms: number) => void rests.push(ms);
    const works = [30, 200];
    const { signal } = new AbortController();
    for await (const _batch of gentleLog(log, sleep, () => time).follow({ prefixes: [], signal })) {
      time += works.shift()!;
    }
    expect(rests).toEqual([30, 200]);
  });
});
