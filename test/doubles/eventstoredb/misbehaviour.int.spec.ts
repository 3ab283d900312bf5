import {
  DeadlineExceededError,
  END,
  EventStoreDBClient,
  NO_STREAM,
  streamNameFilter,
  StreamNotFoundError,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client';
import { EventStoreDouble } from './event-store-double.js';
import { failureOf, following, happened, numbersIn } from './testing.js';

let double: EventStoreDouble;
let client: EventStoreDBClient;

beforeEach(async () => {
  double = await EventStoreDouble.start({ liveBuffer: 50 });
  client = EventStoreDBClient.connectionString(double.url);
});

afterEach(async () => {
  double.resume();
  await double.stop();
});

const live = () =>
  following(client.subscribeToAll({ fromPosition: END, filter: streamNameFilter({ prefixes: ['s'] }) }));
const many = (count: number) => Array.from({ length: count }, (_, n) => happened(n));

describe('subscriptions', () => {
  it('are dropped on command, as the server drops those that are too slow', async () => {
    const followed = await live();
    double.dropSubscriptions();
    const failure = await followed.failure;
    expect(failure).toBeInstanceOf(TimeoutError);
    expect(failure.code).toBe(10);
  });

  it('are refused on command while open ones, reads and appends continue', async () => {
    const followed = await live();
    double.refuseSubscriptions();
    const refused = client.subscribeToAll({ fromPosition: END });
    const failure = await new Promise<Error & { readonly code?: number }>((resolve) => refused.once('error', resolve));
    expect(failure).toBeInstanceOf(UnknownError);
    await client.appendToStream('s', happened(1));
    await followed.whenDelivered(1);
    expect(await numbersIn(client, 's')).toEqual([1]);
    double.acceptSubscriptions();
    await live();
  });

  it('are dropped when one append exceeds the number of queued events, and not for fewer', async () => {
    const followed = await live();
    await client.appendToStream('s-1', many(50));
    await followed.whenDelivered(50);
    await client.appendToStream('other', many(51));
    await client.appendToStream('s-1', many(51));
    expect(await followed.failure).toBeInstanceOf(TimeoutError);
    expect(followed.delivered).toHaveLength(50);
  });
});

describe('appends', () => {
  it('with a lost answer are written, and recognised when repeated', async () => {
    const event = happened(1);
    double.loseAnswers(1);
    const failure = await failureOf(client.appendToStream('s', event, { expectedRevision: NO_STREAM }));
    expect(failure).toBeInstanceOf(UnavailableError);
    expect(await numbersIn(client, 's')).toEqual([1]);
    const again = await client.appendToStream('s', event, { expectedRevision: NO_STREAM });
    expect(again.nextExpectedRevision).toBe(0n);
    expect(await numbersIn(client, 's')).toEqual([1]);
  });

  it('that are cut off are not written', async () => {
    const event = happened(1);
    double.cutAppends(1);
    const failure = await failureOf(client.appendToStream('s', event, { expectedRevision: NO_STREAM }));
    expect(failure).toBeInstanceOf(UnavailableError);
    expect(await failureOf(numbersIn(client, 's'))).toBeInstanceOf(StreamNotFoundError);
    const again = await client.appendToStream('s', event, { expectedRevision: NO_STREAM });
    expect(again.nextExpectedRevision).toBe(0n);
    expect(await numbersIn(client, 's')).toEqual([1]);
  });

  it('that are held wait while reads continue, and are decided in order', async () => {
    await client.appendToStream('s', happened(0));
    double.hold();
    const held = [happened(1), happened(2)].map((event) => client.appendToStream('s', event, { expectedRevision: 0n }));
    const outcomes = Promise.allSettled(held);
    await double.whenHeld(2);
    expect(await numbersIn(client, 's')).toEqual([0]);
    double.release();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await numbersIn(client, 's')).toEqual([0, 1]);
  });

  it('that were held beyond their deadline are not written', async () => {
    await client.appendToStream('s', happened(0));
    double.hold();
    const failure = failureOf(client.appendToStream('s', happened(1), { deadline: -1 }));
    await double.whenHeld(1);
    double.release();
    expect(await failure).toBeInstanceOf(DeadlineExceededError);
    expect(await numbersIn(client, 's')).toEqual([0]);
  });
});

describe('the connection', () => {
  it('is refused to new clients while open ones continue', async () => {
    await client.appendToStream('s', happened(0));
    double.refuse();
    // Clients with equal settings share a connection.
    const other = EventStoreDBClient.connectionString(`${double.url}&keepAliveInterval=20000`);
    expect(await failureOf(numbersIn(other, 's'))).toBeInstanceOf(UnavailableError);
    expect(await numbersIn(client, 's')).toEqual([0]);
    await double.accept();
    expect(await numbersIn(other, 's')).toEqual([0]);
  });

  it('hangs without closing, and pending calls complete after resuming', async () => {
    await client.appendToStream('s', happened(0));
    double.hang();
    const append = client.appendToStream('s', happened(1));
    expect(await failureOf(client.deleteStream('s', { deadline: 100 }))).toBeInstanceOf(DeadlineExceededError);
    double.resume();
    expect((await append).nextExpectedRevision).toBe(1n);
  });

  it('ends with the server, which restarts with its data on the same port', async () => {
    const { position } = await client.appendToStream('s', happened(0), { expectedRevision: NO_STREAM });
    const [followed, { url }] = [await live(), double];
    double.goAway();
    expect(await followed.failure).toBeInstanceOf(UnavailableError);
    expect((await failureOf(client.appendToStream('s', happened(1), { expectedRevision: 0n }))).code).toBe(14);
    await double.comeBack();
    expect(double.url).toBe(url);
    const next = await client.appendToStream('s', happened(1), { expectedRevision: 0n });
    expect(next.position!.commit).toBeGreaterThan(position!.commit);
    expect(await numbersIn(client, 's')).toEqual([0, 1]);
  });

  it('of a subscription stays open for a while when the server shuts down, but appends fail', async () => {
    await client.appendToStream('s', happened(0));
    const followed = await live();
    const down = double.shutDown(100);
    expect((await failureOf(client.appendToStream('s', happened(1)))).code).toBe(14);
    const failure = await followed.failure;
    expect(failure).toBeInstanceOf(UnknownError);
    expect(failure.code).toBe(13);
    await down;
  });
});
