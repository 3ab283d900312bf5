import fc from 'fast-check';
import { histories } from '../../../libs/dialing/testing/histories.js';
import type { LifeStep } from './side-by-side.js';

/** A workspace's life on a service that is killed now and then, with or without its read model lost. */
export interface Life {
  readonly begins: number;
  readonly steps: readonly LifeStep[];
}

const restarts = fc.array(
  fc.record({ at: fc.nat(1_000), restart: fc.constantFrom('kept' as const, 'kept' as const, 'lost' as const) }),
  { maxLength: 1 },
);

/** @param length of what happens after there are contacts, lists, members and outcomes; steps, at most */
export function lives(length: number): fc.Arbitrary<Life> {
  return fc.record({ restarts, history: histories(length) }).map(({ history: { begins, steps }, restarts }) => {
    const all: LifeStep[] = [...steps];
    for (const { at, restart } of restarts) all.splice(at % (all.length + 1), 0, { restart });
    return { begins, steps: all };
  });
}
