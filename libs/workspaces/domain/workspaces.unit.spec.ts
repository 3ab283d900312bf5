import fc from 'fast-check';
import type { DomainEvent } from '#kernel';
import { given } from '#kernel/testing';
import { apiKeysProjection } from '../projections/api-keys.projection.js';
import { workspacesProjection } from '../projections/workspaces.projection.js';
import {
  authorize,
  changeWorkspace,
  createWorkspace,
  deleteWorkspace,
  isTimeZone,
  realChanges,
  unlessDeleted,
  unlessPaused,
  WORKSPACE_DEFAULTS,
  WORKSPACES,
  type WorkspaceChanges,
  type WorkspaceSettings,
  withChanges,
} from './index.js';

const projections = [workspacesProjection, apiKeysProjection];
const created: DomainEvent = {
  type: 'WorkspaceCreated',
  data: { name: 'Demo', time_zone: 'Europe/Vienna', ...WORKSPACE_DEFAULTS },
};
const workspace = () => given(projections, [created]);

describe('creating a workspace', () => {
  it('records every default', () => {
    given(projections)
      .when(createWorkspace({ name: 'Demo', time_zone: 'Europe/Vienna' }))
      .thenEvents([
        {
          type: 'WorkspaceCreated',
          data: {
            name: 'Demo',
            time_zone: 'Europe/Vienna',
            unlisted: {
              enabled: true,
              max_attempts_per_day: 1,
              max_attempts_total: null,
              min_retry_seconds: 86_400,
              dial_timeout_seconds: 30,
            },
            lease_seconds: 7_200,
            wrap_up_seconds: 600,
            rate_limits: { read: null, write: null },
            quotas: { contacts: 5_000_000, members: 20_000_000, open_calls: 10_000, deliveries_waiting: 1_000_000 },
            calls_keep_days: null,
            deliveries_keep_days: null,
            contact_windows: null,
            calling_hours_id: null,
            writes_paused: false,
          },
        },
      ])
      .thenAnswer({ status: 201, body: { ok: true, workspace: { name: 'Demo', time_zone: 'Europe/Vienna' } } });
  });

  it('shows no signing secret', () => {
    const rotated = {
      type: 'SigningSecretRotated',
      data: { ciphertext: 'c', previous_expire_at: '2030-01-01T00:00:00.000Z' },
    };
    const then = given(projections, [created, rotated]).when(changeWorkspace({ name: 'Other' }));
    expect(JSON.stringify(then.answer())).not.toContain('signing');
  });

  it('in an unknown time zone is refused before anything is read', () => {
    expect(() => createWorkspace({ name: 'Demo', time_zone: 'Mars/Olympus' })).toThrow('validation_failed');
  });
});

describe('changing a workspace', () => {
  it('changes the given fields and keeps the rest, also of nested ones', () => {
    workspace()
      .when(changeWorkspace({ unlisted: { max_attempts_total: 9, enabled: undefined }, wrap_up_seconds: 0 }))
      .thenEvents([
        { type: 'WorkspaceChanged', data: { changes: { wrap_up_seconds: 0, unlisted: { max_attempts_total: 9 } } } },
      ])
      .thenAnswer({
        status: 200,
        body: {
          ok: true,
          workspace: {
            name: 'Demo',
            wrap_up_seconds: 0,
            unlisted: { enabled: true, max_attempts_per_day: 1, max_attempts_total: 9, dial_timeout_seconds: 30 },
          },
        },
      });
  });

  it('to equal values changes nothing', () => {
    workspace()
      .when(changeWorkspace({ name: 'Demo', unlisted: { max_attempts_per_day: 1 }, rate_limits: { read: null } }))
      .thenNothing();
  });

  it('sets a rate limit as a whole, and null restores the one of the service', () => {
    const limit = { requests: 10_000_000, seconds: 1 };
    const limited = workspace().when(changeWorkspace({ rate_limits: { write: limit } }));
    limited.thenAnswer({ body: { workspace: { rate_limits: { read: null, write: limit } } } });
    limited
      .and()
      .when(changeWorkspace({ rate_limits: { write: { ...limit } } }))
      .thenNothing();
    limited
      .and()
      .when(changeWorkspace({ rate_limits: { write: null } }))
      .thenAnswer({ body: { workspace: { rate_limits: { read: null, write: null } } } });
  });

  it('sets one quota and keeps the rest, also where the workspace is older than quotas', () => {
    const { quotas: _, ...older } = WORKSPACE_DEFAULTS;
    const past = { type: 'WorkspaceCreated', data: { name: 'Old', time_zone: 'UTC', ...older } };
    const then = given(projections, [past]).when(changeWorkspace({ quotas: { members: 7, contacts: 5_000_000 } }));
    then.thenEvents([{ type: 'WorkspaceChanged', data: { changes: { quotas: { members: 7 } } } }]);
    then.thenAnswer({
      body: {
        workspace: {
          quotas: { contacts: 5_000_000, members: 7, open_calls: 10_000, deliveries_waiting: 1_000_000 },
        },
      },
    });
  });

  it('sets days that personal data is kept, and takes them back, also where the workspace is older than retention', () => {
    const { calls_keep_days: _, deliveries_keep_days: __, ...older } = WORKSPACE_DEFAULTS;
    const past = { type: 'WorkspaceCreated', data: { name: 'Old', time_zone: 'UTC', ...older } };
    const then = given(projections, [past]).when(changeWorkspace({ calls_keep_days: 30, deliveries_keep_days: null }));
    then.thenEvents([{ type: 'WorkspaceChanged', data: { changes: { calls_keep_days: 30 } } }]);
    then.thenAnswer({ body: { workspace: { calls_keep_days: 30, deliveries_keep_days: null } } });
    const back = then.and().when(changeWorkspace({ calls_keep_days: null }));
    back.thenEvents([{ type: 'WorkspaceChanged', data: { changes: { calls_keep_days: null } } }]);
    back.thenAnswer({ body: { workspace: { calls_keep_days: null } } });
  });

  it('that does not exist is refused', () => {
    given(projections)
      .when(changeWorkspace({ name: 'x' }))
      .thenRefused('not_found');
  });
});

describe('deleting a workspace', () => {
  const deleted = { type: 'WorkspaceDeleted', data: {} };

  it('is permanent, and requires its name', () => {
    workspace().when(deleteWorkspace('demo')).thenRefused('validation_failed', '/name');
    const gone = workspace().when(deleteWorkspace('Demo')).thenEvents([deleted]);
    gone.thenAnswer({ status: 200, body: { ok: true, deleted: true } });
    gone.and().when(deleteWorkspace('Demo')).thenRefused('not_found');
    gone
      .and()
      .when(changeWorkspace({ name: 'x' }))
      .thenRefused('not_found');
    given(projections).when(deleteWorkspace('Demo')).thenRefused('not_found');
  });

  it('revokes its keys, and refuses all commands in it', () => {
    const key = { api_key_id: 'k', name: 'K', scopes: ['calls:read'], prefix: 'p', hash: 'h', expires_at: null };
    const keyed = given(projections, [created, { type: 'ApiKeyCreated', data: key }]);
    const may = (view: typeof keyed.workspace) => () => authorize(view, 'k', 'calls:read');
    expect(may(keyed.workspace)).not.toThrow();
    expect(() => unlessDeleted(keyed.workspace)(1)).not.toThrow();
    const after = keyed.workspace.after([deleted]);
    expect(may(after)).toThrow('unauthorized');
    expect(() => unlessDeleted(after)).toThrow('not_found');
    expect(() => unlessDeleted(given(projections).workspace)(1)).not.toThrow();
  });
});

describe('pausing the writes of a workspace', () => {
  const paused = { type: 'WorkspaceChanged', data: { changes: { writes_paused: true } } };
  const resumed = { type: 'WorkspaceChanged', data: { changes: { writes_paused: false } } };
  /** What the rule makes of a write of these events behind those. */
  const writing = (before: readonly DomainEvent[], events: readonly DomainEvent[]) => () => {
    const { workspace: view } = given(projections, [created, ...before]);
    const check = unlessPaused(view);
    view.append(events);
    check(events.length);
  };

  it('is a change of its settings, shown, and made once', () => {
    const then = workspace()
      .when(changeWorkspace({ writes_paused: true }))
      .thenEvents([paused]);
    then.thenAnswer({ body: { workspace: { writes_paused: true } } });
    then
      .and()
      .when(changeWorkspace({ writes_paused: true }))
      .thenNothing();
    then
      .and()
      .when(changeWorkspace({ writes_paused: false }))
      .thenEvents([resumed])
      .thenAnswer({ body: { workspace: { writes_paused: false } } });
  });

  it('refuses what is written while they are paused, and nothing else', () => {
    expect(writing([], [paused])).not.toThrow();
    expect(writing([paused], [])).not.toThrow();
    expect(writing([paused], [paused])).toThrow('unavailable: Writes to this workspace are paused by the operator.');
    expect(writing([paused], [{ type: 'WorkspaceChanged', data: { changes: { name: 'x' } } }])).toThrow('unavailable');
    expect(writing([paused], [resumed])).not.toThrow();
    expect(writing([paused], [{ type: 'WorkspaceDeleted', data: {} }])).not.toThrow();
    expect(writing([paused, resumed], [paused])).not.toThrow();
  });
});

describe('a workspace that arrives from another service', () => {
  const set = (writes_paused: boolean, arrival_id?: string) => ({
    type: 'WorkspaceChanged',
    data: { changes: { writes_paused }, ...(arrival_id !== undefined && { arrival_id }) },
  });
  const arrival = { type: 'WorkspaceArrivalBegun', data: { arrival_id: 'arrival' } };
  const arriving = (...copied: readonly DomainEvent[]) => given(projections, [arrival, created, ...copied]);

  it('is paused, whatever its copied events say', () => {
    for (const copied of [[], [set(true)], [set(true), set(false)], [set(true), set(false, 'earlier')]]) {
      const { workspace: view } = arriving(...copied);
      expect(() => unlessPaused(view)(1)).toThrow('unavailable');
      arriving(...copied)
        .when(changeWorkspace({ name: 'Demo' }))
        .thenAnswer({ body: { workspace: { writes_paused: true } } });
    }
  });

  it('ends its arrival when its writes are resumed, once the pause with which its log ends is there', () => {
    arriving()
      .when(changeWorkspace({ writes_paused: false }))
      .thenRefused('resource_conflict');
    arriving(set(true), set(false))
      .when(changeWorkspace({ writes_paused: false }))
      .thenRefused('resource_conflict');
    const resumed = arriving(set(true)).when(changeWorkspace({ writes_paused: false }));
    resumed
      .thenEvents([set(false, 'arrival')])
      .thenAnswer({ body: { workspace: { name: 'Demo', writes_paused: false } } });
    expect(() => unlessPaused(arriving(set(true), set(false, 'arrival')).workspace)(1)).not.toThrow();
  });

  it('that is deleted waits for nothing any more', () => {
    const { workspace: view } = arriving(set(true), { type: 'WorkspaceDeleted', data: {} });
    expect(view.all(WORKSPACES)).toMatchObject([{ live: 0, rows_left: 1, writes_paused: false, arrival_id: null }]);
  });

  it('is unknown before its first event', () => {
    given(projections, [arrival])
      .when(changeWorkspace({ name: 'x' }))
      .thenRefused('not_found');
  });
});

describe('a time zone', () => {
  it.each([
    'UTC',
    'utc',
    'Europe/Berlin',
    'asia/kolkata',
    'America/Argentina/Buenos_Aires',
    'Etc/GMT+5',
    'EST5EDT',
    'EST',
  ])('%s is valid', (name) => expect(isTimeZone(name)).toBe(true));
  it.each([
    '',
    'PST',
    'ACT',
    'IST',
    '+05:30',
    '-08',
    'GMT+5',
    'SystemV/PST8',
    'Etc/Unknown',
    'Europe',
    'Europe/Berlin ',
    'Local',
  ])('%p is invalid', (name) => expect(isTimeZone(name)).toBe(false));
});

describe('the algebra of changes', () => {
  const cap = fc.option(fc.constantFrom(0, 1, 2), { nil: null });
  const limit = fc.option(fc.record({ requests: fc.constantFrom(1, 2), seconds: fc.constantFrom(1, 2) }), {
    nil: null,
  });
  const fields = {
    name: fc.constantFrom('a', 'b'),
    time_zone: fc.constantFrom('UTC', 'Asia/Tokyo'),
    lease_seconds: fc.constantFrom(10, 11),
    wrap_up_seconds: fc.constantFrom(0, 1),
  };
  const unlisted = {
    enabled: fc.boolean(),
    max_attempts_per_day: cap,
    max_attempts_total: cap,
    min_retry_seconds: fc.constantFrom(0, 1),
    dial_timeout_seconds: fc.constantFrom(15, 20),
  };
  const limits = { read: limit, write: limit };
  const quota = fc.constantFrom(0, 1);
  const window = fc.record({ attempts: fc.constantFrom(1, 2), hours: fc.constantFrom(1, 2) });
  const windows = fc.option(fc.array(window, { minLength: 1, maxLength: 2 }));
  const hours = fc.option(fc.constantFrom('a', 'b'));
  const quotas = { contacts: quota, members: quota, open_calls: quota, deliveries_waiting: quota };
  const settings: fc.Arbitrary<WorkspaceSettings> = fc.record({
    ...fields,
    unlisted: fc.record(unlisted),
    rate_limits: fc.record(limits),
    quotas: fc.record(quotas),
    calls_keep_days: cap,
    deliveries_keep_days: cap,
    contact_windows: windows,
    calling_hours_id: hours,
    writes_paused: fc.boolean(),
  });
  const partly = <T>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(shape, { requiredKeys: [] });
  const changes = partly({
    ...fields,
    unlisted: fc.option(partly(unlisted), { nil: undefined }),
    rate_limits: fc.option(partly(limits), { nil: undefined }),
    quotas: fc.option(partly(quotas), { nil: undefined }),
    calls_keep_days: fc.option(cap, { nil: undefined }),
    deliveries_keep_days: fc.option(cap, { nil: undefined }),
    contact_windows: fc.option(windows, { nil: undefined }),
    calling_hours_id: fc.option(hours, { nil: undefined }),
    writes_paused: fc.option(fc.boolean(), { nil: undefined }),
  }) as fc.Arbitrary<WorkspaceChanges>;

  it('the real changes have the effect of all changes, and applied again they are empty', () => {
    fc.assert(
      fc.property(settings, changes, (before, requested) => {
        const after = withChanges(before, requested);
        const real = realChanges(before, requested);
        expect(withChanges(before, real ?? {})).toEqual(after);
        expect(realChanges(after, requested)).toBeUndefined();
        expect(real === undefined).toBe(JSON.stringify(withChanges(before, {})) === JSON.stringify(after));
      }),
    );
  });

  it('the changes between two workspaces turn one into the other, and contain nothing else', () => {
    fc.assert(
      fc.property(settings, settings, (one, other) => {
        expect(withChanges(one, realChanges(one, other) ?? {})).toEqual(other);
        expect(realChanges(one, one)).toBeUndefined();
      }),
    );
  });
});
