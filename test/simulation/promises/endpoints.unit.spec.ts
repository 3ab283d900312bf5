import { cancelsFollowTheirEndpoint, eventsReachWhoSubscribed } from './endpoints.js';
import { historyOf } from './testing/told-history.js';
import { type Part, ToldLog } from './testing/told-log.js';

const FEEDS = { by: 'event_feeds' };
const created = (endpoint_id: string, ...event_types: readonly string[]): Part => [
  'WebhookEndpointCreated',
  { endpoint_id, url: 'https://endpoint.example/', event_types },
];
const ended = (contact_id: string): Part => [
  'CallEnded',
  { call_id: 'call', contact_id, smart_list_id: null, member_number: null, result: 'busy' },
];
const requested = (endpoint_id: string, event: number, delivery_id = `${endpoint_id} ${event}`): Part => [
  'DeliveryRequested',
  {
    ...{ delivery_id, endpoint_id, outcome_id: '', call_id: '', contact_id: 'ann' },
    webhook_url: 'https://endpoint.example/',
    body: JSON.stringify({ type: 'call.ended', event_id: `event ${event}`, index: 0 }),
  },
];
const forwarded = (next_revision: number): Part => ['EventsForwarded', { next_revision, next_index: 0 }];

/** Endpoint `one` was created before a call ended, `two` after it. */
const told = (): ToldLog =>
  new ToldLog()
    .write([created('one', 'call.ended')])
    .write([ended('ann')])
    .write([created('two', 'call.ended')]);

describe('an event', () => {
  const judged = (log: ToldLog) => eventsReachWhoSubscribed(historyOf(log));

  it('is due once to each endpoint that subscribed before it', () => {
    expect(judged(told().write([requested('one', 1), forwarded(3)], FEEDS))).toEqual([]);
    expect(judged(told().write([forwarded(3)], FEEDS))).toEqual([
      expect.stringMatching(/requested is \[\], and should be/),
    ]);
    expect(judged(told().write([requested('one', 1), requested('two', 1), forwarded(3)], FEEDS))).toHaveLength(1);
    const again = told().write([requested('one', 1), forwarded(3)], FEEDS);
    expect(judged(again.write([requested('one', 1), forwarded(5)], FEEDS))).toHaveLength(1);
  });

  it('is not due where its type was not subscribed to, the endpoint is deleted, or the contact was erased', () => {
    const changes = { event_types: ['call.lost'] };
    for (const end of [
      ['WebhookEndpointChanged', { endpoint_id: 'one', changes }],
      ['WebhookEndpointDeleted', { endpoint_id: 'one' }],
      ['ContactErased', { contact_id: 'ann' }],
    ] as readonly Part[]) {
      expect(
        judged(
          told()
            .write([end])
            .write([forwarded(4)], FEEDS),
        ),
      ).toEqual([]);
      expect(
        judged(
          told()
            .write([end])
            .write([requested('one', 1), forwarded(4)], FEEDS),
        ),
      ).toHaveLength(1);
    }
  });

  it('of a repetition by hand says nothing of the feed', () => {
    const log = told().write([requested('one', 1), forwarded(3)], FEEDS);
    expect(judged(log.write([requested('one', 1, 'again')]))).toEqual([]);
  });
});

it('a delivery that is cancelled for an endpoint that is neither deleted nor paused since is named', () => {
  const cancelled = (reason: string): Part => ['DeliveryCancelled', { delivery_id: 'one 1', reason }];
  const judged = (reason: string, ...ends: readonly Part[]) => {
    const log = told().write([requested('one', 1), forwarded(3)], FEEDS);
    if (ends.length > 0) log.write(ends);
    return cancelsFollowTheirEndpoint(historyOf(log.write([cancelled(reason)], { by: 'deliveries' })));
  };
  const deleted: Part = ['WebhookEndpointDeleted', { endpoint_id: 'one' }];
  const paused: Part = ['WebhookEndpointPaused', { endpoint_id: 'one', failing_since: '' }];
  expect([judged('endpoint_deleted', deleted), judged('endpoint_paused', paused), judged('gone')]).toEqual([
    [],
    [],
    [],
  ]);
  expect(judged('endpoint_deleted', paused)).toHaveLength(1);
  expect(judged('endpoint_paused', deleted)).toHaveLength(1);
});
