import { TestWorkspace, TEST_WORKSPACE } from '#kernel/testing';
import { LIST_ATTEMPTS } from '../domain/list-attempts.js';
import { listAttemptsProjection } from './list-attempts.projection.js';

const NOON = '2030-01-01T12:00:00.000Z';
/** A call that brings a member of the list to the limit of a number, or gives it back. */
const party = (smart_list_id: string | null) => ({
  ...{ contact_id: 'ann', smart_list_id, member_number: 3 },
  also: [{ smart_list_id: 'spring', contact_id: 'bob', capped_until: null }],
});
const dispatched = (from: string | null) => ({ type: 'CallDispatched', data: party(from) });
const notPlaced = (from: string | null) => ({
  type: 'CallEnded',
  data: { ...party(from), result: 'not_placed', dispatched_at: NOON },
});

it('attempts are those of the list that a call was dialed from, not of those whose members it brings to a limit', () => {
  const workspace = new TestWorkspace([listAttemptsProjection]);
  workspace.append([dispatched('spring'), dispatched(null), notPlaced(null)], NOON);
  expect([...workspace.all(LIST_ATTEMPTS)]).toMatchObject([
    { workspace_id: TEST_WORKSPACE, smart_list_id: 'spring', attempt_count: 1 },
  ]);
  workspace.append([notPlaced('spring')], NOON);
  expect([...workspace.all(LIST_ATTEMPTS)]).toMatchObject([{ attempt_count: 0 }]);
});
