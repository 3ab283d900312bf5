import type { Position } from '#kernel';

/**
 * A position in the server's log: byte offsets, with gaps. Events have commit = prepare; some checkpoints have prepare
 * 0.
 */
export interface LogPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** Digits of the largest 64-bit number, so that text order is log order. */
const DIGITS = 20;

const FORM = /^([0-9]{20})-([0-9]{20})$/;

/**
 * The position in the port's form. Both numbers are kept: the server resumes only from a position that it has given.
 */
export function writePosition({ commit, prepare }: LogPosition): Position {
  return `${padded(commit)}-${padded(prepare)}` as Position;
}

/** @throws Error the text is no position of this adapter: it comes from another store */
export function readPosition(position: Position): LogPosition {
  const [, commit, prepare] = FORM.exec(position) ?? [];
  if (commit === undefined || prepare === undefined) throw new Error(`${position} is no position of this event store`);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}

/**
 * Whether a position is behind another: by commit alone, since a checkpoint may have prepare 0 for the same position
 * (test/contract/eventstoredb/FACTS.md#subscribe).
 */
export function isAfter(position: LogPosition, other: LogPosition | undefined): boolean {
  return other === undefined || position.commit > other.commit;
}

/** The last position that stands at or before this one in the order of texts, which compares prepare as well. */
export function lastAt(position: Position): Position {
  const { commit } = readPosition(position);
  return writePosition({ commit, prepare: commit });
}

function padded(offset: bigint): string {
  return String(offset).padStart(DIGITS, '0');
}
