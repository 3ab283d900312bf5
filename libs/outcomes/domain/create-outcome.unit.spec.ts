import {
  ID,
  OTHER,
  SPRING,
  AUTUMN,
  GONE,
  HOOK,
  rotated,
  action,
  outcome,
  workspace,
  create,
  refusalOf,
} from '../testing/past.js';

describe('a new outcome', () => {
  it('is by default a disposition without a destination, one past the highest order', () => {
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
            retry_seconds: null,
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

  it('that is an action creates a signing secret in a workspace that has none', () => {
    const createAction = create({ outcome_type: 'action', webhook_url: HOOK });
    workspace()
      .when(createAction)
      .thenEvents([{ ...rotated, data: { ...rotated.data, previous_expire_at: expect.any(String) } }, outcome(action)])
      .thenAnswer({ body: { ok: true, disposition_popup_enabled: false, outcome: { webhook_url: HOOK } } });
    workspace(rotated)
      .when(createAction)
      .thenEvents([outcome(action)]);
  });

  it('has an active list as its destination, shown with its name', () => {
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

  it('may remove contacts from all lists or from selected ones', () => {
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

  it('with a list that is not active is refused', () => {
    workspace()
      .when(create({ destination_type: 'smart_list', destination_id: GONE }))
      .thenRefused('invalid_reference', '/destination_id');
    const selected = workspace().when(
      create({ destination_type: 'remove_from_selected', smart_list_ids: [SPRING, GONE] }),
    );
    selected.thenRefused('invalid_reference', '/smart_list_ids/1');
    expect(() => selected.events()).toThrow('smart_list_ids/1 names no active smart list.');
  });

  it.each([
    [{ outcome_type: 'action' }, '/webhook_url', 'required'],
    [{ outcome_type: 'action', webhook_url: null }, '/webhook_url', 'required'],
    [{ webhook_url: HOOK }, '/webhook_url', 'not_allowed'],
    [{ outcome_type: 'disposition', webhook_url: HOOK }, '/webhook_url', 'not_allowed'],
    [{ outcome_type: 'action', webhook_url: HOOK, retry_seconds: 0 }, '/retry_seconds', 'not_allowed'],
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

  it('beyond 500 is refused; a deleted one does not count', () => {
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
