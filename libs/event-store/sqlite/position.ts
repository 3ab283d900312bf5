import type { Position } from '#kernel';

/** Digits of the largest 64-bit number, so that text order is log order. */
const DIGITS = 20;

/** The position before the first event. */
const BEGINNING = 0;

/** A row's position in the port's form; undefined for the beginning. */
export function writePosition(position: number): Position | undefined {
  return position === BEGINNING ? undefined : eventPosition(position);
}

/** The position of an event. */
export function eventPosition(position: number): Position {
  return String(position).padStart(DIGITS, '0') as Position;
}

/** @throws Error the text is no position of this adapter: it comes from another store */
export function readPosition(position: Position | undefined): number {
  if (position === undefined) return BEGINNING;
  if (!/^[0-9]{20}$/.test(position)) throw new Error(`${position} is no position of this event store`);
  return Number(position);
}
