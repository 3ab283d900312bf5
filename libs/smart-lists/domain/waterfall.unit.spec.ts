import fc from 'fast-check';
import { testId as id, TestWorkspace } from '#kernel/testing';
import { smartListsProjection } from '../projections/smart-lists.projection.js';
import { changed, created } from '../testing/past.js';
import { checkWaterfall } from './active-lists.js';

it('a waterfall is refused exactly when it would close a cycle', () => {
  const size = 6;
  const changes = fc.array(fc.tuple(fc.nat(size - 1), fc.option(fc.nat(size - 1))), { maxLength: 30 });
  fc.assert(
    fc.property(changes, (steps) => {
      const workspace = new TestWorkspace([smartListsProjection]);
      workspace.append(Array.from({ length: size }, (_, n) => created(id(n), `list ${n}`)));
      const next: (number | null)[] = Array<null>(size).fill(null);
      for (const [from, to] of steps) {
        const wanted = next.with(from, to);
        const refusal = closesCycle(wanted) ? 'waterfall_cycle' : undefined;
        expect(refused(() => to !== null && checkWaterfall(workspace, id(from), id(to)))).toBe(refusal);
        if (refusal) continue;
        next[from] = to;
        workspace.append([changed(id(from), { next_list_id: to === null ? null : id(to) })]);
      }
    }),
  );
});

/** Simplest form: a chain from some list is longer than the number of lists. */
function closesCycle(next: readonly (number | null)[]): boolean {
  return next.some((_, start) => {
    let at: number | null = start;
    for (let step = 0; step < next.length && at !== null; step += 1) at = next[at]!;
    return at !== null;
  });
}

function refused(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as { readonly code?: string }).code;
  }
}
