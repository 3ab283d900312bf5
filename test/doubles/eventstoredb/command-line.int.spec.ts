import { EventStoreDBClient } from '@eventstore/db-client';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../../support/engines/free-ports.js';
import { until } from '../../support/until.js';
import { happened, numbersIn } from './testing.js';

/** An executable for TEST_EVENTSTORE_BIN. It is in the source tree; this module runs from dist. */
const EXECUTABLE = fileURLToPath(new URL('../../../../test/doubles/eventstoredb/eventstored', import.meta.url));
const NEEDED = ['--insecure', '--run-projections', 'None'];

let child: ChildProcess | undefined;
afterEach(async () => {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
});

function start(options: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  child = spawn(EXECUTABLE, options, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return child;
}

/** The exit code and the output. */
async function refusal(options: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const server = start(options, env);
  let said = '';
  server.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(server, 'close')) as [number];
  return { code, said };
}

/** The port, as soon as the process is live. */
async function live(...options: readonly string[]): Promise<number> {
  const [port, replication] = await freePorts(2);
  start([...NEEDED, '--node-port', String(port), '--replication-port', String(replication), ...options]);
  const isLive = () =>
    fetch(`http://127.0.0.1:${port}/health/live`).then(
      ({ status }) => status === 204,
      () => false,
    );
  await until('it is live', isLive);
  return port!;
}

describe('the double of EventStoreDB with the command line of the real server', () => {
  it('serves clients and GET /health/live on one port', async () => {
    const port = await live('--mem-db');
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false`);
    await client.appendToStream('s', [happened(1), happened(2)]);
    expect(await numbersIn(client, 's')).toEqual([1, 2]);
    const answers = ['/health/live', '/stats'].map(
      async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status,
    );
    expect(await Promise.all(answers)).toEqual([204, 404]);
    const discovered = EventStoreDBClient.connectionString(`esdb+discover://127.0.0.1:${port}?tls=false`);
    expect(await numbersIn(discovered, 's')).toEqual([1, 2]);
  });

  it('keeps its data in the directory of --db after SIGKILL', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'eventstoredb-double-'));
    const read = async () => {
      const port = await live('--db', join(directory, 'db'), '--log', join(directory, 'log'));
      const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false`);
      await client.appendToStream('s', happened(1));
      const ended = once(child!, 'exit');
      const numbers = await numbersIn(client, 's');
      child!.kill('SIGKILL');
      await ended;
      return numbers;
    };
    expect([await read(), await read()]).toEqual([[1], [1, 1]]);
    await rm(directory, { recursive: true });
  });

  it.each([
    ['a variable for an option', ['--mem-db'], { EVENTSTORE_URL: 'esdb://localhost:2113' }, 'EVENTSTORE_URL'],
    ['a variable of KurrentDB', ['--mem-db'], { KURRENTDB_MEM_DB: 'true' }, 'KURRENTDB_MEM_DB'],
    ['an option that no server has', ['--mem-db', '--colour'], {}, '--colour'],
  ])('takes %s, does not know it, and does not start', async (_what, options, env, named) => {
    const { code, said } = await refusal([...NEEDED, ...options], env);
    expect([code, said]).toEqual([1, expect.stringContaining(named)]);
    expect(said).toContain('not a known option');
  });

  it.each([
    ['without certificates nor --insecure', ['--mem-db'], '--insecure'],
    ['without a directory for its data', ['--insecure'], '--db'],
  ])('does not start %s', async (_how, options, named) => {
    expect(await refusal(options)).toEqual({ code: 1, said: expect.stringContaining(named) });
  });
});
