import type { Clock } from './clock.js';
import { DomainError } from './errors.js';

/**
 * A sentence while the machine's clock is wrong; undefined while it is right
 * (docs/adr/0028-a-process-whose-clock-is-wrong-does-nothing.md).
 */
export type ClockTrouble = () => string | undefined;

/** @throws DomainError `unavailable` while the clock is wrong. Undefined: the clock is taken for right */
export function refuseWrongClock(trouble: ClockTrouble | undefined): void {
  const sentence = trouble?.();
  if (sentence !== undefined) throw new DomainError('unavailable', sentence);
}

/** The clock for what is written by it: reading it throws DomainError `unavailable` while it is wrong. */
export function clockToWriteBy(clock: Clock, trouble: ClockTrouble): Clock {
  return {
    now: () => {
      refuseWrongClock(trouble);
      return clock.now();
    },
  };
}
