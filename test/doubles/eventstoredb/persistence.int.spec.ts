import { EventStoreDBClient, NO_STREAM, START } from '@eventstore/db-client';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { failureOf, happened, numbersIn } from './testing.js';

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));

let directory: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'eventstoredb-double-'));
});

afterEach(async () => {
  await kill();
  await rm(directory, { recursive: true });
});

async function start(port = '0'): Promise<string> {
  const file = join(directory, 'log');
  child = spawn(process.execPath, [MAIN, '--port', port, '--file', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(createInterface(child.stdout!), 'line')) as [string];
  return url;
}

async function kill(): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

it('keeps what it acknowledged over SIGKILL, at the same positions, and what was written only in part is not there', async () => {
  const url = await start();
  const client = EventStoreDBClient.connectionString(url);
  const first = [happened(0), happened(1)];
  const written = await client.appendToStream('s', first, { expectedRevision: NO_STREAM });
  await client.appendToStream('gone', happened(9));
  await client.deleteStream('gone');
  const appends = Array.from({ length: 50 }, (_, n) => client.appendToStream('s', happened(2 + n)));
  // Killed in the middle: those that were not answered by then may be there or not.
  const answered = await appends[9]!.then(() => Promise.all([kill(), Promise.allSettled(appends)]));
  const acknowledged = answered[1].filter(({ status }) => status === 'fulfilled').length;

  await appendFile(join(directory, 'log'), Buffer.from([200, 0, 0, 0, 1, 2, 3]));
  const { port } = new URL(url.replace('esdb:', 'http:'));
  await start(port);
  const numbers = await numbersIn(client, 's');
  expect(numbers.slice(0, 2 + acknowledged)).toEqual(Array.from({ length: 2 + acknowledged }, (_, n) => n));
  expect(acknowledged).toBeGreaterThanOrEqual(10);
  expect(await client.appendToStream('s', first, { expectedRevision: NO_STREAM })).toEqual(written);
  expect((await failureOf(numbersIn(client, 'gone'))).constructor.name).toBe('StreamNotFoundError');

  const next = await client.appendToStream('s', happened(numbers.length));
  expect(next.nextExpectedRevision).toBe(BigInt(numbers.length));
  await kill();
  await start(port);
  const positions: bigint[] = [];
  for await (const { event } of client.readAll({ fromPosition: START })) positions.push(event!.position.commit);
  expect(positions.at(-1)).toBe(next.position!.commit);
  expect(positions).toEqual([...new Set(positions)].sort((a, b) => (a < b ? -1 : 1)));
});
