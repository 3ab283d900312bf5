import type { DomainEvent, Position, Projection, RecordedEvent } from '#kernel';
import { recorded } from '#kernel/testing';
import { deletedWorkspacesProjection, eventsBySubjectProjection, eventsProjection } from './events.projection.js';

// Rows are of these shapes: with another one, raise `version` of their projection, so that they are built anew.

const at = (event: DomainEvent, stream?: string): RecordedEvent => {
  const made = recorded(event, 4);
  return { ...made, position: '0042' as Position, ...(stream !== undefined && { stream }) };
};

/** The rows that a projection makes of an event. */
function rowsOf(projection: Projection, event: RecordedEvent) {
  const resident = { row: () => undefined };
  return projection.keys(event).map((key) => projection.evolve(undefined, event, key, resident));
}

const ADDED = at({ type: 'MemberAdded', data: { smart_list_id: 'l1', contact_id: 'c1', source: 'api' } });
const { workspace_id, occurred_at } = ADDED.metadata;
const place = (type: string) => ({
  ...{ workspace_id, position: '0042', stream: '', type, latest_first: -Date.parse(occurred_at), revision: 4 },
});

it('each event has a row, by its place', () => {
  expect(eventsProjection.keys(ADDED)).toEqual([[workspace_id, '0042']]);
  expect(rowsOf(eventsProjection, ADDED)).toEqual([{ ...place('MemberAdded'), event_id: ADDED.id }]);
  const attempt = at({ type: 'DeliveryAttempted', data: { delivery_id: 'd1' } }, 'delivery-d1');
  const [row] = rowsOf(eventsProjection, attempt);
  expect(row).toEqual({ ...place('DeliveryAttempted'), stream: 'delivery-d1', event_id: attempt.id });
});

it('each subject of an event has a row, but for members', () => {
  expect(eventsBySubjectProjection.keys(ADDED)).toEqual([
    [workspace_id, 'l1', 'list', 'MemberAdded', '0042'],
    [workspace_id, 'c1', 'contact', 'MemberAdded', '0042'],
  ]);
  expect(rowsOf(eventsBySubjectProjection, ADDED)).toEqual([
    { ...place('MemberAdded'), subject_id: 'l1', subject_type: 'list' },
    { ...place('MemberAdded'), subject_id: 'c1', subject_type: 'contact' },
  ]);
});

it('a deleted workspace is to be dropped; an event of no workspace has no row', () => {
  const deleted = at({ type: 'WorkspaceDeleted', data: {} });
  expect(rowsOf(deletedWorkspacesProjection, deleted)).toEqual([{ workspace_id, rows_left: 1, revision: 4 }]);
  expect(rowsOf(deletedWorkspacesProjection, ADDED)).toEqual([]);
  const skip = at({ type: 'EventSkipped', data: { stream: 's', revision: 1, reason: 'a slip' } });
  expect([eventsProjection, eventsBySubjectProjection].flatMap((each) => each.keys(skip))).toEqual([]);
});
