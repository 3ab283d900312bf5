import type { DomainEvent, Instant } from '#kernel';

/** Nobody is dispatched in the workspace from now on (docs/reference/dialing-rules.md#pause). */
export type DialingPaused = DomainEvent<'DialingPaused', object>;
/** The end of a pause. */
export type DialingResumed = DomainEvent<'DialingResumed', object>;

/** The pause of a workspace, as its row has it. */
interface Pause {
  /** null: dialing is not paused. */
  readonly dialing_paused_at: Instant | null;
}

/** The event by which dialing becomes paused, or is resumed; none if it is so already. */
export function pauseDialing(
  { dialing_paused_at }: Pause,
  isToPause: boolean,
): readonly (DialingPaused | DialingResumed)[] {
  if (isToPause === (dialing_paused_at !== null)) return [];
  return [{ type: isToPause ? 'DialingPaused' : 'DialingResumed', data: {} }];
}

/** Dialing in a workspace as the API shows it (docs/reference/http-contract.md#endpoints). */
export function presentDialing({ dialing_paused_at }: Pause) {
  return { paused: dialing_paused_at !== null, paused_at: dialing_paused_at };
}
