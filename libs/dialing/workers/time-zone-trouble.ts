import { Inject, Injectable } from '@nestjs/common';
import { takeUnknownZones } from '#eligibility';
import { CLOCK, type Clock } from '#kernel';
import { NEWER_DATA_MS, OlderTimeZoneData } from '../domain/queue/time-zone-data.js';

/** What health tells of the time zone data of this process (docs/reference/dialing-rules.md#time-zone-data). */
@Injectable()
export class TimeZoneTrouble {
  private refused: { readonly sentence: string; readonly at: number } | undefined;
  /** When zones were met that this process does not know. */
  private readonly unknown = new Map<string, number>();

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

  /**
   * Sentences for as long as a refusal holds, and for 10 minutes after a zone was met that this process does not know;
   * undefined: there was neither.
   */
  trouble(): string | undefined {
    const now = this.clock.now();
    for (const zone of takeUnknownZones()) this.unknown.set(zone, now);
    for (const [zone, at] of this.unknown) if (now - at >= NEWER_DATA_MS) this.unknown.delete(zone);
    const sentences = [];
    if (this.refused && now - this.refused.at < NEWER_DATA_MS) sentences.push(this.refused.sentence);
    if (this.unknown.size > 0) sentences.push(sentenceOf([...this.unknown.keys()]));
    return sentences.length > 0 ? sentences.join(' ') : undefined;
  }
}

function sentenceOf(zones: readonly string[]): string {
  const named = [...zones].sort().join(', ');
  return `This process dials nobody by the clocks of ${named}, which it does not know. Run the same Node.js everywhere.`;
}
