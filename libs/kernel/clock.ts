/** An instant as ISO 8601 UTC with milliseconds: the order of the texts is the order of the instants. */
export type Instant = string;

/** Where the domain's time comes from. Milliseconds since 1970. The test clock is one of these. */
export interface Clock {
  now(): number;
}

/** The instant of so many milliseconds since 1970. */
export function instant(milliseconds: number): Instant {
  return new Date(milliseconds).toISOString();
}

/** The later of two instants. */
export function later(a: Instant, b: Instant): Instant {
  return a > b ? a : b;
}
