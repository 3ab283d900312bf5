import { DomainError, type DomainEvent, type Projection } from '#kernel';
import { given } from '#kernel/testing';
import {
  evolveSmartList,
  isSmartListEvent,
  SETTINGS_DEFAULTS,
  SMART_LISTS,
  type SmartListRow,
} from '#smart-lists/domain';
import {
  evolveWorkspace,
  isWorkspaceEvent,
  WORKSPACE_DEFAULTS,
  WORKSPACES,
  type WorkspaceRow,
} from '#workspaces/domain';
import { outcomesProjection } from '../projections/outcomes.projection.js';
import { changeOutcome, createOutcome, deleteOutcome, type NewOutcome, type OutcomePatch } from './index.js';

const workspaces: Projection<WorkspaceRow> = {
  collection: WORKSPACES,
  version: 1,
  keys: (event) => (isWorkspaceEvent(event) ? [[event.metadata.workspace_id]] : []),
  evolve: (row, event) => (isWorkspaceEvent(event) ? evolveWorkspace(row, event) : row),
  settings: { liveIndex: 'live', isLive: () => true },
};
const lists: Projection<SmartListRow> = {
  collection: SMART_LISTS,
  version: 1,
  keys: (event) => (isSmartListEvent(event) ? [[event.metadata.workspace_id, event.data.smart_list_id]] : []),
  evolve: (row, event) => (isSmartListEvent(event) ? evolveSmartList(row, event) : row),
  settings: { liveIndex: 'live', isLive: ({ live }) => live === 1 },
};

const [ID, OTHER, SPRING, AUTUMN, GONE] = ['01', '02', 'a1', 'a2', 'a3'].map(
  (end) => `018f3a00-0000-7000-8000-0000000000${end}`,
) as [string, string, string, string, string];
const URL_ = 'https://example.com/hook';
const made = { secret: 'whsec_x', ciphertext: 'sealed' };
const context = { allowed: [], signingSecret: made };
const anyVersion = () => undefined;

const list = (smart_list_id: string, name: string): DomainEvent => ({
  type: 'SmartListCreated',
  data: { smart_list_id, name, ...SETTINGS_DEFAULTS, source: 'api' },
});
const gone = (smart_list_id: string): DomainEvent => ({
  type: 'SmartListDeleted',
  data: { smart_list_id, members_left: 0 },
});
const rotated: DomainEvent = {
  type: 'SigningSecretRotated',
  data: { ciphertext: 'sealed', previous_expire_at: '2030-01-01T00:00:00.000Z' },
};
const outcome = (fields: object = {}): DomainEvent => ({
  type: 'OutcomeCreated',
  data: {
    outcome_id: ID,
    outcome_name: 'Sold',
    outcome_type: 'disposition',
    order: 1,
    destination_type: 'none',
    destination_id: null,
    smart_list_ids: null,
    webhook_url: null,
    ...fields,
  },
});
const action = { outcome_type: 'action', webhook_url: URL_ };
const past = [
  { type: 'WorkspaceCreated', data: { name: 'D', time_zone: 'UTC', ...WORKSPACE_DEFAULTS } },
  list(SPRING, 'Spring'),
  list(AUTUMN, 'Autumn'),
  list(GONE, 'Gone'),
  gone(GONE),
];
const workspace = (...events: DomainEvent[]) => given([workspaces, lists, outcomesProjection], [...past, ...events]);
const create = (input: Partial<NewOutcome>) => createOutcome(ID, { outcome_name: 'Sold', ...input }, context);
const change = (patch: OutcomePatch) => changeOutcome(ID, patch, context, anyVersion);
const refusalOf = (decide: () => unknown): unknown => {
  try {
    return decide();
  } catch (error) {
    const { code, errors } = error as DomainError;
    return [code, errors[0]?.pointer, errors[0]?.code];
  }
};

describe('a new outcome', () => {
  it('is a disposition without a destination unless it says otherwise, one past the highest order', () => {
    workspace()
      .when(create({}))
      .thenEvents([outcome()])
      .thenAnswer({
        status: 201,
        location: `/phone-system/outcomes/${ID}`,
        etag: '"1"',
        body: {
          ok: true,
          disposition_popup_enabled: true,
          outcome: {
            outcome_id: ID,
            outcome_name: 'Sold',
            outcome_type: 'disposition',
            order: 1,
            destination: { destination_type: 'none', destination_id: null, destination_name: null },
            webhook_url: null,
            version: 1,
            created_at: '2030-01-01T00:00:00.000Z',
            updated_at: '2030-01-01T00:00:00.000Z',
          },
        },
      });
    workspace(outcome({ outcome_id: OTHER, order: -7 }))
      .when(create({}))
      .thenEvents([outcome({ order: -6 })]);
    workspace(outcome({ outcome_id: OTHER, order: 2 ** 31 - 1 }))
      .when(create({}))
      .thenEvents([outcome({ order: 2 ** 31 - 1 })]);
    workspace()
      .when(create({ order: 0 }))
      .thenEvents([outcome({ order: 0 })]);
  });

  it('that is an action brings a signing secret into a workspace that has none', () => {
    const wish = create({ outcome_type: 'action', webhook_url: URL_ });
    workspace()
      .when(wish)
      .thenEvents([{ ...rotated, data: { ...rotated.data, previous_expire_at: expect.any(String) } }, outcome(action)])
      .thenAnswer({ body: { ok: true, disposition_popup_enabled: false, outcome: { webhook_url: URL_ } } });
    workspace(rotated)
      .when(wish)
      .thenEvents([outcome(action)]);
  });

  it('leads to an active list, by its name', () => {
    workspace()
      .when(create({ destination_type: 'smart_list', destination_id: SPRING }))
      .thenEvents([outcome({ destination_type: 'smart_list', destination_id: SPRING })])
      .thenAnswer({
        body: {
          outcome: {
            destination: { destination_type: 'smart_list', destination_id: SPRING, destination_name: 'Spring' },
          },
        },
      });
  });

  it('takes contacts off all lists or off selected ones', () => {
    workspace()
      .when(create({ destination_type: 'remove_from_all' }))
      .thenEvents([outcome({ destination_type: 'remove_from_all' })]);
    workspace()
      .when(create({ destination_type: 'remove_from_selected', smart_list_ids: [AUTUMN, SPRING] }))
      .thenAnswer({
        body: {
          outcome: {
            destination: {
              destination_type: 'remove_from_selected',
              destination_id: null,
              destination_name: null,
              smart_list_ids: [AUTUMN, SPRING],
            },
          },
        },
      });
  });

  it('to a list that is not active is refused', () => {
    workspace()
      .when(create({ destination_type: 'smart_list', destination_id: GONE }))
      .thenRefused('invalid_reference', '/destination_id');
    workspace()
      .when(create({ destination_type: 'remove_from_selected', smart_list_ids: [SPRING, GONE] }))
      .thenRefused('invalid_reference', '/smart_list_ids/1');
  });

  it.each([
    [{ outcome_type: 'action' }, '/webhook_url', 'required'],
    [{ outcome_type: 'action', webhook_url: null }, '/webhook_url', 'required'],
    [{ webhook_url: URL_ }, '/webhook_url', 'not_allowed'],
    [{ outcome_type: 'disposition', webhook_url: URL_ }, '/webhook_url', 'not_allowed'],
    [{ destination_type: 'smart_list' }, '/destination_id', 'required'],
    [{ destination_type: 'smart_list', destination_id: null }, '/destination_id', 'required'],
    [
      { destination_type: 'smart_list', destination_id: SPRING, smart_list_ids: [SPRING] },
      '/smart_list_ids',
      'not_allowed',
    ],
    [{ destination_type: 'remove_from_selected' }, '/smart_list_ids', 'required'],
    [
      { destination_type: 'remove_from_selected', smart_list_ids: [SPRING], destination_id: SPRING },
      '/destination_id',
      'not_allowed',
    ],
    [{ destination_id: SPRING }, '/destination_id', 'not_allowed'],
    [{ destination_type: 'none', destination_id: SPRING }, '/destination_id', 'not_allowed'],
    [{ destination_type: 'none', smart_list_ids: [SPRING] }, '/smart_list_ids', 'not_allowed'],
    [{ destination_type: 'remove_from_all', destination_id: SPRING }, '/destination_id', 'not_allowed'],
  ] as const)('of the wrong shape %j is refused before anything is looked up', (input, pointer, rule) => {
    expect(refusalOf(() => create(input))).toEqual(['validation_failed', pointer, rule]);
  });

  it('beyond 500 is refused; a deleted one makes room', () => {
    const many = Array.from({ length: 500 }, (_, n) => outcome({ outcome_id: `outcome-${n}`, order: n }));
    const deleted = { type: 'OutcomeDeleted', data: { outcome_id: 'outcome-3' } };
    workspace(...many)
      .when(create({}))
      .thenRefused('resource_conflict');
    workspace(...many, deleted)
      .when(create({}))
      .thenTypes('OutcomeCreated');
  });
});

describe('a change', () => {
  it('changes what is sent, once, and raises the version', () => {
    const renamed = workspace(outcome()).when(change({ outcome_name: 'Won', order: 1 }));
    renamed
      .thenEvents([{ type: 'OutcomeChanged', data: { outcome_id: ID, changes: { outcome_name: 'Won' } } }])
      .thenAnswer({ status: 200, etag: '"2"', body: { outcome: { outcome_name: 'Won', version: 2 } } });
    renamed
      .and()
      .when(change({ outcome_name: 'Won', destination_type: 'none' }))
      .thenNothing()
      .thenAnswer({ etag: '"2"' });
  });

  it('of the type sets or clears the URL itself', () => {
    workspace(outcome())
      .when(change({ outcome_type: 'action' }))
      .thenRefused('validation_failed', '/webhook_url');
    workspace(outcome(action))
      .when(change({ outcome_type: 'disposition' }))
      .thenRefused('validation_failed', '/webhook_url');
    workspace(outcome(action))
      .when(change({ webhook_url: null }))
      .thenRefused('validation_failed', '/webhook_url');
    workspace(outcome())
      .when(change({ webhook_url: URL_ }))
      .thenRefused('validation_failed', '/webhook_url');
    workspace(outcome())
      .when(change({ outcome_type: 'action', webhook_url: URL_ }))
      .thenTypes('SigningSecretRotated', 'OutcomeChanged')
      .thenAnswer({
        body: { disposition_popup_enabled: false, outcome: { outcome_type: 'action', webhook_url: URL_ } },
      });
    workspace(rotated, outcome(action))
      .when(change({ outcome_type: 'disposition', webhook_url: null }))
      .thenEvents([
        {
          type: 'OutcomeChanged',
          data: { outcome_id: ID, changes: { outcome_type: 'disposition', webhook_url: null } },
        },
      ])
      .thenAnswer({ body: { disposition_popup_enabled: true } });
  });

  it('of the destination drops what the new type has no use for', () => {
    const toSpring = outcome({ destination_type: 'smart_list', destination_id: SPRING });
    workspace(toSpring)
      .when(change({ destination_type: 'remove_from_selected', smart_list_ids: [AUTUMN] }))
      .thenAnswer({ body: { outcome: { destination: { destination_id: null, smart_list_ids: [AUTUMN] } } } })
      .and()
      .when(change({ destination_type: 'none' }))
      .thenAnswer({ body: { outcome: { destination: { destination_type: 'none' } } } })
      .and()
      .when(change({ destination_type: 'smart_list' }))
      .thenRefused('validation_failed', '/destination_id');
    workspace(toSpring)
      .when(change({ destination_id: AUTUMN }))
      .thenAnswer({
        body: { outcome: { destination: { destination_id: AUTUMN, destination_name: 'Autumn' } } },
      });
    workspace(toSpring)
      .when(change({ smart_list_ids: [AUTUMN] }))
      .thenRefused('validation_failed', '/smart_list_ids');
    workspace(toSpring)
      .when(change({ destination_id: null }))
      .thenRefused('validation_failed', '/destination_id');
    workspace(toSpring)
      .when(change({ destination_id: GONE }))
      .thenRefused('invalid_reference', '/destination_id');
  });

  it('of one that is not there, or whose version is another, is refused before its state is judged', () => {
    workspace()
      .when(change({ outcome_type: 'action' }))
      .thenRefused('not_found');
    const stale = (version: number) => {
      expect(version).toBe(1);
      throw new DomainError('precondition_failed', 'no');
    };
    workspace(outcome())
      .when(changeOutcome(ID, { outcome_type: 'action' }, context, stale))
      .thenRefused('precondition_failed');
    workspace(outcome()).when(deleteOutcome(ID, stale)).thenRefused('precondition_failed');
  });

  it('of the wrong shape is refused before an unknown id is', () => {
    expect(refusalOf(() => change({ webhook_url: 'http://example.com' }))).toEqual([
      'validation_failed',
      '/webhook_url',
      'invalid_format',
    ]);
    expect(refusalOf(() => change({ destination_type: 'none', destination_id: SPRING }))).toContain('/destination_id');
    expect(refusalOf(() => change({ outcome_type: 'disposition', webhook_url: URL_ }))).toContain('not_allowed');
  });
});

describe('a destination whose lists were deleted', () => {
  const toSpring = outcome({ destination_type: 'smart_list', destination_id: SPRING });
  const offBoth = outcome({ destination_type: 'remove_from_selected', smart_list_ids: [SPRING, AUTUMN] });
  const destination = (...events: DomainEvent[]) => {
    const body = workspace(...events)
      .when(change({}))
      .answer().body as { outcome: { destination: object } };
    return body.outcome.destination;
  };

  it('reads as none; of several those that are left are shown', () => {
    const none = { destination_type: 'none', destination_id: null, destination_name: null };
    expect(destination(toSpring, gone(SPRING))).toEqual(none);
    expect(destination(offBoth, gone(SPRING))).toEqual({
      ...none,
      destination_type: 'remove_from_selected',
      smart_list_ids: [AUTUMN],
    });
    expect(destination(offBoth, gone(SPRING), gone(AUTUMN))).toEqual(none);
  });

  it('is changed as what it reads', () => {
    workspace(toSpring, gone(SPRING))
      .when(change({ destination_type: 'none' }))
      .thenNothing();
    workspace(offBoth, gone(SPRING))
      .when(change({ smart_list_ids: [AUTUMN] }))
      .thenNothing();
    workspace(toSpring, gone(SPRING))
      .when(change({ destination_id: AUTUMN }))
      .thenRefused('validation_failed', '/destination_id');
    workspace(toSpring, gone(SPRING))
      .when(change({ destination_type: 'smart_list', destination_id: AUTUMN }))
      .thenEvents([{ type: 'OutcomeChanged', data: { outcome_id: ID, changes: { destination_id: AUTUMN } } }])
      .thenAnswer({ body: { outcome: { destination: { destination_name: 'Autumn' } } } });
  });

  it('does not stand in the way of other changes', () => {
    workspace(toSpring, gone(SPRING))
      .when(change({ outcome_name: 'Won' }))
      .thenEvents([{ type: 'OutcomeChanged', data: { outcome_id: ID, changes: { outcome_name: 'Won' } } }]);
  });
});

describe('a deletion', () => {
  it('says whether a disposition is left', () => {
    const other = outcome({ outcome_id: OTHER });
    workspace(outcome())
      .when(deleteOutcome(ID, anyVersion))
      .thenEvents([{ type: 'OutcomeDeleted', data: { outcome_id: ID } }])
      .thenAnswer({ status: 200, body: { ok: true, outcome_id: ID, deleted: true, disposition_popup_enabled: false } })
      .and()
      .when(deleteOutcome(ID, anyVersion))
      .thenRefused('not_found');
    workspace(outcome(), other)
      .when(deleteOutcome(ID, anyVersion))
      .thenAnswer({ body: { ok: true, outcome_id: ID, deleted: true, disposition_popup_enabled: true } });
  });
});
