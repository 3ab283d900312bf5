import { ANY, BACKWARDS, END, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { EventData, JSONType } from '@eventstore/db-client';
import { perSecond } from './measure.js';

/** The events of one append, as objects of the client. */
export type Batch = readonly EventData[];

/** The latest events of a stream in batches of the size in which they were appended, latest batch first. */
export async function lastBatches(url: string, stream: string, perBatch: number, events: number): Promise<Batch[]> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    const found: EventData[] = [];
    const read = client.readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount: events });
    for await (const { event } of read) {
      if (!event || event.type !== 'MemberAdded') break;
      const { id, type, data, metadata } = event;
      found.push(jsonEvent({ id, type, data: data as JSONType, metadata: metadata as Record<string, unknown> }));
    }
    const whole = Math.floor(found.length / perBatch);
    return Array.from({ length: whole }, (_, at) => found.slice(at * perBatch, (at + 1) * perBatch).reverse());
  } finally {
    await client.dispose();
  }
}

/** Appends batches to a new stream with only the official client, at ANY revision, concurrently. Events per second. */
export async function bareAppends(
  url: string,
  stream: string,
  batches: readonly Batch[],
  inFlight: number,
): Promise<number> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    let next = 0;
    const sendAll = async (): Promise<void> => {
      for (let batch = batches[next++]; batch; batch = batches[next++]) {
        await client.appendToStream(stream, [...batch], { expectedRevision: ANY });
      }
    };
    const start = performance.now();
    await Promise.all(Array.from({ length: inFlight }, sendAll));
    const events = batches.reduce((sum, { length }) => sum + length, 0);
    return perSecond(events, start);
  } finally {
    await client.dispose();
  }
}
