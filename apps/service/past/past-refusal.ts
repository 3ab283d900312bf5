/** Why a past cannot be opened: it is asked for in a wrong way, there was none, or a store cannot be read. */
export type PastReason = 'not_understood' | 'not_found' | 'unavailable';

/** A past cannot be opened: one sentence. */
export class PastRefusal extends Error {
  override readonly name = 'PastRefusal';

  constructor(
    readonly reason: PastReason,
    message: string,
  ) {
    super(message);
  }
}
