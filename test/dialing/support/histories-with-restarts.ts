import fc from 'fast-check';
import { histories } from '../../../libs/dialing/testing/histories.js';
import type { Step } from '../../../libs/dialing/testing/histories.js';
import type { HistoryStep } from './side-by-side.js';

/** A workspace's life on a service that is killed now and then, with or without its read model lost. */
export interface HistoryWithRestarts {
  readonly begins: number;
  readonly steps: readonly HistoryStep[];
}

const restarts = fc.array(
  fc.record({ at: fc.nat(1_000), restart: fc.constantFrom('kept' as const, 'kept' as const, 'lost' as const) }),
  { maxLength: 1 },
);

const addsMembers = (step: Step): boolean => 'path' in step && step.path.endsWith('/members/batch');

/** @param length of what happens after there are contacts, lists, members and outcomes; steps, at most */
export function historiesWithRestarts(length: number): fc.Arbitrary<HistoryWithRestarts> {
  // In some lives nobody comes onto a list but by an outcome: those are about contacts without one, who are reached last otherwise.
  const unlisted = fc.constantFrom(false, false, false, true);
  const withRestarts = fc.record({ restarts, unlisted, history: histories(length) });
  return withRestarts.map(({ history: { begins, steps }, restarts, unlisted }) => {
    const all: HistoryStep[] = steps.filter((step) => !unlisted || !addsMembers(step));
    for (const { at, restart } of restarts) all.splice(at % (all.length + 1), 0, { restart });
    return { begins, steps: all };
  });
}
