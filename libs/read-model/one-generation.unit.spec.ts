import { DomainError } from '#kernel';
import { ofOneGeneration, RowsExchangedError } from './one-generation.js';

/** Rows whose generation has grown by one at the end of each of the first `exchanges` reads. */
function exchanged(exchanges: number, thrown: Error = new DomainError('not_found', 'It is only missing.')) {
  let generation = 0;
  const generations = {
    current: async () => String(generation),
    isCurrent: async (read: string) => read === String(generation),
  };
  const read = async (): Promise<number> => {
    const of = generation;
    if (generation < exchanges) generation += 1;
    if (of < exchanges) throw thrown;
    return of;
  };
  return { generations, read };
}

describe('reads that belong together', () => {
  it('are repeated once on the rows that were exchanged for those that they were of', async () => {
    const { generations, read } = exchanged(1);
    expect(await ofOneGeneration(generations, read)).toBe(1);
  });

  it('are repeated where the code failed on a row that is always there', async () => {
    const { generations, read } = exchanged(1, new TypeError('Cannot read properties of undefined'));
    expect(await ofOneGeneration(generations, read)).toBe(1);
  });

  it('fail where the code fails on rows of one generation', async () => {
    const { generations } = exchanged(0);
    const read = () => Promise.reject(new TypeError('broken'));
    await expect(ofOneGeneration(generations, read)).rejects.toThrow('broken');
  });

  it('are refused where the rows were exchanged again', async () => {
    const { generations, read } = exchanged(2);
    await expect(ofOneGeneration(generations, read)).rejects.toThrow(RowsExchangedError);
  });
});
