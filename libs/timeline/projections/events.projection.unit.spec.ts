import type { DomainEvent, Position, Projection, RecordedEvent, Row } from '#kernel';
import { recorded } from '#kernel/testing';
import {
  blocksBySubjectProjection,
  blocksByTypeProjection,
  deletedWorkspacesProjection,
  eventBlocksProjection,
  eventIdsProjection,
  otherEventsBySubjectProjection,
  otherEventsProjection,
} from './events.projection.js';

// Rows are of these shapes: with another one, raise `version` of their projection, so that they are built anew.

const at = (event: DomainEvent, stream?: string, revision = 4, position = '0042'): RecordedEvent => {
  const made = recorded(event, revision);
  return { ...made, position: position as Position, ...(stream !== undefined && { stream }) };
};

/** The rows that a projection makes of events, by their keys. */
function rowsOf(projection: Projection, ...events: readonly RecordedEvent[]): readonly unknown[] {
  const rows = new Map<string, Row>();
  for (const event of events) {
    for (const key of projection.keys(event)) {
      const text = key.join(' ');
      rows.set(text, projection.evolve(rows.get(text), event, key, { row: () => undefined })!);
    }
  }
  return [...rows.values()];
}

const ADDED = at({ type: 'MemberAdded', data: { smart_list_id: 'l1', contact_id: 'c1', source: 'api' } });
const ATTEMPT = at({ type: 'DeliveryAttempted', data: { delivery_id: 'd1' } }, 'delivery-d1');
const { workspace_id, occurred_at } = ADDED.metadata;
const latest_first = -Date.parse(occurred_at);
const latestOf = ({ metadata }: RecordedEvent): number => -Date.parse(metadata.occurred_at);
const ALL = [eventIdsProjection, eventBlocksProjection, blocksByTypeProjection, blocksBySubjectProjection] as const;
const OTHERS = [otherEventsProjection, otherEventsBySubjectProjection] as const;

it('each event is found by its id', () => {
  expect(rowsOf(eventIdsProjection, ADDED)).toEqual([{ workspace_id, event_id: ADDED.id, stream: '', revision: 4 }]);
  const [row] = rowsOf(eventIdsProjection, ATTEMPT);
  expect(row).toEqual({ workspace_id, event_id: ATTEMPT.id, stream: 'delivery-d1', revision: 4 });
});

it('events of the stream of the workspace share a row with those of the same 32 revisions', () => {
  const later = at({ type: 'MemberRemoved', data: { lists: ['l1'], contacts: [] } }, undefined, 31, '0077');
  const next = at({ type: 'ContactImported', data: { contact_id: 'c1' } }, undefined, 32, '0078');
  const [first, second] = ['0000000000', '0000000001'];
  expect(rowsOf(eventBlocksProjection, ADDED, later, next)).toEqual([
    {
      workspace_id,
      block: first,
      events: 2 ** 31 + 2 ** 4,
      last_position: '0077',
      latest_first: latestOf(later),
      revision: 31,
    },
    { workspace_id, block: second, events: 1, last_position: '0078', latest_first: latestOf(next), revision: 32 },
  ]);
  expect(rowsOf(blocksByTypeProjection, ADDED, later)).toEqual([
    { workspace_id, block: first, events: 2 ** 4, type: 'MemberAdded', revision: 4 },
    { workspace_id, block: first, events: 2 ** 31, type: 'MemberRemoved', revision: 31 },
  ]);
});

it('a block tells the latest time of its events', () => {
  const dated = (event: RecordedEvent, occurred: string): RecordedEvent => {
    return { ...event, metadata: { ...event.metadata, occurred_at: occurred } };
  };
  const late = dated(ADDED, '2030-01-01T00:00:09.000Z');
  const early = dated({ ...ADDED, revision: 5 }, '2030-01-01T00:00:01.000Z');
  const [row] = rowsOf(eventBlocksProjection, late, early);
  expect(row).toMatchObject({ latest_first: -Date.parse('2030-01-01T00:00:09.000Z'), revision: 5 });
});

it('each subject of an event has such a row, but for members', () => {
  const row = { workspace_id, block: '0000000000', events: 2 ** 4, type: 'MemberAdded', revision: 4 };
  expect(rowsOf(blocksBySubjectProjection, ADDED)).toEqual([
    { ...row, subject_id: 'l1', subject_type: 'list' },
    { ...row, subject_id: 'c1', subject_type: 'contact' },
  ]);
});

it('an event of another stream has rows of its own', () => {
  const place = {
    workspace_id,
    position: '0042',
    stream: 'delivery-d1',
    type: 'DeliveryAttempted',
    latest_first,
    revision: 4,
  };
  expect(rowsOf(otherEventsProjection, ATTEMPT)).toEqual([place]);
  expect(rowsOf(otherEventsBySubjectProjection, ATTEMPT)).toEqual([
    { ...place, subject_id: 'd1', subject_type: 'delivery' },
  ]);
  expect(ALL.slice(1).flatMap((each) => each.keys(ATTEMPT))).toEqual([]);
  expect(OTHERS.flatMap((each) => each.keys(ADDED))).toEqual([]);
});

it('a deleted workspace is to be dropped; an event of no workspace has no row', () => {
  const deleted = at({ type: 'WorkspaceDeleted', data: {} });
  expect(rowsOf(deletedWorkspacesProjection, deleted)).toEqual([{ workspace_id, rows_left: 1, revision: 4 }]);
  expect(rowsOf(deletedWorkspacesProjection, ADDED)).toEqual([]);
  const skip = at({ type: 'EventSkipped', data: { stream: 's', revision: 1, reason: 'a slip' } });
  expect([...ALL, ...OTHERS].flatMap((each) => each.keys(skip))).toEqual([]);
});
