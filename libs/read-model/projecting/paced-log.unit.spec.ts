import type { DomainEvent } from '#kernel';
import { FakeLog } from '../testing/fake-log.js';
import { pacedLog } from './paced-log.js';

const event: DomainEvent = { type: 'Happened', data: {} };

it('a paced log rests when its follower has caught up, and takes together what came meanwhile', async () => {
  const log = new FakeLog();
  log.append('w', [event, event, event]);
  const stop = new AbortController();
  const rests: number[] = [];
  const sleep = async (milliseconds: number): Promise<void> => {
    rests.push(milliseconds);
    if (rests.length === 1) for (let more = 0; more < 2; more += 1) log.append('w', [event]);
  };
  const taken: number[] = [];
  const paced = pacedLog(log, sleep, 50);
  for await (const { events } of paced.follow({ prefixes: ['workspace-'], signal: stop.signal, batchSize: 2 })) {
    taken.push(events.length);
    if (taken.length === 3) stop.abort();
  }
  expect(taken).toEqual([2, 1, 2]);
  expect(rests).toEqual([50, 50]);
  expect(await paced.read('workspace-w', { limit: 9 })).toHaveLength(5);
});
