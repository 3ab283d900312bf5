import { type DomainEvent } from '#kernel';
import { recorded } from '#kernel/testing';
import { personalDataExpired } from './expire-personal-data.js';
import { evolveWorkspace, isWorkspaceEvent, type WorkspaceRow } from './workspace.js';
import { WORKSPACE_DEFAULTS } from './workspace-settings.js';

/** A workspace that was created on 2030-01-01, after these events. */
function workspace(...events: readonly DomainEvent[]): WorkspaceRow {
  const created = { type: 'WorkspaceCreated', data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS } };
  return [created, ...events].reduce<WorkspaceRow | undefined>((row, event, revision) => {
    const made = recorded(event, revision);
    return isWorkspaceEvent(made) ? evolveWorkspace(row, made) : row;
  }, undefined)!;
}
const keeping = (changes: object): DomainEvent => ({ type: 'WorkspaceChanged', data: { changes } });
const [CALLS_30, DELIVERIES_1] = [keeping({ calls_keep_days: 30 }), keeping({ deliveries_keep_days: 1 })];

/** The days that end at an instant. */
const ended = (row: WorkspaceRow, now: string, openSince?: string) => {
  const data = personalDataExpired(row, now, openSince)?.data;
  return data && [data.calls_before, data.deliveries_before];
};

describe('personal data ends', () => {
  it('for each kind by its own setting, after that number of whole days', () => {
    const both = workspace(CALLS_30, DELIVERIES_1);
    expect(ended(both, '2030-03-03T00:00:00.000Z')).toEqual(['2030-02-01', '2030-03-02']);
    expect(ended(both, '2030-03-02T23:59:59.999Z')).toEqual(['2030-01-31', '2030-03-01']);
    expect(ended(workspace(DELIVERIES_1), '2030-03-03T00:00:00.000Z')).toEqual([null, '2030-03-02']);
  });

  it('never where everything is kept for good, and not where nothing is old enough', () => {
    expect(ended(workspace(), '2040-01-01T00:00:00.000Z')).toBeUndefined();
    expect(ended(workspace(CALLS_30), '2030-01-31T23:59:59.999Z')).toBeUndefined();
    expect(ended(workspace(CALLS_30), '2030-02-01T00:00:00.000Z')).toEqual(['2030-01-02', null]);
  });

  it('once a day: what has ended is told again by no event, and comes back by none', () => {
    const event = personalDataExpired(workspace(CALLS_30), '2030-03-03T00:00:00.000Z', undefined)!;
    const after = workspace(CALLS_30, event);
    expect(after).toMatchObject({ calls_expired_before: '2030-02-01', deliveries_expired_before: null });
    expect(ended(after, '2030-03-03T23:59:59.999Z')).toBeUndefined();
    expect(ended(after, '2030-03-04T00:00:00.000Z')).toEqual(['2030-02-02', null]);
    for (const calls_keep_days of [60, null]) {
      const longer = workspace(CALLS_30, event, keeping({ calls_keep_days }));
      expect(ended(longer, '2030-03-04T00:00:00.000Z')).toBeUndefined();
      expect(longer.calls_expired_before).toBe('2030-02-01');
    }
    expect(ended(workspace(CALLS_30, event, DELIVERIES_1), '2030-03-03T00:00:00.000Z')).toEqual([
      '2030-02-01',
      '2030-03-02',
    ]);
  });

  it('not on the day of an open call, nor later: its phone is still needed', () => {
    const row = workspace(CALLS_30, DELIVERIES_1);
    const now = '2030-03-03T00:00:00.000Z';
    expect(ended(row, now, '2030-01-15T12:00:00.000Z')).toEqual(['2030-01-15', '2030-03-02']);
    expect(ended(row, now, '2030-02-28T12:00:00.000Z')).toEqual(['2030-02-01', '2030-03-02']);
  });
});
