import fc from 'fast-check';
import { type DomainEvent, type Instant, instant, type RecordedEvent } from '#kernel';
import { MemoryReadModel, MemoryStorage } from '#read-model/testing';
import { FakeLog } from '../../read-model/testing/fake-log.js';
import { runToEnd } from '../../read-model/testing/run-to-end.js';
import type { EventsIndex } from '../events-index.port.js';
import { TIMELINE_PROJECTIONS } from '../projections/index.js';
import { type Cursor, readEventsPage } from './events-page.js';
import type { EventFilters } from './found-events.js';

const OURS = 'w1';
const THEIRS = 'w2';
const BEGINS = Date.parse('2030-01-01T00:00:00.000Z');

const contactImported = (id: string): DomainEvent => ({
  type: 'ContactImported',
  data: { contact_id: id, phone: null, name: null },
});
const attempted = (id: string): DomainEvent => ({ type: 'DeliveryAttempted', data: { delivery_id: id } });
const skip = (stream: string, revision: number): DomainEvent => ({
  type: 'EventSkipped',
  data: { stream, revision, reason: 'a slip' },
});

const placesOf = (events: readonly RecordedEvent[]): readonly string[] => events.map(({ position }) => position!);

/** A log with an index that follows it when it is told to. */
class Indexed {
  readonly log = new FakeLog();
  readonly storage = new MemoryStorage();
  readonly model = new MemoryReadModel(this.storage);
  generation = 'a';
  readonly index: EventsIndex = {
    rows: this.model,
    writer: this.model,
    reaches: () => this.model.checkpoint('f'),
    generation: async () => this.generation,
  };

  /** Appends events, each a second later than the one before. */
  append(workspaceId: string, events: readonly DomainEvent[], stream?: string): readonly RecordedEvent[] {
    const begin = this.log.events.length;
    this.log.append(workspaceId, events, stream);
    for (let at = begin; at < this.log.events.length; at += 1) this.date(at, instant(BEGINS + at * 1_000));
    return this.log.events.slice(begin);
  }

  /** Gives an event of the log another time. */
  date(at: number, occurred_at: Instant): void {
    const event = this.log.events[at]!;
    this.log.events[at] = { ...event, metadata: { ...event.metadata, occurred_at } };
  }

  async follow(): Promise<void> {
    await runToEnd(this.log, this.model, { prefixes: ['workspace-', 'delivery-', 'skips'] }, TIMELINE_PROJECTIONS);
  }

  page(filters: EventFilters = {}, size = 200, after?: Cursor) {
    return readEventsPage(this.index, this.log, { workspaceId: OURS, filters, size, after });
  }

  /** The positions of a walk up to the end. */
  async walk(filters: EventFilters = {}, size = 200): Promise<readonly string[]> {
    const places: string[] = [];
    for (let after: Cursor | undefined; ;) {
      const { events, next, caughtUp } = await this.page(filters, size, after);
      places.push(...placesOf(events));
      if (caughtUp || !next) return places;
      after = next;
    }
  }
}

describe('a page of the index', () => {
  it('has the events of all streams of the workspace in the order of the log', async () => {
    const indexed = new Indexed();
    const [first] = indexed.append(OURS, [contactImported('a')]);
    indexed.append(THEIRS, [contactImported('a')]);
    const [second] = indexed.append(OURS, [attempted('d')], 'delivery-d');
    const [third] = indexed.append(OURS, [contactImported('b')]);
    await indexed.follow();
    expect(await indexed.walk()).toEqual(placesOf([first!, second!, third!]));
    expect(await indexed.walk({}, 1)).toEqual(placesOf([first!, second!, third!]));
    expect(await indexed.walk({ subject: { type: 'contact', id: 'b' } })).toEqual([third!.position]);
    expect(await indexed.walk({ type: 'DeliveryAttempted' })).toEqual([second!.position]);
    expect(await indexed.walk({ subject: { type: 'contact', id: 'a' }, type: 'DeliveryAttempted' })).toEqual([]);
  });

  it('is full at its size, and ends where the index does', async () => {
    const indexed = new Indexed();
    indexed.append(OURS, [contactImported('a'), contactImported('b')]);
    await indexed.follow();
    const first = await indexed.page({}, 2);
    expect([first.events.length, first.caughtUp]).toEqual([2, false]);
    const second = await indexed.page({}, 2, first.next);
    expect([second.events.length, second.caughtUp]).toEqual([0, true]);
    const [later] = indexed.append(OURS, [contactImported('c')]);
    await indexed.follow();
    expect(placesOf((await indexed.page({}, 2, second.next)).events)).toEqual([later!.position]);
  });

  it('shows nothing of a batch that is being written', async () => {
    const indexed = new Indexed();
    const [first] = indexed.append(OURS, [contactImported('a')]);
    await indexed.follow();
    const [, third] = indexed.append(OURS, [contactImported('b'), contactImported('c')]);
    const before = await indexed.model.checkpoint('f');
    await indexed.follow();
    // As on a store without transactions: the rows are there, and the checkpoint is not.
    indexed.storage.checkpoints.set('f', before!);
    const { events, next, caughtUp } = await indexed.page();
    expect([placesOf(events), caughtUp]).toEqual([[first!.position], true]);
    await indexed.follow();
    expect((await indexed.page({}, 200, next)).events.at(-1)!.position).toBe(third!.position);
  });

  it('ends before an event that holds back a stream of the workspace, and goes on with it', async () => {
    const indexed = new Indexed();
    const [first] = indexed.append(OURS, [contactImported('a')]);
    const [held] = indexed.append(OURS, [attempted('d')], 'delivery-d');
    const [behind] = indexed.append(OURS, [contactImported('b')]);
    indexed.append(THEIRS, [contactImported('a')]);
    indexed.log.unknown.add('DeliveryAttempted');
    await indexed.follow();
    const page = await indexed.page();
    expect(placesOf(page.events)).toEqual([first!.position]);
    const theirs = { workspaceId: THEIRS, filters: {}, size: 9, after: undefined };
    expect((await readEventsPage(indexed.index, indexed.log, theirs)).events).toHaveLength(1);
    indexed.log.unknown.clear();
    await indexed.follow();
    const rest = await indexed.page({}, 200, page.next);
    expect(placesOf(rest.events)).toEqual(placesOf([held!, behind!]));
  });

  it('goes on by a token of an index that reached further than the present one', async () => {
    const indexed = new Indexed();
    indexed.append(OURS, [contactImported('a'), contactImported('b')]);
    await indexed.follow();
    const { next } = await indexed.page();
    const rebuilt = new Indexed();
    rebuilt.log.events.push(...indexed.log.events.slice(0, 1));
    await rebuilt.follow();
    const early = await rebuilt.page({}, 200, next);
    expect([early.events, early.caughtUp]).toEqual([[], true]);
    rebuilt.log.events.push(...indexed.log.events.slice(1));
    const [later] = rebuilt.append(OURS, [contactImported('c')]);
    await rebuilt.follow();
    expect(placesOf((await rebuilt.page({}, 200, early.next)).events)).toEqual([later!.position]);
  });

  it('is refused by a token of a store of another kind, whose positions have two numbers', async () => {
    const indexed = new Indexed();
    const [first] = indexed.append(OURS, [contactImported('c1'), contactImported('c2')]);
    await indexed.follow();
    const foreign = [`${first!.position!}-${first!.position!}`];
    await expect(indexed.page({}, 200, foreign)).rejects.toMatchObject({ code: 'invalid_page_token' });
    expect((await indexed.page({}, 200, [first!.position!])).events).toHaveLength(1);
    expect((await indexed.page({}, 200, [''])).events).toHaveLength(2);
  });

  it('is refused where rows were dropped while it was read', async () => {
    const indexed = new Indexed();
    indexed.append(OURS, [contactImported('a')]);
    await indexed.follow();
    const reaches = async () => {
      indexed.generation = 'b';
      return indexed.model.checkpoint('f');
    };
    const options = { workspaceId: OURS, filters: {}, size: 9, after: undefined };
    await expect(readEventsPage({ ...indexed.index, reaches }, indexed.log, options)).rejects.toThrow('exchanged');
  });
});

describe('the events of a page', () => {
  const named = (id: string, name: string): DomainEvent => ({
    type: 'ContactImported',
    data: { contact_id: id, phone: null, name },
  });

  it('end after four million characters, with at least one event', async () => {
    const indexed = new Indexed();
    const events = indexed.append(
      OURS,
      Array.from({ length: 9 }, (_, n) => named(`c${n}`, 'x'.repeat(1_500_000))),
    );
    await indexed.follow();
    const { events: found, next, caughtUp } = await indexed.page();
    expect([placesOf(found), next, caughtUp]).toEqual([placesOf(events.slice(0, 3)), [events[2]!.position], false]);
    expect(await indexed.walk()).toEqual(placesOf(events));
    const huge = new Indexed();
    huge.append(OURS, [named('huge', 'x'.repeat(5_000_000)), named('b', 'Bea')]);
    await huge.follow();
    expect((await huge.page()).events).toHaveLength(1);
  });

  it('are those that are wanted', async () => {
    const indexed = new Indexed();
    const [, second] = indexed.append(OURS, [named('a', 'Ada'), named('b', 'Bea')]);
    await indexed.follow();
    const isWanted = ({ data }: RecordedEvent) => (data as { readonly contact_id: string }).contact_id === 'b';
    const options = { workspaceId: OURS, filters: {}, size: 9, after: undefined, isWanted };
    const { events, caughtUp } = await readEventsPage(indexed.index, indexed.log, options);
    expect([placesOf(events), caughtUp]).toEqual([[second!.position], true]);
  });

  it('leave out what an operator has skipped since', async () => {
    const indexed = new Indexed();
    const [first, second] = indexed.append(OURS, [named('a', 'Ada'), named('b', 'Bea')]);
    await indexed.follow();
    indexed.log.events[0] = { ...first!, type: 'EventSkipped', data: {} };
    expect(await indexed.walk()).toEqual([second!.position]);
  });
});

describe('times', () => {
  it('are both included; after the last one there is no next page', async () => {
    const indexed = new Indexed();
    const events = indexed.append(
      OURS,
      Array.from({ length: 40 }, (_, n) => contactImported(`c${n}`)),
    );
    await indexed.follow();
    const at = (n: number) => events[n]!.metadata.occurred_at;
    expect(await indexed.walk({ from: at(20), to: at(22) })).toEqual(placesOf(events.slice(20, 23)));
    expect((await indexed.page({ from: at(20), to: at(22) })).next).toBeUndefined();
    const open = await indexed.page({ to: at(35) });
    expect([open.events.length, open.caughtUp, open.next === undefined]).toEqual([36, true, false]);
    expect(await indexed.walk({ from: at(39) })).toEqual([events[39]!.position]);
    expect(await indexed.walk({ from: '2040-01-01T00:00:00.000Z' })).toEqual([]);
  });

  it('find events of another process whose clock was behind', async () => {
    const indexed = new Indexed();
    const events = indexed.append(
      OURS,
      Array.from({ length: 30 }, (_, n) => contactImported(`c${n}`)),
    );
    const [late] = indexed.append(OURS, [attempted('d')], 'delivery-d');
    indexed.date(30, events[27]!.metadata.occurred_at);
    const more = indexed.append(OURS, [contactImported('z')]);
    await indexed.follow();
    const found = await indexed.walk({ from: events[27]!.metadata.occurred_at });
    expect(found).toEqual(placesOf([...events.slice(27), late!, ...more]));
    const ended = await indexed.walk({ to: events[27]!.metadata.occurred_at });
    expect(ended).toEqual(placesOf([...events.slice(0, 28), late!]));
  });

  it('do not keep a page from looking at more rows than it may', async () => {
    const indexed = new Indexed();
    const events = indexed.append(
      OURS,
      Array.from({ length: 6_000 }, (_, n) => contactImported(`c${n}`)),
    );
    for (let at = 0; at < 6_000; at += 1) indexed.date(at, instant(BEGINS + at));
    indexed.date(5_999, instant(BEGINS + 4_000));
    await indexed.follow();
    const filters = { from: instant(BEGINS + 4_000), to: instant(BEGINS + 4_000) };
    const first = await indexed.page(filters);
    expect([first.events.length, first.caughtUp]).toEqual([1, false]);
    expect(await indexed.walk(filters)).toEqual([events[4_000]!.position, events[5_999]!.position]);
  });
});

it('a tail gets every event once and in order, whatever is held back, skipped and rebuilt', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('append' as const), of: fc.constantFrom('list', 'd1', 'd2'), poison: fc.nat(9) }),
    fc.constantFrom(...(['read', 'follow', 'release', 'rebuild'] as const)).map((kind) => ({ kind })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const indexed = new Indexed();
      const seen: string[] = [];
      let after: Cursor | undefined;
      const read = async (): Promise<void> => {
        const page = await indexed.page({}, 3, after);
        seen.push(...placesOf(page.events));
        after = page.next;
      };
      for (const each of steps) {
        if (each.kind === 'append') {
          const { of, poison } = each as { readonly of: string; readonly poison: number };
          if (poison === 0) indexed.log.unknown.add('ContactDeleted');
          const event = poison === 0 ? { type: 'ContactDeleted', data: { contact_id: 'x' } } : contactImported('c');
          if (of === 'list') indexed.append(OURS, [event]);
          else indexed.append(OURS, [poison === 0 ? event : attempted(of)], `delivery-${of}`);
        } else if (each.kind === 'read') await read();
        else if (each.kind === 'follow') await indexed.follow();
        else if (each.kind === 'release') indexed.log.unknown.clear();
        else {
          indexed.storage.collections.clear();
          indexed.storage.checkpoints.clear();
          indexed.storage.projectedRevisions.clear();
        }
      }
      indexed.log.unknown.clear();
      await indexed.follow();
      for (let more = true; more;) {
        const before = seen.length;
        await read();
        more = seen.length > before;
      }
      expect(seen).toEqual(placesOf(indexed.log.events));
    }),
    { numRuns: 200 },
  );
});

it('skips stand in the place of no event', async () => {
  const indexed = new Indexed();
  const events = indexed.append(OURS, [contactImported('a')]);
  indexed.append('', [skip('workspace-w1', 5)], 'skips');
  await indexed.follow();
  expect(await indexed.walk()).toEqual(placesOf(events));
});

it('a walk finds what its filters say, whatever the sizes of appends, pages and blocks', async () => {
  const append = fc.record({
    count: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 20, max: 70 })),
    of: fc.constantFrom('a', 'b', 'call', 'd1', 'd2'),
    late: fc.integer({ min: 0, max: 4 }),
  });
  const filter = fc.record({
    id: fc.option(fc.constantFrom('a', 'b', 'd1'), { nil: undefined }),
    type: fc.option(fc.constantFrom('ContactImported', 'ContactDeleted', 'DeliveryAttempted'), { nil: undefined }),
    from: fc.option(fc.integer({ min: 0, max: 300 }), { nil: undefined }),
    to: fc.option(fc.integer({ min: 0, max: 300 }), { nil: undefined }),
    size: fc.constantFrom(1, 7, 40, 200),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(append, { maxLength: 12 }), filter, async (appends, { id, type, from, to, size }) => {
      const indexed = new Indexed();
      for (const { count, of, late } of appends) {
        const ofDelivery = of.startsWith('d');
        const made = Array.from({ length: count }, (_, n) => {
          if (ofDelivery) return attempted(of);
          const deletes = of === 'call' && n % 2 === 0;
          return deletes ? { type: 'ContactDeleted', data: { contact_id: 'a' } } : contactImported(of);
        });
        const begin = indexed.log.events.length;
        indexed.append(OURS, made, ofDelivery ? `delivery-${of}` : undefined);
        // Only events of other streams may be dated before those that stand in front of them.
        for (let at = begin; ofDelivery && at < indexed.log.events.length; at += 1) {
          indexed.date(at, instant(BEGINS + (at - late) * 1_000));
        }
      }
      await indexed.follow();
      const subject =
        id === undefined ? undefined : { type: id === 'd1' ? ('delivery' as const) : ('contact' as const), id };
      const [first, last] = [from, to].map((seconds) =>
        seconds === undefined ? undefined : instant(BEGINS + seconds * 1_000),
      );
      const expected = indexed.log.events.filter((event) => {
        const { occurred_at } = event.metadata;
        const data = event.data as Readonly<Record<string, unknown>>;
        return (
          (type === undefined || event.type === type) &&
          (id === undefined || data['contact_id'] === id || data['delivery_id'] === id) &&
          (first === undefined || occurred_at >= first) &&
          (last === undefined || occurred_at <= last)
        );
      });
      expect(await indexed.walk({ subject, type, from: first, to: last }, size)).toEqual(placesOf(expected));
    }),
    { numRuns: 300 },
  );
});
