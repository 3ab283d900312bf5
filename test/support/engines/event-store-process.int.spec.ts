import { EventStoreDBClient } from '@eventstore/db-client';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { failureOf, happened, numbersIn } from '../../doubles/eventstoredb/testing.js';
import { until } from '../until.js';
import { EventStoreProcess } from './event-store-process.js';

const executable = fileURLToPath(new URL('../../../../test/doubles/eventstoredb/eventstored', import.meta.url));

describe('the server that TEST_EVENTSTORE_BIN names', () => {
  const stores: EventStoreProcess[] = [];
  const start = async (options: Parameters<typeof EventStoreProcess.start>[0] = {}): Promise<EventStoreProcess> => {
    const store = await EventStoreProcess.start({ executable, ...options });
    stores.push(store);
    return store;
  };
  const clientOf = ({ url }: EventStoreProcess) => EventStoreDBClient.connectionString(url);
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.stop();
  });

  it('runs several times at once, each with a log of its own, and leaves nothing behind', async () => {
    process.env['EVENTSTORE_URL'] = 'esdb://localhost:2113';
    const [one, other] = await Promise.all([start({ inMemory: true }), start()]).finally(
      () => delete process.env['EVENTSTORE_URL'],
    );
    await clientOf(one).appendToStream('s', happened(1));
    await clientOf(other).appendToStream('s', happened(2));
    expect([await numbersIn(clientOf(one), 's'), await numbersIn(clientOf(other), 's')]).toEqual([[1], [2]]);
    const { directory } = other;
    expect(existsSync(directory)).toBe(true);
    await other.stop();
    expect(existsSync(directory)).toBe(false);
    await expect(numbersIn(clientOf(other), 's')).rejects.toThrow('ECONNREFUSED');
  });

  it.each<[string, (store: EventStoreProcess) => Promise<void>]>([
    ['killed', (store) => store.goAway()],
    ['asked to end', (store) => store.shutDown()],
  ])('has its data and its place when it was %s and is started again', async (_how, end) => {
    const store = await start();
    const { url } = store;
    await clientOf(store).appendToStream('s', [happened(1), happened(2)]);
    await end(store);
    expect((await failureOf(numbersIn(clientOf(store), 's'))).code).toBe(14);
    await store.comeBack();
    expect([store.url, await numbersIn(clientOf(store), 's')]).toEqual([url, [1, 2]]);
  });

  it('answers nothing while it is paused, and can still be ended', async () => {
    const store = await start();
    store.hang();
    const answers: unknown[] = [];
    const asked = numbersIn(clientOf(store), 's').catch((error: Error) => answers.push(error.constructor.name));
    const live = await fetch(store.url.replace(/esdb:(.*)\?.*/, 'http:$1/health/live'), {
      signal: AbortSignal.timeout(200),
    }).catch((error: Error) => error.name);
    expect([live, answers]).toEqual(['TimeoutError', []]);
    store.resume();
    await asked;
    expect(answers).toEqual(['StreamNotFoundError']);
    store.hang();
    const { directory } = store;
    await store.stop();
    expect(existsSync(directory)).toBe(false);
  });

  it('fails at once, with its last output, if the process ends before it is live', async () => {
    const refuses = fileURLToPath(new URL('../../../../scripts/audit.mjs', import.meta.url));
    await expect(start({ executable: `${refuses}.none` })).rejects.toThrow('ENOENT');
    await expect(start({ executable: process.execPath })).rejects.toThrow(/ended with 9\n.*bad option: --insecure/s);
  });

  it('is killed when the process that started it ends, for any reason', async () => {
    const script = fileURLToPath(new URL('../../../../scripts/event-store.mjs', import.meta.url));
    const owner = spawn(process.execPath, [script], {
      env: { ...process.env, TEST_EVENTSTORE_BIN: executable },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = (await once(createInterface(owner.stdout), 'line')) as [string];
    const isThere = () =>
      fetch(url.replace(/esdb:(.*)\?.*/, 'http:$1/health/live')).then(
        () => true,
        () => false,
      );
    expect(await isThere()).toBe(true);
    owner.kill('SIGKILL');
    await until('the server is gone', async () => !(await isThere()));
  });
});
