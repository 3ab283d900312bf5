import { codePoints, comparableName, firstCodePoints } from '#kernel';

/** Largest number of code points of a name. */
export const MAX_NAME = 200;

/**
 * The name of a clone without a given one: `<name> (copy)`, else `(copy 2)`, `(copy 3)` … the first that is free; the
 * old name is cut so that it fits (docs/reference/http-contract.md#endpoints).
 * @param taken the comparable names of all active lists
 */
export function cloneName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? ' (copy)' : ` (copy ${count})`;
    const candidate = firstCodePoints(name, MAX_NAME - codePoints(suffix)) + suffix;
    if (!taken.has(comparableName(candidate))) return candidate;
  }
}
