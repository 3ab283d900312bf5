import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#kernel';
import { NEWER_DATA_MS, OlderTimeZoneData } from '../domain/queue/time-zone-data.js';

/** What health tells of the time zone data of this process (docs/reference/dialing-rules.md#time-zone-data). */
@Injectable()
export class TimeZoneTrouble {
  private refused: { readonly sentence: string; readonly at: number } | undefined;

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Notes where a pick is refused since another process dials by newer data. */
  async watch<Picked>(picking: Promise<Picked>): Promise<Picked> {
    try {
      return await picking;
    } catch (error) {
      if (error instanceof OlderTimeZoneData) this.refused = { sentence: error.message, at: this.clock.now() };
      throw error;
    }
  }

  /** A sentence for as long as the refusal holds; undefined: this process dials, or was not asked to. */
  trouble(): string | undefined {
    return this.refused && this.clock.now() - this.refused.at < NEWER_DATA_MS ? this.refused.sentence : undefined;
  }
}
