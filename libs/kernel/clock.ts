/** An instant as ISO 8601 UTC with milliseconds: the order of the texts is the order of the instants. */
export type Instant = string;

/** The domain's clock, in milliseconds since 1970. The test clock implements it too. */
export interface Clock {
  now(): number;
}

/** The instant of this many milliseconds since 1970. */
export function instant(milliseconds: number): Instant {
  return new Date(milliseconds).toISOString();
}

/** The later of two instants. */
export function later(a: Instant, b: Instant): Instant {
  return a > b ? a : b;
}

/** A reading of a server's clock, and when it was taken. */
export interface ServerTime {
  /** Milliseconds since 1970 by the server's clock. */
  readonly time: number;
  /** The server read its clock after this instant of `performance.now()`, in milliseconds … */
  readonly asked: number;
  /** … and before this one. */
  readonly answered: number;
}
