import { DomainError, type DomainEvent } from '#kernel';
import {
  action,
  anyVersion,
  AUTUMN,
  change,
  context,
  GONE,
  gone,
  HOOK,
  ID,
  OTHER,
  outcome,
  refusalOf,
  rotated,
  SPRING,
  workspace,
} from '../testing/past.js';
import { changeOutcome, deleteOutcome } from './decide-outcome.js';

describe('a change', () => {
  it('changes the sent fields, once, and raises the version', () => {
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

  it('sets the retry gap of a disposition, and none of an action', () => {
    const gap = workspace(outcome()).when(change({ retry_seconds: 60 }));
    gap
      .thenEvents([{ type: 'OutcomeChanged', data: { outcome_id: ID, changes: { retry_seconds: 60 } } }])
      .thenAnswer({ body: { outcome: { retry_seconds: 60 } } });
    const after = gap.and();
    after.when(change({ retry_seconds: 60 })).thenNothing();
    const toAction = { outcome_type: 'action', webhook_url: HOOK } as const;
    after.when(change(toAction)).thenRefused('validation_failed', '/retry_seconds');
    after.when(change({ ...toAction, retry_seconds: null })).thenTypes('SigningSecretRotated', 'OutcomeChanged');
    workspace(outcome(action))
      .when(change({ retry_seconds: 60 }))
      .thenRefused('validation_failed', '/retry_seconds');
  });

  it('of the type sets or clears the URL', () => {
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
      .when(change({ webhook_url: HOOK }))
      .thenRefused('validation_failed', '/webhook_url');
    workspace(outcome())
      .when(change({ outcome_type: 'action', webhook_url: HOOK }))
      .thenTypes('SigningSecretRotated', 'OutcomeChanged')
      .thenAnswer({
        body: { disposition_popup_enabled: false, outcome: { outcome_type: 'action', webhook_url: HOOK } },
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

  it('of the destination clears the fields of the old type', () => {
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

  it('of an unknown one, or one of another version, is refused before its state is checked', () => {
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

  it('with an invalid combination of fields is refused before an unknown id', () => {
    expect(refusalOf(() => change({ webhook_url: 'http://example.com' }))).toEqual([
      'validation_failed',
      '/webhook_url',
      'invalid_format',
    ]);
    expect(refusalOf(() => change({ destination_type: 'none', destination_id: SPRING }))).toContain('/destination_id');
    expect(refusalOf(() => change({ outcome_type: 'disposition', webhook_url: HOOK }))).toContain('not_allowed');
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

  it('reads as none; of several lists the remaining ones are shown', () => {
    const none = { destination_type: 'none', destination_id: null, destination_name: null };
    expect(destination(toSpring, gone(SPRING))).toEqual(none);
    expect(destination(offBoth, gone(SPRING))).toEqual({
      ...none,
      destination_type: 'remove_from_selected',
      smart_list_ids: [AUTUMN],
    });
    expect(destination(offBoth, gone(SPRING), gone(AUTUMN))).toEqual(none);
  });

  it('is changed like the destination none', () => {
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

  it('does not prevent other changes', () => {
    workspace(toSpring, gone(SPRING))
      .when(change({ outcome_name: 'Won' }))
      .thenEvents([{ type: 'OutcomeChanged', data: { outcome_id: ID, changes: { outcome_name: 'Won' } } }]);
  });
});

describe('a deletion', () => {
  it('returns whether a disposition is left', () => {
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
