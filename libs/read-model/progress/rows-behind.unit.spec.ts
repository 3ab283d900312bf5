import { type Position, WORKSPACE_STREAMS } from '#kernel';
import { FakeLog } from '../testing/fake-log.js';
import { readRowsBehind } from './rows-behind.js';

const EVENT = { type: 'Happened', data: {} };

/** A log of `appended` events whose first `projected` ones the rows have. */
async function behind(appended: number, projected: number) {
  const log = new FakeLog();
  const events = log.append('workspace-w', Array(appended).fill(EVENT));
  const rowsAreAt = async (): Promise<Position | undefined> => events[projected - 1]?.position;
  const ports = { events: log, rowsAreAt, prefixes: [WORKSPACE_STREAMS], limit: 10 };
  const { events: count, since } = await readRowsBehind(ports, new AbortController().signal);
  return { count, since, first: events[projected] && Date.parse(events[projected].metadata.occurred_at) };
}

it('rows that have every event are behind by none, and since no instant', async () => {
  expect(await behind(3, 3)).toEqual({ count: 0, since: undefined, first: undefined });
  expect(await behind(0, 0)).toEqual({ count: 0, since: undefined, first: undefined });
});

it('rows are behind by the events after their checkpoint, since the first of them', async () => {
  const { count, since, first } = await behind(5, 2);
  expect([count, since]).toEqual([3, first]);
  expect(first).toBeGreaterThan(0);
});

it('at most as many events as the limit are read and counted', async () => {
  const { count, since, first } = await behind(500, 0);
  expect([count, since]).toEqual([10, first]);
});
