import type { NewEvent } from '#kernel';
import { type EventStore, isUnreadable } from '../event-store.js';
import { SKIPS_STREAM, type SkippedEvents } from '../skipped-events.js';
import { eventsOf, followUntil, ids, metadata, newPrefix, note, notes, readAll } from './subject.js';

/**
 * Events that this process cannot read: the entries that a follower gets for them, and for those that an operator has
 * skipped.
 */
export function unreadable(store: () => EventStore, skipped: SkippedEvents): void {
  const cases: [string, Partial<NewEvent>][] = [
    ['of an unknown type', { type: 'FromTheFuture' }],
    ['of an unknown version', { metadata: metadata(2) }],
    ['whose JSON is broken', { json: '{"text":' }],
    ['whose data are no object', { json: '5' }],
  ];

  describe('an unreadable event', () => {
    it.each(cases)('%s comes in its place, and what lies behind it follows', async (_, change) => {
      const prefix = newPrefix();
      const [before, behind, other] = [notes(3), notes(2), notes(1)];
      const broken: NewEvent = { ...note(), ...change };
      const workspaceId = broken.metadata.workspace_id;
      await store().append(`${prefix}a`, [...before, broken, ...behind], 'no_stream');
      await store().append(`${prefix}b`, other, 'no_stream');
      const batches = await followUntil(
        store(),
        { prefixes: [prefix], batchSize: 2 },
        (_events, { caughtUp }) => caughtUp,
      );
      const events = batches.flatMap((batch) => batch.events);
      const found = events.filter(isUnreadable);
      const { type } = broken;
      expect(found).toEqual([
        {
          stream: `${prefix}a`,
          revision: 3,
          type,
          workspaceId,
          position: expect.any(String),
          unreadable: expect.stringContaining(type),
        },
      ]);
      const readable = events.flatMap((event) => (isUnreadable(event) ? [] : [event]));
      expect(ids(readable)).toEqual(ids([...before, ...behind, ...other]));
      expect(events.map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4, 5, 0]);
      const positions = events.map(({ position }) => position);
      expect([...positions].sort()).toEqual(positions);
    });

    it('is no end for a follower that begins right before it', async () => {
      const prefix = newPrefix();
      await store().append(`${prefix}a`, [note(), { ...note(), type: 'FromTheFuture' }, note()], 'no_stream');
      const [first] = await followUntil(store(), { prefixes: [prefix], batchSize: 1 }, () => true);
      const rest = await followUntil(store(), { prefixes: [prefix], after: first!.position! });
      const revisions = rest.flatMap(({ events }) => events.map(({ revision }) => revision));
      expect([eventsOf([first!])[0]!.revision, ...revisions]).toEqual([0, 1, 2]);
    });

    it('is replaced by the record of its skipping, for reads and followers, once that is known', async () => {
      const prefix = newPrefix();
      const stream = `${prefix}a`;
      await store().append(stream, [note(), { ...note(), type: 'FromTheFuture' }, note()], 'no_stream');
      const data = { stream, revision: 1, reason: 'nobody needs it' };
      const record = { ...note(), type: 'EventSkipped', data };
      await store().append(SKIPS_STREAM, [record], skipped.length === 0 ? 'no_stream' : skipped.length - 1);
      await skipped.refresh(store());
      const read = await readAll(store(), stream);
      expect(read.map(({ type, revision }) => [type, revision])).toEqual([
        ['NoteTaken', 0],
        ['EventSkipped', 1],
        ['NoteTaken', 2],
      ]);
      expect(read[1]).toMatchObject({ stream, data, metadata: record.metadata });
      expect(eventsOf(await followUntil(store(), { prefixes: [prefix] }))).toEqual(read);
    });
  });
}
