import { instant } from '#kernel';
import { ANYBODY, dueRow, DueRows } from '../testing/due-rows.js';
import { A_LINE } from './lines.js';

const DUE = '2030-01-01T00:00:00.000Z';
const NOW = '2030-01-01T01:00:00.000Z';

/** So many of one receiver, all due at the same time. */
const backlog = (length: number, host?: string) => Array.from({ length }, (_, number) => dueRow(number, DUE, host));

/** Takes so many, if there are. */
function taken({ list }: DueRows, count = Infinity): number[] {
  const numbers: number[] = [];
  for (let held = list.take(ANYBODY); held; held = list.take(ANYBODY)) {
    if (numbers.push(held.number) === count) break;
  }
  return numbers;
}

describe('a look', () => {
  it('holds what is due at this very instant, though nothing has moved since it was not', async () => {
    const rows = new DueRows([dueRow(1, NOW)]);
    expect(await rows.list.collect(DUE, rows.stamp)).toEqual({ next: NOW, goOn: false });
    const { read } = rows;
    expect(await rows.list.collect(instant(Date.parse(NOW) - 1), rows.stamp)).toEqual({ next: NOW, goOn: false });
    expect([rows.read, rows.list.waiting]).toEqual([read, 0]);
    await rows.list.collect(NOW, rows.stamp);
    expect(taken(rows)).toEqual([1]);
  });

  it('reads the rows each time where nobody tells that they have moved', async () => {
    const rows = new DueRows();
    await rows.list.collect(NOW, undefined);
    rows.put(dueRow(1, DUE));
    await rows.list.collect(NOW, undefined);
    expect(rows.list.waiting).toBe(1);
  });

  it('finds again what was forgotten before it', async () => {
    const rows = new DueRows([dueRow(1, DUE)]);
    await rows.list.collect(NOW, rows.stamp);
    for (let times = 0; times < 3; times += 1) {
      rows.list.forget(rows.list.take(ANYBODY)!);
      await rows.list.collect(NOW, rows.stamp);
      expect(rows.list.waiting).toBe(1);
    }
  });

  it('finds again what was forgotten while the one before was passing it by', async () => {
    const rows = new DueRows([dueRow(1, DUE)]);
    await rows.list.collect(NOW, rows.stamp);
    const held = rows.list.take(ANYBODY)!;
    rows.put(dueRow(2, '2031-01-01T00:00:00.000Z'));
    let pages = 0;
    // The first page holds it.
    rows.whileReading = () => {
      if ((pages += 1) === 2) rows.list.forget(held);
    };
    for (let looks = 0; looks < 2; looks += 1) await rows.list.collect(NOW, rows.stamp);
    expect(taken(rows)).toEqual([1]);
  });

  it('at the whole list too finds what was done, and is due again by the rows', async () => {
    const rows = new DueRows([dueRow(1, DUE)]);
    await rows.list.collectAll(NOW);
    rows.list.finish(rows.list.take(ANYBODY)!, 1);
    await rows.list.collectAll(NOW);
    expect(rows.list.waiting).toBe(0);
    rows.put({ ...dueRow(1, NOW), revision: 1 });
    expect(await rows.list.collectAll(NOW)).toBe(true);
    expect(taken(rows)).toEqual([1]);
  });

  it('that ends what an earlier one began says nothing of what has come before its place', async () => {
    const rows = new DueRows(Array.from({ length: 1_100 }, (_, n) => dueRow(n, DUE, `h${n % 10}`)));
    expect(await rows.list.collect(NOW, rows.stamp)).toMatchObject({ goOn: true });
    rows.put(dueRow(5_000, '2029-12-31T00:00:00.000Z'));
    expect(await rows.list.collect(NOW, rows.stamp)).toMatchObject({ goOn: false });
    await rows.list.collect(NOW, rows.stamp);
    expect(taken(rows, 1)).toEqual([5_000]);
  });

  it('waits for the one before it, and finds what another could not, whose read failed', async () => {
    const rows = new DueRows([dueRow(1, NOW)]);
    rows.whileReading = () => {
      throw new Error('The rows are away.');
    };
    await expect(rows.list.collect(DUE, rows.stamp)).rejects.toThrow('away');
    rows.whileReading = () => undefined;
    const { read } = rows;
    await Promise.all([rows.list.collect(DUE, rows.stamp), rows.list.collect(DUE, rows.stamp)]);
    expect(rows.read - read).toBe(1);
  });
});

describe('a backlog of one receiver that is longer than its line', () => {
  it('is taken in the order of its time, whatever was seen of it meanwhile', async () => {
    const all = backlog(5_000);
    const rows = new DueRows(all);
    const numbers: number[] = [];
    for (let looks = 0; numbers.length < all.length && looks < 200; looks += 1) {
      await rows.list.collect(NOW, looks);
      // Not all of it: what has room in the line by now must not be taken by what a look has come to.
      numbers.push(...taken(rows, 100));
    }
    expect(numbers).toEqual(all.map(({ number }) => number));
  });

  it('is not read again and again while its line is long', async () => {
    const rows = new DueRows(backlog(5_000));
    const { list } = rows;
    let more = true;
    for (let looks = 0; more && looks < 20; looks += 1) more = (await list.collect(NOW, looks)).goOn;
    expect([more, list.waiting]).toEqual([false, A_LINE]);
    const { read } = rows;
    for (let looks = 20; looks < 30; looks += 1) expect((await list.collect(NOW, looks)).goOn).toBe(false);
    expect(rows.read).toBe(read);

    taken(rows, A_LINE / 2 - 1);
    expect(list.runsShort(list.take(ANYBODY)!)).toBe(false);
    expect(list.runsShort(list.take(ANYBODY)!)).toBe(true);
    for (let looks = 30; looks < 33; looks += 1) expect((await list.collect(NOW, looks)).goOn).toBe(true);
    expect(list.waiting).toBe(A_LINE);
  });

  it.each([
    [600, true],
    [0, false],
  ])('is gone on with if %p of it were taken while a look came to its end: %p', async (count, goOn) => {
    const rows = new DueRows(backlog(1_500));
    await rows.list.collect(NOW, rows.stamp);
    let pages = 0;
    rows.whileReading = () => {
      // By the third one its line is full.
      if ((pages += 1) === 3 && count > 0) taken(rows, count);
    };
    expect(await rows.list.collect(NOW, rows.stamp)).toMatchObject({ goOn });
  });

  it('keeps no more than a look from what others have due now', async () => {
    const rows = new DueRows(backlog(2_500, 'dead'));
    for (let looks = 0; looks < 3; looks += 1) await rows.list.collect(NOW, looks);
    rows.put(...Array.from({ length: 1_500 }, (_, n) => dueRow(10_000 + n, NOW, `h${n % 10}`)));
    expect(await rows.list.collect(NOW, rows.stamp)).toMatchObject({ goOn: true });
  });

  it('is held whole as soon as there is room for it', async () => {
    const rows = new DueRows(backlog(A_LINE + 1));
    expect(await rows.list.collectAll(NOW)).toBe(false);
    taken(rows, 1);
    expect(await rows.list.collectAll(NOW)).toBe(true);
    expect(taken(rows)).toHaveLength(A_LINE);
  });
});

describe('what rests', () => {
  it('and finds its line full afterwards is overtaken by nothing that is read meanwhile', async () => {
    const others = Array.from({ length: 1_500 }, (_, n) => dueRow(2_000 + n, DUE, `h${n % 5}`));
    const late = Array.from({ length: 10 }, (_, n) => dueRow(5_000 + n, DUE));
    const rows = new DueRows([...backlog(A_LINE + 1), ...others, ...late]);
    const one = { hasRoom: ({ host }: { host: string }) => host === 'one.example.com', goesBefore: ANYBODY.goesBefore };
    await rows.list.collect(NOW, rows.stamp);
    const first = rows.list.take(one)!;
    await rows.list.collect(NOW, rows.stamp);
    rows.list.rest(first, 1_000, () => undefined);
    rows.timers.advance(1_000);
    const numbers: number[] = [];
    for (let looks = 0; looks < 8; looks += 1) {
      for (let held = rows.list.take(one); held; held = rows.list.take(one)) numbers.push(held.number);
      await rows.list.collect(NOW, rows.stamp);
    }
    expect(numbers.slice(A_LINE)).toEqual([0, ...late.map(({ number }) => number)]);
  });

  it('is let go of with the lines, and with its timer', async () => {
    const rows = new DueRows(backlog(3));
    await rows.list.collect(NOW, rows.stamp);
    rows.list.rest(rows.list.take(ANYBODY)!, 1_000, () => undefined);
    rows.list.clear();
    expect([rows.timers.size, rows.list.waiting, taken(rows)]).toEqual([0, 0, []]);
  });

  it('is called back once, though its time was not over', async () => {
    const rows = new DueRows(backlog(1));
    await rows.list.collect(NOW, rows.stamp);
    rows.list.rest(rows.list.take(ANYBODY)!, 1_000, () => undefined);
    for (let times = 0; times < 2; times += 1) rows.list.restNoMore();
    rows.timers.advance(1_000);
    expect([rows.timers.size, taken(rows)]).toEqual([0, [0]]);
  });
});
