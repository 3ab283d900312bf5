import { type IndexValue, instant, type Instant } from '#kernel';

/**
 * Milliseconds: every scan of a long list also reads what became due within this time, so that healthy receivers do not
 * wait for the backlog of other receivers.
 */
const FRESH_MS = 5_000;

/** The cursor in the to-do list before the deliveries that became due within the last `FRESH_MS`. */
export function freshCursor(now: Instant): readonly IndexValue[] {
  return [instant(Date.parse(now) - FRESH_MS)];
}
