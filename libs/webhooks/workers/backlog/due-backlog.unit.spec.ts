import { instant } from '#kernel';
import { UNLIMITED, dueRow, BacklogRows } from '../../testing/backlog-rows.js';
import { QUEUE_CAPACITY } from './receiver-queues.js';

const DUE = '2030-01-01T00:00:00.000Z';
const NOW = '2030-01-01T01:00:00.000Z';

/** Rows of one receiver, all due at the same time. */
const dueRows = (length: number, host?: string) => Array.from({ length }, (_, number) => dueRow(number, DUE, host));

/** Dequeues at most `count` deliveries. */
function taken({ backlog }: BacklogRows, count = Infinity): number[] {
  const numbers: number[] = [];
  for (let held = backlog.takeNext(UNLIMITED); held; held = backlog.takeNext(UNLIMITED)) {
    if (numbers.push(held.number) === count) break;
  }
  return numbers;
}

describe('a poll', () => {
  it('finds what becomes due at this instant, although no row has changed', async () => {
    const rows = new BacklogRows([dueRow(1, NOW)]);
    expect(await rows.backlog.collect(DUE, rows.stamp)).toEqual({ next: NOW, goOn: false });
    const { read } = rows;
    expect(await rows.backlog.collect(instant(Date.parse(NOW) - 1), rows.stamp)).toEqual({ next: NOW, goOn: false });
    expect([rows.read, rows.backlog.waiting]).toEqual([read, 0]);
    await rows.backlog.collect(NOW, rows.stamp);
    expect(taken(rows)).toEqual([1]);
  });

  it('reads the rows each time if no stamp shows whether they have changed', async () => {
    const rows = new BacklogRows();
    await rows.backlog.collect(NOW, undefined);
    rows.put(dueRow(1, DUE));
    await rows.backlog.collect(NOW, undefined);
    expect(rows.backlog.waiting).toBe(1);
  });

  it('reads a long list that is passed over every 5 s, and meanwhile what becomes due of other workspaces', async () => {
    const rows = new BacklogRows(Array.from({ length: 3_000 }, (_, n) => dueRow(n, DUE, `${n}.example.com`)));
    await rows.backlog.collect(NOW, rows.stamp);
    rows.backlog.passOver(rows.backlog.takeNext(UNLIMITED)!, () => undefined);
    expect(rows.backlog.takeNext(UNLIMITED)).toBeUndefined();
    while ((await rows.backlog.collect(NOW, rows.stamp)).goOn);
    const { read } = rows;
    const other = { ...dueRow(5_000, NOW), workspace_id: '018f3a00-0000-7000-8000-00000000b0b0' };
    rows.put(other);
    for (let polls = 0; polls < 20; polls += 1) await rows.backlog.collect(NOW, rows.stamp + polls);
    expect(rows.read - read).toBeLessThan(100);
    expect(taken(rows)).toEqual([5_000]);
    rows.realNow += 5_000;
    while ((await rows.backlog.collect(NOW, undefined)).goOn);
    expect(rows.read - read).toBeGreaterThan(3_000);
  });

  it('fills the queue of a receiver again while another workspace is passed over', async () => {
    const paused = {
      ...dueRow(9_999, '2029-12-31T00:00:00.000Z', 'paused.example.com'),
      workspace_id: '018f3a00-0000-7000-8000-00000000b0b0',
    };
    const rows = new BacklogRows([paused, ...dueRows(2_000)]);
    while ((await rows.backlog.collect(NOW, undefined)).goOn);
    rows.backlog.passOver(rows.backlog.takeNext(UNLIMITED)!, () => undefined);
    const first = taken(rows);
    while ((await rows.backlog.collect(NOW, undefined)).goOn);
    expect([first.length, taken(rows).length]).toEqual([QUEUE_CAPACITY, 2_000 - QUEUE_CAPACITY]);
  });

  it('finds again a delivery that was forgotten before it', async () => {
    const rows = new BacklogRows([dueRow(1, DUE)]);
    await rows.backlog.collect(NOW, rows.stamp);
    for (let times = 0; times < 3; times += 1) {
      rows.backlog.forget(rows.backlog.takeNext(UNLIMITED)!);
      await rows.backlog.collect(NOW, rows.stamp);
      expect(rows.backlog.waiting).toBe(1);
    }
  });

  it('finds again a delivery that was forgotten while the previous poll passed it', async () => {
    const rows = new BacklogRows([dueRow(1, DUE)]);
    await rows.backlog.collect(NOW, rows.stamp);
    const held = rows.backlog.takeNext(UNLIMITED)!;
    rows.put(dueRow(2, '2031-01-01T00:00:00.000Z'));
    let pages = 0;
    // The page that is being read contains it.
    rows.whileReading = () => {
      if ((pages += 1) === 2) rows.backlog.forget(held);
    };
    for (let looks = 0; looks < 2; looks += 1) await rows.backlog.collect(NOW, rows.stamp);
    expect(taken(rows)).toEqual([1]);
  });

  it('of the whole list also finds finished deliveries that are due again by the rows', async () => {
    const rows = new BacklogRows([dueRow(1, DUE)]);
    await rows.backlog.collectAll(NOW);
    rows.backlog.awaitProjection(rows.backlog.takeNext(UNLIMITED)!, 1);
    await rows.backlog.collectAll(NOW);
    expect(rows.backlog.waiting).toBe(0);
    rows.put({ ...dueRow(1, NOW), revision: 1 });
    expect(await rows.backlog.collectAll(NOW)).toBe(true);
    expect(taken(rows)).toEqual([1]);
  });

  it('that continues an earlier one says nothing about rows before its position', async () => {
    const rows = new BacklogRows(Array.from({ length: 1_100 }, (_, n) => dueRow(n, DUE, `h${n % 10}`)));
    expect(await rows.backlog.collect(NOW, rows.stamp)).toMatchObject({ goOn: true });
    rows.put(dueRow(5_000, '2029-12-31T00:00:00.000Z'));
    expect(await rows.backlog.collect(NOW, rows.stamp)).toMatchObject({ goOn: false });
    await rows.backlog.collect(NOW, rows.stamp);
    expect(taken(rows, 1)).toEqual([5_000]);
  });

  it('waits for the one before it, and finds what a failed one could not read', async () => {
    const rows = new BacklogRows([dueRow(1, NOW)]);
    rows.whileReading = () => {
      throw new Error('The rows are away.');
    };
    await expect(rows.backlog.collect(DUE, rows.stamp)).rejects.toThrow('away');
    rows.whileReading = () => undefined;
    const { read } = rows;
    await Promise.all([rows.backlog.collect(DUE, rows.stamp), rows.backlog.collect(DUE, rows.stamp)]);
    expect(rows.read - read).toBe(1);
  });
});

describe('a backlog of one receiver that is longer than its queue', () => {
  it('is taken in the order of its due time, regardless of reads meanwhile', async () => {
    const all = dueRows(5_000);
    const rows = new BacklogRows(all);
    const numbers: number[] = [];
    for (let looks = 0; numbers.length < all.length && looks < 200; looks += 1) {
      await rows.backlog.collect(NOW, looks);
      // Only a part of the queue: rows of a scan must not be queued before earlier rows of their receiver that found no
      // room.
      numbers.push(...taken(rows, 100));
    }
    expect(numbers).toEqual(all.map(({ number }) => number));
  });

  it('is not read repeatedly while its queue is long', async () => {
    const rows = new BacklogRows(dueRows(5_000));
    const { backlog } = rows;
    let more = true;
    for (let looks = 0; more && looks < 20; looks += 1) more = (await backlog.collect(NOW, looks)).goOn;
    expect([more, backlog.waiting]).toEqual([false, QUEUE_CAPACITY]);
    const { read } = rows;
    for (let looks = 20; looks < 30; looks += 1) expect((await backlog.collect(NOW, looks)).goOn).toBe(false);
    expect(rows.read).toBe(read);

    taken(rows, QUEUE_CAPACITY / 2 - 1);
    expect(backlog.needsRefill(backlog.takeNext(UNLIMITED)!)).toBe(false);
    expect(backlog.needsRefill(backlog.takeNext(UNLIMITED)!)).toBe(true);
    for (let looks = 30; looks < 33; looks += 1) expect((await backlog.collect(NOW, looks)).goOn).toBe(true);
    expect(backlog.waiting).toBe(QUEUE_CAPACITY);
  });

  it.each([
    [600, true],
    [0, false],
  ])('is continued if %p of it were taken while a poll ended: %p', async (count, goOn) => {
    const rows = new BacklogRows(dueRows(1_500));
    await rows.backlog.collect(NOW, rows.stamp);
    let pages = 0;
    rows.whileReading = () => {
      // At the third page its queue is full.
      if ((pages += 1) === 3 && count > 0) taken(rows, count);
    };
    expect(await rows.backlog.collect(NOW, rows.stamp)).toMatchObject({ goOn });
  });

  it('keeps at most one poll from other due deliveries', async () => {
    const rows = new BacklogRows(dueRows(2_500, 'dead'));
    for (let looks = 0; looks < 3; looks += 1) await rows.backlog.collect(NOW, looks);
    rows.put(...Array.from({ length: 1_500 }, (_, n) => dueRow(10_000 + n, NOW, `h${n % 10}`)));
    expect(await rows.backlog.collect(NOW, rows.stamp)).toMatchObject({ goOn: true });
  });

  it('is held completely as soon as it fits', async () => {
    const rows = new BacklogRows(dueRows(QUEUE_CAPACITY + 1));
    expect(await rows.backlog.collectAll(NOW)).toBe(false);
    taken(rows, 1);
    expect(await rows.backlog.collectAll(NOW)).toBe(true);
    expect(taken(rows)).toHaveLength(QUEUE_CAPACITY);
  });
});

describe('a resting delivery', () => {
  it('that finds its queue full afterwards is not overtaken by later reads', async () => {
    const others = Array.from({ length: 1_500 }, (_, n) => dueRow(2_000 + n, DUE, `h${n % 5}`));
    const late = Array.from({ length: 10 }, (_, n) => dueRow(5_000 + n, DUE));
    const rows = new BacklogRows([...dueRows(QUEUE_CAPACITY + 1), ...others, ...late]);
    const one = { allows: ({ host }: { host: string }) => host === 'one.example.com', precedes: UNLIMITED.precedes };
    await rows.backlog.collect(NOW, rows.stamp);
    const first = rows.backlog.takeNext(one)!;
    await rows.backlog.collect(NOW, rows.stamp);
    rows.backlog.requeueAfter(first, 1_000, () => undefined);
    rows.timers.advance(1_000);
    const numbers: number[] = [];
    for (let looks = 0; looks < 8; looks += 1) {
      for (let held = rows.backlog.takeNext(one); held; held = rows.backlog.takeNext(one)) numbers.push(held.number);
      await rows.backlog.collect(NOW, rows.stamp);
    }
    expect(numbers.slice(QUEUE_CAPACITY)).toEqual([0, ...late.map(({ number }) => number)]);
  });

  it('is released with the queues, together with its timer', async () => {
    const rows = new BacklogRows(dueRows(3));
    await rows.backlog.collect(NOW, rows.stamp);
    rows.backlog.requeueAfter(rows.backlog.takeNext(UNLIMITED)!, 1_000, () => undefined);
    rows.backlog.clear();
    expect([rows.timers.size, rows.backlog.waiting, taken(rows)]).toEqual([0, 0, []]);
  });

  it('is woken once, although its time was not over', async () => {
    const rows = new BacklogRows(dueRows(1));
    await rows.backlog.collect(NOW, rows.stamp);
    rows.backlog.requeueAfter(rows.backlog.takeNext(UNLIMITED)!, 1_000, () => undefined);
    for (let times = 0; times < 2; times += 1) rows.backlog.requeueResting();
    rows.timers.advance(1_000);
    expect([rows.timers.size, taken(rows)]).toEqual([0, [0]]);
  });
});
