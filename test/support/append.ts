import { join } from 'node:path';
import type { EventStore } from '#event-store';
import { SqliteEventStore } from '#event-store/sqlite';
import type { NewEvent, Upcaster } from '#kernel';
import type { Deployment } from './deployments/deployment.js';

/**
 * Appends to the log of a deployment whose service is stopped. The events are not checked against the schemas of this
 * version of the service.
 */
export async function appendTo(deployment: Deployment, stream: string, events: readonly NewEvent[]): Promise<number> {
  const store = await open(deployment);
  try {
    const [last] = await store.read(stream, { backwards: true, limit: 1 });
    return (await store.append(stream, events, last?.revision ?? 'no_stream')).revision;
  } finally {
    await store.close();
  }
}

async function open({ env }: Deployment): Promise<EventStore> {
  const upcast: Upcaster = (event) => event;
  const url = env['EVENTSTORE_URL'];
  if (!url) return SqliteEventStore.open({ file: join(env['DATA_DIR']!, 'events.db'), upcast });
  const { EventStoreDbEventStore } = await import('#event-store/eventstoredb');
  return EventStoreDbEventStore.open({ url, upcast });
}
