import type { DomainEvent } from '#kernel';
import { given, recorded, TEST_WORKSPACE, testId, TestWorkspace } from '#kernel/testing';
import {
  ANN,
  AROUND_ENDPOINTS,
  BOB,
  created,
  deleted,
  ended,
  erased,
  happened,
  imported,
  moved,
  ONE,
  TWO,
} from '../../testing/endpoints-past.js';
import { EVENT_FEEDS, type EventFeedRow } from './feed.js';
import { FORWARDED_AT_ONCE, forwardEvents } from './forward-events.js';
import { isFed } from './messages.js';

const IDS = Array.from({ length: FORWARDED_AT_ONCE }, (_, n) => testId(10_000 + n));

/** A workspace with this history, and its feed. */
class Feed {
  private readonly log: DomainEvent[] = [];
  readonly workspace = new TestWorkspace(AROUND_ENDPOINTS);

  constructor(...events: readonly DomainEvent[]) {
    this.happen(...events);
  }

  happen(...events: readonly DomainEvent[]): this {
    this.workspace.append(events);
    this.log.push(...events);
    return this;
  }

  get row(): EventFeedRow | undefined {
    return this.workspace.rows(EVENT_FEEDS, [[TEST_WORKSPACE]])[0];
  }

  /** The deliveries of one chunk, decided on all that has happened. */
  forward(): readonly { readonly endpoint: string; readonly message: Message }[] {
    const fed = this.log.map((event, revision) => recorded(event, revision)).filter(({ type }) => isFed(type));
    const from = this.row!.first_waiting;
    const events = fed.filter(({ revision }) => revision >= from);
    const decision = forwardEvents({ events, next: this.log.length }, IDS)(this.workspace);
    this.happen(...decision.events);
    return decision.events.slice(0, -1).map(({ data }) => {
      const { endpoint_id, body, held } = data as { endpoint_id: string; body: string; held?: true };
      return { endpoint: endpoint_id, message: { ...(JSON.parse(body) as Message), ...(held && { held }) } };
    });
  }

  /** Which endpoints get which types of messages. */
  told(): readonly (readonly [string, string])[] {
    return this.forward().map(({ endpoint, message: { type } }) => [endpoint, type] as const);
  }
}

interface Message {
  readonly type: string;
  readonly revision: number;
  readonly index: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly held?: true;
}

describe('the feed of a workspace', () => {
  it('has no row without endpoints, and is closed while nobody subscribed to what happens', () => {
    expect(new Feed(ended(ANN)).row).toBeUndefined();
    expect(new Feed(created(ONE, 'call.lost'), ended(ANN)).row).toMatchObject({ open: 0, first_waiting: -1 });
  });

  it('is opened by an event that an endpoint subscribed to before, and closed once it is forwarded', () => {
    const feed = new Feed(ended(ANN), created(ONE, 'call.ended'), ended(ANN), ended(BOB), imported(ANN));
    expect(feed.row).toMatchObject({ open: 1, first_waiting: 2, last_waiting: 3, next_revision: 2 });
    expect(feed.told()).toEqual([
      [ONE, 'call.ended'],
      [ONE, 'call.ended'],
    ]);
    expect(feed.row).toMatchObject({ open: 0, first_waiting: -1, next_revision: 5, next_index: 0 });
    expect(feed.happen(ended(BOB)).row).toMatchObject({ open: 1, first_waiting: 8 });
  });

  it('is due to the endpoints that subscribe to the type now, by an event before it', () => {
    const changed = (endpoint_id: string, ...event_types: readonly string[]): DomainEvent =>
      happened('WebhookEndpointChanged', { endpoint_id, changes: { event_types } });
    const feed = new Feed(created(ONE, 'call.ended', 'call.lost'), created(TWO, 'call.completed'));
    feed.happen(ended(ANN), ended(BOB, 'lost'), changed(TWO, 'call.ended'), changed(ONE, 'call.ended'), ended(BOB));
    expect(feed.told()).toEqual([
      [ONE, 'call.ended'],
      [ONE, 'call.ended'],
      [TWO, 'call.ended'],
    ]);
    feed.happen(ended(ANN), happened('WebhookEndpointDeleted', { endpoint_id: ONE }));
    expect(feed.told()).toEqual([[TWO, 'call.ended']]);
  });

  it('tells a pause to all endpoints but the one that was paused, which it holds messages for', () => {
    const types = ['call.ended', 'endpoint.paused'] as const;
    const feed = new Feed(created(ONE, ...types), created(TWO, ...types));
    const failing_since = '2030-01-01T00:00:00.000Z';
    feed.happen(happened('WebhookEndpointPaused', { endpoint_id: ONE, failing_since }), ended(ANN));
    expect(feed.forward()).toMatchObject([
      { endpoint: TWO, message: { type: 'endpoint.paused', data: { endpoint_id: ONE, failing_since } } },
      { endpoint: ONE, message: { type: 'call.ended', held: true } },
      { endpoint: TWO, message: { type: 'call.ended' } },
    ]);
  });

  it('tells of a completion that exhausts a member twice, to whoever wants either', () => {
    const completed = (more: object): DomainEvent =>
      happened('CallCompleted', { call_id: 'c', contact_id: ANN, smart_list_id: 'spring', by: 'end', ...more });
    const feed = new Feed(created(ONE, 'member.exhausted'), created(TWO, 'call.completed', 'member.exhausted'));
    feed.happen(completed({}), completed({ exhausted: true }));
    const told = feed
      .forward()
      .map(({ endpoint, message: { type, revision, index } }) => [endpoint, type, revision, index]);
    expect(told).toEqual([
      [TWO, 'call.completed', 2, 0],
      [TWO, 'call.completed', 3, 0],
      [ONE, 'member.exhausted', 3, 1],
      [TWO, 'member.exhausted', 3, 1],
    ]);
  });

  it('tells of a drained list what its event says, with its instant', () => {
    const feed = new Feed(created(ONE, 'list.drained'), created(TWO, 'member.moved'));
    const data = { smart_list_id: 'spring', completed_members: 2 };
    feed.happen(happened('ListDrained', data));
    const drained_at = recorded(happened('ListDrained', data), 2).metadata.occurred_at;
    expect(feed.forward()).toMatchObject([
      { endpoint: ONE, message: { type: 'list.drained', revision: 2, index: 0, data: { ...data, drained_at } } },
    ]);
  });

  it('tells of a number that was barred, whether or not a contact had it, but not once this contact is erased', () => {
    const feed = new Feed(created(ONE, 'do_not_call.added'), created(TWO, 'list.drained'), imported(ANN));
    const entry = { phone: '+12025550101', reason: 'asked', source: 'api', expires_at: null };
    const added = (contact_id: string | null): DomainEvent =>
      happened('DoNotCallAdded', { number_hash: 'hash', ...entry, contact_id, contact_ids: [], more: true });
    feed.happen(added(ANN), added(null));
    const addedAt = (revision: number) => recorded(added(null), revision).metadata.occurred_at;
    expect(feed.forward()).toEqual(
      ([ANN, null] as const).map((contact_id, n) => ({
        endpoint: ONE,
        message: expect.objectContaining({
          ...{ type: 'do_not_call.added', revision: 3 + n, index: 0 },
          data: { ...entry, contact_id, added_at: addedAt(3 + n) },
        }),
      })),
    );
    feed.happen(added(ANN), added(null), deleted(ANN), erased(ANN));
    expect(feed.forward()).toMatchObject([{ message: { data: { contact_id: null } } }]);
  });

  it('tells of a finished import what became of its rows', () => {
    const feed = new Feed(created(ONE, 'import.finished'));
    const counts = { created: 2, updated: 0, unchanged: 1, members_added: 0, members_removed: 0, refused: 1 };
    const about = { import_id: 'autumn', kind: 'contacts', smart_list_id: null, name: 'autumn.csv', rows: 4 };
    feed.happen(happened('ImportFinished', { ...about, counts }));
    expect(feed.forward()).toMatchObject([
      { endpoint: ONE, message: { type: 'import.finished', data: { ...about, ...counts } } },
    ]);
  });

  it('leaves out contacts that were erased since, and those that are not known again', () => {
    const feed = new Feed(created(ONE, 'call.ended'), imported(ANN), imported(BOB), ended(ANN), ended(BOB));
    feed.happen(deleted(ANN), erased(ANN), ended(ANN));
    const about = () => feed.forward().map(({ message: { data } }) => data['contact_id']);
    expect(about()).toEqual([BOB]);
    feed.happen(imported(ANN), ended(ANN));
    expect(about()).toEqual([ANN]);
    // The contact is gone, and was not erased: what is known of it still is.
    feed.happen(deleted(BOB), ended(BOB));
    expect(about()).toEqual([BOB]);
  });

  it('forwards a large event in chunks, each message once, in order', () => {
    const feed = new Feed(created(ONE, 'member.moved'), created(TWO, 'member.moved'), moved(250));
    const told: (readonly [string, number])[] = [];
    let chunks = 0;
    for (; feed.row!.open === 1; chunks += 1)
      told.push(...feed.forward().map(({ endpoint, message: { index } }) => [endpoint, index] as const));
    const messages = Array.from({ length: 250 }, (_, index) => index);
    expect(told).toEqual(messages.flatMap((index) => [ONE, TWO].map((endpoint) => [endpoint, index])));
    expect(chunks).toBeGreaterThan(2);
    expect(feed.row).toMatchObject({ open: 0, next_index: 0 });
  });

  it('forwards nothing twice where another process was faster', () => {
    const feed = new Feed(created(ONE, 'call.ended'), ended(ANN));
    const events = [recorded(ended(ANN), 1)];
    feed.forward();
    expect(forwardEvents({ events, next: 2 }, IDS)(feed.workspace).events).toEqual([]);
    given(AROUND_ENDPOINTS, [ended(ANN)])
      .when(forwardEvents({ events, next: 2 }, IDS))
      .thenNothing();
  });
});
