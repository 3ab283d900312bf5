import { instant, type Projection, type RecordedEvent } from '#kernel';
import { given, recorded, TEST_START } from '#kernel/testing';
import { CONTACT_PROJECTIONS } from '#contacts';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import {
  type Attempt,
  cancelExpired,
  contactErasedRequested,
  type DeliveryEvent,
  deliveryRequested,
  type DeliveryRow,
  deliveryStream,
  eraseDelivery,
  hasMessageEnded,
  type MessageType,
  presentDelivery,
  redeliver,
} from '../domain/index.js';
import { deliveriesProjection, dueDeliveriesProjection } from './deliveries.projection.js';

const AT = instant(TEST_START);
const NEXT = instant(TEST_START + 5_000);

const requested = deliveryRequested('https://Hooks.example.com:8443/outcome', {
  deliveryId: 'd1',
  workspaceId: 'w1',
  timestamp: AT,
  outcome: { outcome_id: 'o1', outcome_name: 'Sold', outcome_type: 'action' },
  call: {
    ...{ call_id: 'c1', smart_list_id: null, sequence: 1, dispatched_at: AT },
    ...{ agent_id: null, reference: null, notes: null, duration_seconds: null, recording_url: null },
  },
  contact: { contact_id: 'k1', phone: '+12025550101' },
  destination: { destination_type: 'none', destination_id: null, destination_name: null },
});
const attempt: Attempt = {
  at: AT,
  status: 500,
  duration_ms: 7,
  resolved_ip: '192.0.2.1',
  response_body: 'no',
  error: null,
};
const attempted = (delivered: boolean, next_attempt_at: string | null): DeliveryEvent => ({
  type: 'DeliveryAttempted',
  data: { delivery_id: 'd1', attempt, delivered, next_attempt_at },
});
const cancelled: DeliveryEvent = { type: 'DeliveryCancelled', data: { delivery_id: 'd1', reason: 'gone' } };
const erased: DeliveryEvent = { type: 'DeliveryErased', data: { delivery_id: 'd1' } };

/** The request has revision 17 in its workspace; its own stream begins at 0. */
function fold(...own: readonly DeliveryEvent[]) {
  const events: readonly RecordedEvent[] = [
    recorded(requested, 17, { at: AT }),
    ...own.map((event, revision) => ({ ...recorded(event, revision), stream: deliveryStream('d1') })),
  ];
  const through = <Row>({ evolve, orderOf }: { evolve: unknown; orderOf?: unknown }) =>
    events.reduce<Row | undefined>((row, event) => {
      const next = (evolve as (row: Row | undefined, event: RecordedEvent) => Row | undefined)(row, event);
      return next && { ...next, revision: (orderOf as (event: RecordedEvent) => number)(event) };
    }, undefined);
  return { row: through<DeliveryRow>(deliveriesProjection)!, due: through<object>(dueDeliveriesProjection) };
}

describe('a delivery', () => {
  it('waits for its first attempt from the moment it is requested', () => {
    const { row, due } = fold();
    expect(presentDelivery(row)).toEqual({
      delivery_id: 'd1',
      type: 'outcome.applied',
      outcome_id: 'o1',
      call_id: 'c1',
      webhook_url: 'https://Hooks.example.com:8443/outcome',
      status: 'pending',
      created_at: AT,
      next_attempt_at: AT,
      redelivery_of: null,
      attempts: [],
      erased_at: null,
    });
    expect(row).toMatchObject({ contact_id: 'k1', number: 17, revision: 0, correlation_id: 'test' });
    expect(due).toMatchObject({ open: 1, due_at: AT, host: 'hooks.example.com:8443', number: 17, revision: 0 });
  });

  it.each([deliveriesProjection, dueDeliveriesProjection])(
    'is what it was after a skipped event of its own, but has it: the worker compares revisions ($collection.name)',
    (projection: Projection) => {
      const skip = { type: 'EventSkipped', data: { stream: deliveryStream('d1'), revision: 0, reason: 'lost' } };
      const skipped = { ...recorded(skip, 0, { workspaceId: 'w1' }), stream: deliveryStream('d1') };
      const { row } = fold();
      expect(projection.keys(skipped)).toEqual([['w1', 'd1']]);
      expect(projection.evolve(row, skipped, ['w1', 'd1'], undefined as never)).toBe(row);
      expect(projection.orderOf!(skipped)).toBe(1);
      expect(projection.keys({ ...skipped, stream: 'skips' })).toEqual([]);
      expect(projection.keys({ ...skipped, stream: 'workspace-w1' })).toEqual([]);
    },
  );

  it.each<[string, readonly DeliveryEvent[], string | null]>([
    ['delivered', [attempted(true, null)], null],
    ['retrying', [attempted(false, NEXT)], NEXT],
    ['delivered', [attempted(false, NEXT), attempted(true, null)], null],
    ['exhausted', [attempted(false, NEXT), attempted(false, null)], null],
    ['cancelled', [attempted(false, null), cancelled], null],
  ])('is %s by the results of its attempts', (status, events, next_attempt_at) => {
    const { row, due } = fold(...events);
    const attempts = events.filter(({ type }) => type === 'DeliveryAttempted').map(() => attempt);
    expect(presentDelivery(row)).toMatchObject({ status, next_attempt_at, attempts });
    expect(row.revision).toBe(events.length);
    expect(due).toMatchObject({
      open: next_attempt_at ? 1 : 0,
      due_at: next_attempt_at ?? '',
      revision: events.length,
    });
  });

  it('that is erased keeps what became of it, without the message and the responses', () => {
    const { row, due } = fold(attempted(false, NEXT), attempted(true, null), erased);
    expect(row).toMatchObject({ body: null, contact_id: 'k1', status: 'delivered', revision: 3 });
    expect(presentDelivery(row)).toMatchObject({
      attempts: [attempt, attempt].map((each) => ({ ...each, response_body: null })),
      erased_at: instant(TEST_START + 2_000),
    });
    expect(due).toMatchObject({ open: 0, revision: 3 });
  });
});

describe('the erasure of a delivery', () => {
  const types = (own: readonly DeliveryEvent[]) => {
    const events = own.map((event, revision) => ({ ...recorded(event, revision), stream: deliveryStream('d1') }));
    return eraseDelivery(fold(...own).row, events.at(-1)).map(({ type }) => type);
  };

  it.each<[string, readonly DeliveryEvent[], readonly string[]]>([
    ['was never tried', [], ['DeliveryCancelled', 'DeliveryErased']],
    ['is to be tried again', [attempted(false, NEXT)], ['DeliveryCancelled', 'DeliveryErased']],
    ['was delivered', [attempted(true, null)], ['DeliveryErased']],
    ['was cancelled', [attempted(false, null), cancelled], ['DeliveryErased']],
    ['is erased', [attempted(true, null), erased], []],
  ])('that %s', (_state, own, expected) => {
    expect(types(own)).toEqual(expected);
  });

  it('believes the log where the row does not show the last attempt yet', () => {
    const delivered = { ...recorded(attempted(true, null), 1), stream: deliveryStream('d1') };
    expect(eraseDelivery(fold(attempted(false, NEXT)).row, delivered).map(({ type }) => type)).toEqual([
      'DeliveryErased',
    ]);
  });
});

describe('the cancellation of a delivery whose message has ended', () => {
  const reasons = (own: readonly DeliveryEvent[], shown: readonly DeliveryEvent[] = own) => {
    const events = own.map((event, revision) => ({ ...recorded(event, revision), stream: deliveryStream('d1') }));
    return cancelExpired(fold(...shown).row, events.at(-1)).map(({ data }) => data.reason);
  };

  it.each<[string, readonly DeliveryEvent[], readonly string[]]>([
    ['was never tried', [], ['expired']],
    ['is to be tried again', [attempted(false, NEXT)], ['expired']],
    ['was delivered', [attempted(true, null)], []],
    ['was cancelled', [attempted(false, null), cancelled], []],
    ['is erased', [attempted(true, null), erased], []],
  ])('that %s', (_state, own, expected) => {
    expect(reasons(own)).toEqual(expected);
    // The log is believed where the row does not show the last events yet.
    expect(reasons(own, [])).toEqual(expected);
  });

  it('concerns those that were requested on days before the one that is kept', () => {
    const { row } = fold();
    expect(['2030-01-01', '2030-01-02', null].map((day) => hasMessageEnded(row, day))).toEqual([false, true, false]);
  });

  it('concerns a number that no contact had, and nothing else that is about no contact', () => {
    const { row } = fold();
    const ofNobody = (message_type: MessageType) => ({ ...row, contact_id: '', message_type });
    const types = ['do_not_call.added', 'list.drained', 'contact.erased'] as const;
    expect(types.map((type) => hasMessageEnded(ofNobody(type), '2030-01-02'))).toEqual([true, false, false]);
  });
});

describe('redelivery', () => {
  const nobodyErased = given([...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS]);

  it('is refused where the message has ended, also while the row still shows it', () => {
    const created = { type: 'WorkspaceCreated', data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS } };
    const until = (deliveries_before: string) => {
      const expired = { type: 'PersonalDataExpired', data: { calls_before: null, deliveries_before } };
      return given([...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS], [created, expired]);
    };
    const { row } = fold(attempted(true, null));
    until('2030-01-02').when(redeliver(row, 'd2')).thenRefused('resource_conflict');
    until('2030-01-01').when(redeliver(row, 'd2')).thenAnswer({ status: 202 });
  });

  it('is a new delivery of the same message, under an id of its own', () => {
    const { row } = fold(attempted(true, null));
    const { body, ...data } = requested.data;
    nobodyErased
      .when(redeliver(row, 'd2'))
      .thenAnswer({ status: 202, body: { ok: true, delivery_id: 'd2' } })
      .thenEvents([
        {
          type: 'DeliveryRequested',
          data: {
            ...data,
            delivery_id: 'd2',
            redelivery_of: 'd1',
            body: body.replace('"delivery_id":"d1"', '"delivery_id":"d2"'),
          },
        },
      ]);
  });

  it('of the message that a contact was erased is possible, also when the contact was erased once more', () => {
    const receiver = {
      webhook_url: 'https://hooks.example.com/',
      endpoint_id: '',
      outcome_id: 'o1',
      call_id: 'c1',
      number: 3,
    };
    const about = { workspaceId: 'w1', contactId: 'k1', erasedAt: AT };
    const told = contactErasedRequested(receiver, { deliveryId: 'd1', ...about });
    const row = deliveriesProjection.evolve(undefined, recorded(told, 5), ['w1', 'd1'], { row: () => undefined })!;
    expect(presentDelivery(row)).toMatchObject({ type: 'contact.erased', status: 'pending', erased_at: null });
    const gone = { type: 'ContactErased', data: { contact_id: 'k1' } };
    given([...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS], [...Array<typeof gone>(9).fill(gone)])
      .when(redeliver(row, 'd2'))
      .thenEvents([
        {
          ...told,
          data: { ...contactErasedRequested(receiver, { deliveryId: 'd2', ...about }).data, redelivery_of: 'd1' },
        },
      ]);
  });

  it('of a message that is kept no longer is refused', () => {
    const { row } = fold(attempted(true, null));
    nobodyErased.when(redeliver({ ...row, body: null }, 'd2')).thenRefused('resource_conflict');
  });

  it('of an unknown delivery is refused', () => {
    nobodyErased.when(redeliver(undefined, 'd2')).thenRefused('not_found');
  });

  it('of a delivery whose contact was erased is refused, also where its row does not show that yet', () => {
    const imported = { type: 'ContactImported', data: { contact_id: 'k1', phone: '+12025550101', name: null } };
    const gone = { type: 'ContactErased', data: { contact_id: 'k1' } };
    nobodyErased.when(redeliver(fold(attempted(true, null), erased).row, 'd2')).thenRefused('contact_erased');
    const row = { ...fold(attempted(true, null)).row, number: 1 };
    given([...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS], [imported, { type: 'CommandRecorded', data: {} }, gone])
      .when(redeliver(row, 'd2'))
      .thenRefused('contact_erased');
  });

  it('of a delivery that is younger than the erasure is possible: the contact was imported again', () => {
    const imported = { type: 'ContactImported', data: { contact_id: 'k1', phone: '+12025550101', name: null } };
    const gone = { type: 'ContactErased', data: { contact_id: 'k1' } };
    const done = { type: 'ContactErasureCompleted', data: { contact_id: 'k1' } };
    given([...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS], [imported, gone, done, imported])
      .when(redeliver(fold(attempted(true, null)).row, 'd2'))
      .thenTypes('DeliveryRequested');
  });
});
