import { DomainError } from '#kernel';
import { type Generations, ReadModelUnavailableError } from './read-model.js';

/** @throws ReadModelUnavailableError the generation is no longer the one that is read, so rows may have been missing */
export async function confirmGeneration(generations: Generations, generation: string): Promise<void> {
  if (await generations.isCurrent(generation)) return;
  throw new ReadModelUnavailableError('The rows were exchanged while they were read.');
}

/**
 * Runs reads that belong together. Their result, a refusal too (a row that is not found may only be missing), is valid
 * if all reads were of one complete generation; one small read shows that.
 * @throws ReadModelUnavailableError they were not
 */
export async function ofOneGeneration<Result>(
  generations: Generations | undefined,
  read: () => Promise<Result>,
): Promise<Result> {
  if (!generations) return read();
  const generation = await generations.current();
  try {
    const result = await read();
    await confirmGeneration(generations, generation);
    return result;
  } catch (error) {
    if (error instanceof DomainError) await confirmGeneration(generations, generation);
    throw error;
  }
}
