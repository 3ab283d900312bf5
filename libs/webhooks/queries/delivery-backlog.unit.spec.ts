import { instant } from '#kernel';
import { MemoryReadModel } from '#read-model/testing';
import { DUE_DELIVERIES } from '../domain/index.js';
import { dueRow } from '../testing/backlog-rows.js';
import { MOST_COUNTED, readDeliveryBacklog } from './delivery-backlog.js';

const NOW = Date.parse('2030-01-10T15:00:00.000Z');

/** A to-do list with deliveries that are due this many seconds from now. */
async function backlogOf(secondsFromNow: readonly number[]) {
  const readModel = new MemoryReadModel();
  const rows = secondsFromNow.map((seconds, number) => dueRow(number, instant(NOW + seconds * 1_000)));
  const closed = { ...dueRow(-1, ''), open: 0 };
  await readModel.putRows(
    [...rows, closed].map((row) => ({
      collection: DUE_DELIVERIES,
      key: [row.workspace_id, row.delivery_id],
      document: row,
    })),
  );
  return readDeliveryBacklog(readModel, instant(NOW));
}

it('counts deliveries that are due and those that are scheduled, and tells since when the first is due', async () => {
  expect(await backlogOf([-90, -1, 0, 1, 3_600])).toEqual({ due: 3, scheduled: 2, dueSince: instant(NOW - 90_000) });
});

it('without a delivery that is due there is none that is due longest', async () => {
  expect(await backlogOf([5])).toEqual({ due: 0, scheduled: 1, dueSince: undefined });
  expect(await backlogOf([])).toEqual({ due: 0, scheduled: 0, dueSince: undefined });
});

it('counts over pages, and no more of a long list than its limit', async () => {
  const [late, later] = [Array<number>(1_200).fill(-5), Array<number>(700).fill(5)];
  expect(await backlogOf([...late, ...later])).toMatchObject({ due: 1_200, scheduled: 700 });
  const backlog = await backlogOf(Array<number>(MOST_COUNTED + 300).fill(-5));
  expect(backlog).toMatchObject({ due: MOST_COUNTED, scheduled: 0 });
});
