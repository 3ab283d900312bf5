import {
  AccessDeniedError,
  EventStoreDBClient,
  MaxAppendSizeExceededError,
  NO_STREAM,
  START,
  STREAM_EXISTS,
  StreamDeletedError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { EventStoreDouble } from './event-store-double.js';
import { failureOf, following, happened, numbersIn } from './testing.js';

// Behaviour that was observed on a real server and that its contract suite does not check.

let double: EventStoreDouble;
let client: EventStoreDBClient;

const open = async (options = {}) => {
  double = await EventStoreDouble.start(options);
  client = EventStoreDBClient.connectionString(double.url);
};

afterEach(() => double.stop());

async function commits(options: Parameters<EventStoreDBClient['readAll']>[0]): Promise<readonly bigint[]> {
  const found: bigint[] = [];
  for await (const { event } of client.readAll(options)) found.push(event!.position.commit);
  return found;
}

it('refuses to read or follow from a position within a record, but not from one beyond the end', async () => {
  await open();
  const { position } = await client.appendToStream('s', happened(0));
  const at = (commit: bigint) => ({ fromPosition: { commit, prepare: commit } });
  const between = at(position!.commit - 1n);
  expect(await failureOf(commits(between))).toBeInstanceOf(UnknownError);
  const refused = await new Promise((resolve) => client.subscribeToAll(between).on('error', resolve));
  expect(refused).toBeInstanceOf(UnknownError);

  const beyond = at(position!.commit + 100_000n);
  expect(await commits(beyond)).toEqual([]);
  const followed = await following(client.subscribeToAll(beyond));
  await client.appendToStream('s', happened(1));
  await followed.whenDelivered(1);
});

it('writes system events before any client writes', async () => {
  await open();
  const found: string[] = [];
  for await (const { event } of client.readAll({ fromPosition: START })) found.push(event!.type);
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((type) => !type.startsWith('$'))).toEqual([]);
});

it('recognises event ids of a deleted stream, and refuses appends that require a stream', async () => {
  await open();
  const event = happened(0);
  await client.appendToStream('s', event, { expectedRevision: NO_STREAM });
  await client.deleteStream('s');
  const again = await client.appendToStream('s', event, { expectedRevision: NO_STREAM });
  expect(again).toEqual({ success: true, nextExpectedRevision: 0n, position: undefined });
  const refused = await failureOf(client.appendToStream('s', happened(1), { expectedRevision: STREAM_EXISTS }));
  expect(refused).toBeInstanceOf(StreamDeletedError);
  const missing = await failureOf(client.deleteStream('missing'));
  expect(missing).toMatchObject({ code: 9, expectedVersion: -2n, actualVersion: -1n });
});

it('forgets at a restart the ids of appends with the expected revision "any", and only those', async () => {
  await open();
  const [any, exact] = [happened(0), happened(1)];
  await client.appendToStream('any', any);
  await client.appendToStream('exact', exact, { expectedRevision: NO_STREAM });
  await client.appendToStream('any', any);
  expect(await numbersIn(client, 'any')).toEqual([0]);
  double.goAway();
  await failureOf(numbersIn(client, 'any'));
  await double.comeBack();
  await client.appendToStream('any', any);
  await client.appendToStream('exact', exact, { expectedRevision: NO_STREAM });
  expect(await numbersIn(client, 'any')).toEqual([0, 0]);
  expect(await numbersIn(client, 'exact')).toEqual([1]);
});

it('accepts appends in a call each, as the client sends them with their own credentials', async () => {
  await open();
  const credentials = { username: 'ops', password: 'secret' };
  const options = { expectedRevision: NO_STREAM, credentials } as const;
  const event = happened(0);
  const first = await client.appendToStream('s', event, options);
  expect(await client.appendToStream('s', event, options)).toEqual(first);
  const wrong = await failureOf(client.appendToStream('s', happened(1), options));
  expect(wrong).toMatchObject({ expectedVersion: 'no_stream', actualVersion: 0n });
  expect(wrong).toBeInstanceOf(WrongExpectedVersionError);
  const large = { ...happened(2), data: { n: 2, text: 'x'.repeat(1_048_576) } };
  expect(await failureOf(client.appendToStream('s', large, { credentials }))).toBeInstanceOf(
    MaxAppendSizeExceededError,
  );
  await client.tombstoneStream('s');
  expect(await failureOf(client.appendToStream('s', event, { credentials }))).toBeInstanceOf(StreamDeletedError);
});

it('refuses clients without valid credentials', async () => {
  await open({ rejectsCredentials: true });
  expect(await failureOf(numbersIn(client, 's'))).toBeInstanceOf(AccessDeniedError);
  expect(await failureOf(client.appendToStream('s', happened(0)))).toBeInstanceOf(AccessDeniedError);
  expect(await failureOf(client.deleteStream('s'))).toBeInstanceOf(AccessDeniedError);
});

it('is found by discovery', async () => {
  await open();
  client = EventStoreDBClient.connectionString(double.url.replace('esdb:', 'esdb+discover:'));
  await client.appendToStream('s', happened(0));
  expect(await numbersIn(client, 's')).toEqual([0]);
});
