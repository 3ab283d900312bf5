import { tmpdir } from 'node:os';
import { MovedRows, type MovedRow } from './moved-rows.js';

/** Rows of three projections, the second of which has most. */
function* manyRows(): Generator<MovedRow> {
  for (const [projection, count] of [5, 44_990, 7].entries()) {
    for (let n = 0; n < count; n += 1) yield { projection, key: ['w', `row "${n}"\n`], revision: n };
  }
}

it('gives rows back in their order, in pages of one projection, also those that memory does not hold', () => {
  const moved = new MovedRows(tmpdir());
  for (const row of manyRows()) moved.add(row);
  expect(moved.count).toBe(45_002);
  const pages = [...moved.pages(500)];
  moved.close();
  moved.close();
  expect(pages.flat()).toEqual([...manyRows()]);
  expect(pages.map((page) => page.length)).toEqual([5, ...Array<number>(89).fill(500), 490, 7]);
  expect(pages.filter((page) => new Set(page.map(({ projection }) => projection)).size > 1)).toEqual([]);
});

it('keeps few rows without a file', () => {
  const moved = new MovedRows(tmpdir());
  moved.add({ projection: 0, key: ['w'], revision: 1 });
  const pages = [...moved.pages(500)];
  moved.close();
  expect(pages).toEqual([[{ projection: 0, key: ['w'], revision: 1 }]]);
});
