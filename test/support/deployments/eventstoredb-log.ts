import { BACKWARDS, END, EventStoreDBClient, FORWARDS, START as BEGINNING } from '@eventstore/db-client';
import type { EventMetadata, Position } from '#kernel';
import type { Log, LoggedEvent } from '../log.js';
import { START } from '../log.js';

/** Events per read: the client keeps no more of one read in memory. */
const PAGE = 2_000;

/** The log of the distributed pair, read with the official client only. */
export class EventStoreDbLog implements Log {
  private readonly client: EventStoreDBClient;

  constructor(url: string) {
    this.client = EventStoreDBClient.connectionString(url);
  }

  async head(): Promise<Position> {
    let head = START;
    for await (const { event } of this.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })) {
      if (event) head = positionOf(event.position.commit);
    }
    return head;
  }

  async after(position: Position): Promise<readonly LoggedEvent[]> {
    const events: LoggedEvent[] = [];
    let last = position;
    for (;;) {
      const seen = last;
      for (const event of await this.page(last)) {
        if (event.position <= seen) continue;
        last = event.position;
        if (!event.stream.startsWith('$')) events.push(event);
      }
      if (last === seen) return events;
    }
  }

  async close(): Promise<void> {
    await this.client.dispose();
  }

  /** Events from a position on, including the one at it. */
  private async page(position: Position): Promise<readonly LoggedEvent[]> {
    const events: LoggedEvent[] = [];
    const at = BigInt(position);
    const fromPosition = position === START ? BEGINNING : { commit: at, prepare: at };
    for await (const { event } of this.client.readAll({ direction: FORWARDS, fromPosition, maxCount: PAGE })) {
      if (!event) continue;
      events.push({
        id: event.id,
        stream: event.streamId,
        revision: Number(event.revision),
        position: positionOf(event.position.commit),
        type: event.type,
        data: event.data as Record<string, unknown>,
        metadata: event.metadata as unknown as EventMetadata,
      });
    }
    return events;
  }
}

/** Commit and prepare are the same for every event. */
function positionOf(commit: bigint): Position {
  return String(commit).padStart(20, '0') as Position;
}
