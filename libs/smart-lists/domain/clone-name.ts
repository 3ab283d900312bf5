import { codePoints, comparableName, firstCodePoints } from '#kernel';

/** Code points a name holds at most. */
export const MAX_NAME = 200;

/**
 * The name of a clone that was given none: `<name> (copy)`, else `(copy 2)`, `(copy 3)` … the first that is free; the
 * old name is cut so that it fits (docs/reference/http-contract.md#endpoints).
 * @param taken the comparable names of all active lists.
 */
export function cloneName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? ' (copy)' : ` (copy ${count})`;
    const candidate = firstCodePoints(name, MAX_NAME - codePoints(suffix)) + suffix;
    if (!taken.has(comparableName(candidate))) return candidate;
  }
}
