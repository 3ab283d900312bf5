import type { ReadModel } from '#read-model';
import { VirtualTimers } from '#kernel/testing';
import type { DueDeliveryRow } from '../domain/index.js';
import { DueList } from './due-list.js';
import { A_LINE } from './lines.js';
import { isDueBefore } from './slots.js';

const DUE = '2030-01-01T00:00:00.000Z';
const NOW = '2030-01-01T01:00:00.000Z';

function backlog(length: number): DueDeliveryRow[] {
  return Array.from({ length }, (_, number) => ({
    workspace_id: 'w',
    delivery_id: `d${number}`,
    outcome_id: 'o',
    host: 'one.example.com',
    number,
    open: 1,
    due_at: DUE,
    revision: 0,
  }));
}

/** A list over these rows, all due at the same time, and how many of them it has read. */
function listOver(rows: readonly DueDeliveryRow[]) {
  let read = 0;
  const readModel = {
    page: async (_: unknown, { after, limit }: { after?: readonly unknown[]; limit: number }) => {
      const isBehind = after === undefined ? 0 : after[0] === DUE ? Number(after[2]) + 1 : rows.length;
      const found = rows.filter(({ number }) => number >= isBehind).slice(0, limit);
      read += found.length;
      return found;
    },
    getMany: async () => [],
  } as unknown as Pick<ReadModel, 'page' | 'getMany'>;
  return {
    list: new DueList({ readModel, timers: new VirtualTimers(), realClock: { now: () => 0 } }),
    read: () => read,
  };
}

const anybody = { hasRoom: () => true, goesBefore: isDueBefore };

describe('a backlog of one receiver that is longer than its line', () => {
  it('is taken in the order of its time, whatever was seen of it meanwhile', async () => {
    const rows = backlog(5_000);
    const { list } = listOver(rows);
    const taken: number[] = [];
    for (let looks = 0; taken.length < rows.length && looks < 200; looks += 1) {
      await list.collect(NOW, looks);
      // Not all of it: what has room in the line by now must not be taken by what a look has come to.
      for (let some = 0; some < 100; some += 1) {
        const held = list.take(anybody);
        if (held) taken.push(held.number);
      }
    }
    expect(taken).toEqual(rows.map(({ number }) => number));
  });

  it('is not read again and again while its line is long', async () => {
    const { list, read } = listOver(backlog(5_000));
    let more = true;
    for (let looks = 0; more && looks < 20; looks += 1) more = (await list.collect(NOW, looks)).goOn;
    expect([more, list.waiting]).toEqual([false, A_LINE]);
    const before = read();
    for (let looks = 20; looks < 30; looks += 1) expect((await list.collect(NOW, looks)).goOn).toBe(false);
    expect(read()).toBe(before);

    for (let some = 0; some < A_LINE / 2 - 1; some += 1) list.take(anybody);
    expect(list.runsShort(list.take(anybody)!)).toBe(false);
    expect(list.runsShort(list.take(anybody)!)).toBe(true);
    for (let looks = 30; looks < 33; looks += 1) expect((await list.collect(NOW, looks)).goOn).toBe(true);
    expect(list.waiting).toBe(A_LINE);
  });
});
