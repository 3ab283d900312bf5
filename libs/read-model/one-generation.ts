import { type Generations, type ReadModel, ReadModelUnavailableError } from './read-model.js';

/** Rows of another generation are live by now: reads that begin again are of that one. */
export class RowsExchangedError extends ReadModelUnavailableError {}

/** @throws RowsExchangedError the generation is no longer the one that is read, so rows may have been missing */
export async function confirmGeneration(generations: Generations, generation: string): Promise<void> {
  if (await generations.isCurrent(generation)) return;
  throw new RowsExchangedError('The rows were exchanged while they were read.');
}

/**
 * Begins a long run of reads that belong together, such as the pages of one walk. The function that it returns is
 * called after each of them: all reads until then were of one set of rows, or it throws.
 * @throws ReadModelUnavailableError there is no complete generation
 * @throws RowsExchangedError by the function: other rows have taken the place of those that were read
 */
export async function beginReads(rows: Pick<ReadModel, 'generations' | 'exchanges'>): Promise<() => Promise<void>> {
  const { generations, exchanges } = rows;
  const generation = await generations?.current();
  return async () => {
    if (generations) await confirmGeneration(generations, generation!);
    if (rows.exchanges === exchanges) return;
    throw new RowsExchangedError('Other rows have taken the place of those that were read.');
  };
}

/**
 * Runs reads that belong together. Their result, a refusal or a fault too (a row that is not found may only be
 * missing), is valid if all reads were of one complete generation; one small read shows that. Reads that meet an
 * exchange of the rows (docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md) are repeated once, on the rows
 * that are live by then.
 * @throws ReadModelUnavailableError there is no complete generation, or the rows were exchanged twice
 */
export async function ofOneGeneration<Result>(
  generations: Generations | undefined,
  read: () => Promise<Result>,
): Promise<Result> {
  if (!generations) return read();
  try {
    return await confirmed(generations, read);
  } catch (error) {
    if (!(error instanceof RowsExchangedError)) throw error;
    return confirmed(generations, read);
  }
}

async function confirmed<Result>(generations: Generations, read: () => Promise<Result>): Promise<Result> {
  const generation = await generations.current();
  try {
    const result = await read();
    await confirmGeneration(generations, generation);
    return result;
  } catch (error) {
    if (!(error instanceof ReadModelUnavailableError)) await confirmGeneration(generations, generation);
    throw error;
  }
}
