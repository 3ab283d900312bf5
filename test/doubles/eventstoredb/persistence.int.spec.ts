import { EventStoreDBClient, NO_STREAM, START } from '@eventstore/db-client';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EventStoreProcess } from '../../support/engines/event-store-process.js';
import { failureOf, happened, numbersIn } from './testing.js';

let double: EventStoreProcess;
beforeEach(async () => {
  double = await EventStoreProcess.start({ executable: undefined });
});
afterEach(() => double.stop());

it('keeps acknowledged events over SIGKILL, at the same positions, and drops partly written ones', async () => {
  const client = EventStoreDBClient.connectionString(double.url);
  const first = [happened(0), happened(1)];
  const written = await client.appendToStream('s', first, { expectedRevision: NO_STREAM });
  await client.appendToStream('gone', happened(9));
  await client.deleteStream('gone');
  const appends = Array.from({ length: 50 }, (_, n) => client.appendToStream('s', happened(2 + n)));
  // Killed in the middle: appends that were not answered may be written or not.
  const answered = await appends[9]!.then(() => Promise.all([double.goAway(), Promise.allSettled(appends)]));
  const acknowledged = answered[1].filter(({ status }) => status === 'fulfilled').length;

  await appendFile(join(double.directory, 'db', 'log'), Buffer.from([200, 0, 0, 0, 1, 2, 3]));
  await double.comeBack();
  const numbers = await numbersIn(client, 's');
  expect(numbers.slice(0, 2 + acknowledged)).toEqual(Array.from({ length: 2 + acknowledged }, (_, n) => n));
  expect(acknowledged).toBeGreaterThanOrEqual(10);
  expect(await client.appendToStream('s', first, { expectedRevision: NO_STREAM })).toEqual(written);
  expect((await failureOf(numbersIn(client, 'gone'))).constructor.name).toBe('StreamNotFoundError');

  const next = await client.appendToStream('s', happened(numbers.length));
  expect(next.nextExpectedRevision).toBe(BigInt(numbers.length));
  await double.goAway();
  await double.comeBack();
  const positions: bigint[] = [];
  for await (const { event } of client.readAll({ fromPosition: START })) positions.push(event!.position.commit);
  expect(positions.at(-1)).toBe(next.position!.commit);
  expect(positions).toEqual([...new Set(positions)].sort((a, b) => (a < b ? -1 : 1)));
});
