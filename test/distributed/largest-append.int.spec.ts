import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppendTooLargeError, MAX_APPEND_BYTES } from '#event-store';
import type { EventStore } from '#event-store';
import { EventStoreDbEventStore } from '#event-store/eventstoredb';
import { SqliteEventStore } from '#event-store/sqlite';
import type { NewEvent } from '#kernel';
import { recorded, testId, TestWorkspace } from '#kernel/testing';
import { memberRemoved } from '#members/domain';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { SCHEMAS } from '../../apps/service/catalogue.js';
import { startEventStore } from '../support/engines/event-store.js';
import { temporaryDirectory } from '../support/deployments/deployment.js';

const LISTS = 1_000;
const CONTACTS = 100;

/**
 * The removal of 100 contacts from 1,000 lists each: the largest event (docs/reference/consistency.md#size).
 */
function largestRemoval(): NewEvent {
  const lists = Array.from({ length: LISTS }, (_, at) => testId(at));
  const leavers = Array.from({ length: CONTACTS }, (_, at) => ({ contactId: testId(LISTS + at), listIds: lists }));
  return recorded(memberRemoved(new TestWorkspace(SMART_LIST_PROJECTIONS), 'removed_by_request', leavers)!, 0);
}

/** An event whose data is this many bytes of JSON. */
function sized(bytes: number): NewEvent {
  const event = largestRemoval();
  const empty = Buffer.byteLength(JSON.stringify({ x: '' }));
  return { ...event, data: { x: 'x'.repeat(bytes - empty) } };
}

const OPEN: Readonly<Record<string, () => Promise<{ store: EventStore; end: () => Promise<void> }>>> = {
  SQLite: async () => {
    const directory = temporaryDirectory();
    const store = await SqliteEventStore.open({ file: join(directory, 'events.db'), upcast: SCHEMAS.upcast });
    return { store, end: async () => rmSync(directory, { recursive: true }) };
  },
  EventStoreDB: async () => {
    const server = await startEventStore();
    const store = await EventStoreDbEventStore.open({ url: server.url, upcast: SCHEMAS.upcast });
    return { store, end: () => server.stop() };
  },
};

describe.each(Object.keys(OPEN))('an append of %s', (name) => {
  it('accepts the removal of 100 contacts from 1,000 lists each, and 1 MiB, but not a byte more', async () => {
    const { store, end } = await OPEN[name]!();
    try {
      const removal = largestRemoval();
      expect(Buffer.byteLength(JSON.stringify(removal.data))).toBeGreaterThan(300_000);
      await store.append('workspace-1', [removal], 'no_stream');
      const [read] = await store.read('workspace-1', { limit: 1 });
      expect(read!.data).toEqual(removal.data);
      await store.append('workspace-2', [sized(MAX_APPEND_BYTES)], 'no_stream');
      await expect(store.append('workspace-3', [sized(MAX_APPEND_BYTES + 1)], 'no_stream')).rejects.toThrow(
        AppendTooLargeError,
      );
    } finally {
      await store.close();
      await end();
    }
  });
});
