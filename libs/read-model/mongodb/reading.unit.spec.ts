import type { Row } from '#kernel';
import { type Thing, thing, THINGS } from '../contract/fixtures.js';
import { Calls } from './calls.js';
import type { RowsSource } from './generations.js';
import type { Health } from './health.js';
import { MongoReadModel } from './reading.js';

const HEALTH = { succeeded: () => undefined, failed: () => undefined } as unknown as Health;

/** A read model whose finds return these answers, one after another: rows, or an error. */
function answering(...answers: readonly (readonly Thing[] | Error)[]): MongoReadModel {
  const left = [...answers];
  const find = () => ({
    toArray: async (): Promise<readonly Row[]> => {
      const answer = left.shift()!;
      if (answer instanceof Error) throw answer;
      return answer.map((document) => ({ _id: document.thing_id, ...document }));
    },
  });
  const source = { set: async () => ({ documentsOf: () => ({ find }) }) } as unknown as RowsSource;
  return new MongoReadModel(source, new Calls(HEALTH));
}

describe('a page of several reads of which one is cut', () => {
  it('is that of the repetition only, with a row that was inserted meanwhile in its place', async () => {
    const cut = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    const [first, between, last] = [1, 2, 3].map((rank) => thing(`t${rank}`, 1, { rank }));
    const model = answering([first!, last!], cut, [first!, between!, last!], []);
    const page = await model.page(THINGS, { index: 'by_rank', prefix: ['w', 1], after: [0, 't0'], limit: 4 });
    expect(page.map(({ thing_id }) => thing_id)).toEqual(['t1', 't2', 't3']);
  });

  it('applies to keys, too', async () => {
    const cut = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    const [first, between, last] = [1, 2, 3].map((rank) => thing(`t${rank}`, 1, { rank }));
    const model = answering([first!, last!], cut, [first!, between!, last!], []);
    const page = { index: 'by_rank', prefix: ['w', 1], after: [0, 't0'], limit: 4 };
    expect((await model.pageKeys(THINGS, page)).map(([, id]) => id)).toEqual(['t1', 't2', 't3']);
  });
});
