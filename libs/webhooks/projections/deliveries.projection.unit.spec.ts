import { DomainError, instant, type Projection, type RecordedEvent } from '#kernel';
import { recorded, TEST_START } from '#kernel/testing';
import {
  type Attempt,
  type DeliveryEvent,
  deliveryRequested,
  type DeliveryRow,
  deliveryStream,
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
  call: { call_id: 'c1', smart_list_id: null, sequence: 1, dispatched_at: AT },
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
      outcome_id: 'o1',
      call_id: 'c1',
      webhook_url: 'https://Hooks.example.com:8443/outcome',
      status: 'pending',
      created_at: AT,
      next_attempt_at: AT,
      redelivery_of: null,
      attempts: [],
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
});

describe('redelivery', () => {
  it('is a new delivery of the same message, under an id of its own', () => {
    const { row } = fold(attempted(true, null));
    const decision = redeliver(row, 'd2')();
    expect(decision.answer()).toEqual({ status: 202, body: { ok: true, delivery_id: 'd2' } });
    const { body, ...data } = requested.data;
    expect(decision.events).toEqual([
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

  it('of an erased message is refused', () => {
    const { row } = fold(attempted(true, null));
    expect(() => redeliver({ ...row, body: null }, 'd2')()).toThrow(
      expect.objectContaining({ code: 'resource_conflict' }) as DomainError,
    );
  });

  it('of an unknown delivery is refused', () => {
    expect(() => redeliver(undefined, 'd2')()).toThrow(expect.objectContaining({ code: 'not_found' }) as DomainError);
  });
});
