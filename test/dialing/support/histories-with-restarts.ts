import fc from 'fast-check';
import { histories } from '../../../libs/dialing/testing/histories.js';
import type { Step } from '../../../libs/dialing/testing/histories.js';
import type { HistoryStep } from './side-by-side.js';

/** A history of a workspace on a service that is killed and restarted, with its read model kept or lost. */
export interface HistoryWithRestarts {
  readonly begins: number;
  readonly steps: readonly HistoryStep[];
}

const restarts = fc.array(
  fc.record({ at: fc.nat(1_000), restart: fc.constantFrom('kept' as const, 'kept' as const, 'lost' as const) }),
  { maxLength: 1 },
);

const addsMembers = (step: Step): boolean => 'path' in step && step.path.endsWith('/members/batch');

/** @param length the largest number of steps after contacts, lists, members and outcomes exist */
export function historiesWithRestarts(length: number): fc.Arbitrary<HistoryWithRestarts> {
  // Some histories add members through outcomes only: contacts without a list are dispatched last and otherwise rarely.
  const unlisted = fc.constantFrom(false, false, false, true);
  const withRestarts = fc.record({ restarts, unlisted, history: histories(length) });
  return withRestarts.map(({ history: { begins, steps }, restarts, unlisted }) => {
    const all: HistoryStep[] = steps.filter((step) => !unlisted || !addsMembers(step));
    for (const { at, restart } of restarts) all.splice(at % (all.length + 1), 0, { restart });
    return { begins, steps: all };
  });
}
