import { DomainError } from '#kernel';
import { type Generations, ReadModelUnavailableError } from './read-model.js';

/**
 * @throws ReadModelUnavailableError the generation is no longer the one that is read, so rows may have been missing.
 */
export async function confirmGeneration(generations: Generations, generation: string): Promise<void> {
  if (await generations.isCurrent(generation)) return;
  throw new ReadModelUnavailableError('The rows were exchanged while they were read.');
}

/**
 * Runs reads that belong together. What they come to, a refusal too (what is not found may only be missing), holds if
 * all of them were of one complete generation; one small read tells.
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
