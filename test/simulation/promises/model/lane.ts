/** What names a lane: the hours of its lists, and the clocks of its contacts where hours go by these. */
export interface Lane {
  readonly calling_hours_id: string | null;
  readonly zones: readonly string[];
}
