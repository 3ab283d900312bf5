import type { DomainEvent } from '#kernel';
import { given, TEST_WORKSPACE } from '#kernel/testing';
import { parkedWorkProjection } from '../projections/parked-work.projection.js';
import { workspacesProjection } from '../projections/workspaces.projection.js';
import { PARKED_WORK, type ParkedItem, parkWork, retryWork, skipWork, WORKSPACE_DEFAULTS } from './index.js';

const projections = [workspacesProjection, parkedWorkProjection];
const workspace: DomainEvent = {
  type: 'WorkspaceCreated',
  data: { name: 'D', time_zone: 'UTC', ...WORKSPACE_DEFAULTS },
};
const CALL = '01890a5d-ac96-774b-bcce-b302099a8057';
const item: ParkedItem = {
  worker: 'call_timers',
  item: CALL,
  version: 'v1',
  subject_type: 'call',
  subject_id: CALL,
};
const failure = { attempts: 10, firstFailedAt: '2029-12-31T23:00:00.000Z', error: 'torn' };
const named = (of: Partial<ParkedItem> = {}) => ({ ...item, ...of, parked_id: 'first' });
const parked = (of: object = {}): DomainEvent => ({
  type: 'WorkParked',
  data: { ...named(), attempts: 10, first_failed_at: failure.firstFailedAt, error: 'torn', ...of },
});
const retried: DomainEvent = { type: 'WorkRetried', data: named() };
const skipped: DomainEvent = { type: 'WorkSkipped', data: { ...named(), reason: 'a slip' } };
const after = (...events: DomainEvent[]) => given(projections, [workspace, ...events]);
const KEY = [TEST_WORKSPACE, 'call_timers', CALL];

describe('parking an item', () => {
  it('records it with its failures', () => {
    const then = after().when(parkWork(item, failure, 'first'));
    then.thenEvents([parked()]);
    then.thenRow(PARKED_WORK, KEY, { state: 'parked', parked: 1, attempts: 10, error: 'torn' });
  });

  it('keeps at most 500 characters of the error', () => {
    const long = { ...failure, error: 'x'.repeat(501) };
    after()
      .when(parkWork(item, long, 'first'))
      .thenEvents([parked({ error: 'x'.repeat(500) })]);
  });

  it('changes nothing where the log says so already, or where it was skipped', () => {
    after(parked())
      .when(parkWork(item, failure, 'second'))
      .thenNothing();
    after(parked(), skipped)
      .when(parkWork(item, failure, 'second'))
      .thenNothing();
  });

  it('after a retry adds the attempts and has the new error, under the same id', () => {
    const again = { attempts: 1, firstFailedAt: '2030-01-01T00:00:00.000Z', error: 'torn again' };
    after(parked(), retried)
      .when(parkWork(item, again, 'second'))
      .thenEvents([parked({ attempts: 11, error: 'torn again' })]);
  });

  it('begins anew where another event has put the item on the list, also after a skip', () => {
    const later = { attempts: 10, firstFailedAt: '2030-01-01T00:00:00.000Z', error: 'torn' };
    after(parked(), skipped)
      .when(parkWork({ ...item, version: 'v2' }, later, 'second'))
      .thenEvents([parked({ version: 'v2', first_failed_at: later.firstFailedAt })]);
  });
});

describe('trying a parked item again', () => {
  it('is an event, once', () => {
    const then = after(parked()).when(retryWork('call_timers', CALL));
    then.thenEvents([retried]);
    then.thenRow(PARKED_WORK, KEY, { state: 'retried', parked: 0, decided_at: '2030-01-01T00:00:00.000Z' });
    after(parked(), retried).when(retryWork('call_timers', CALL)).thenNothing();
  });

  it('is refused for one that is unknown, and for one that was skipped', () => {
    after().when(retryWork('call_timers', CALL)).thenRefused('not_found');
    after(parked(), skipped).when(retryWork('call_timers', CALL)).thenRefused('resource_conflict');
  });
});

describe('skipping a parked item', () => {
  it('is an event with its reason, once', () => {
    const then = after(parked()).when(skipWork('call_timers', CALL, 'a slip'));
    then.thenEvents([skipped]);
    then.thenRow(PARKED_WORK, KEY, { state: 'skipped', parked: 0, skipped: 1, reason: 'a slip' });
    after(parked(), skipped)
      .when(skipWork('call_timers', CALL, 'another'))
      .thenNothing();
  });

  it('is refused for one that is unknown, that is tried now, and that is owed to a person', () => {
    after()
      .when(skipWork('call_timers', CALL, 'a slip'))
      .thenRefused('not_found');
    after(parked(), retried)
      .when(skipWork('call_timers', CALL, 'a slip'))
      .thenRefused('resource_conflict');
    after(parked({ worker: 'erasures' }))
      .when(skipWork('erasures', CALL, 'a slip'))
      .thenRefused('resource_conflict');
  });
});
