import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMongoServer } from '../../test/doubles/mongodb/server.js';

const DOUBLE = fileURLToPath(new URL('../../test/doubles/eventstoredb/main.js', import.meta.url));

/** What every figure of the distributed pair says of itself: there is no real server where the benchmarks run. */
export const STAND_INS =
  'STAND-INS, not the real servers: a double of EventStoreDB in one Node process (a file that is never flushed) and mongo-java-server in memory; ' +
  'the figures say what the service costs around them and nothing of what EventStoreDB or MongoDB reach';

/** An event store in a process of its own. */
export interface EventStoreProcess {
  /** Connection string. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Both stores, each in a process of its own. */
export interface StandIns {
  /** What the service is told. */
  readonly env: Readonly<Record<string, string>>;
  readonly eventStore: EventStoreProcess;
  stop(): Promise<void>;
}

/** The double of EventStoreDB, empty, with its file in the directory. */
export async function startEventStore(directory: string, name: string): Promise<EventStoreProcess> {
  const child = spawn(process.execPath, [DOUBLE, '--file', join(directory, name)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const abandon = (): void => void child.kill('SIGKILL');
  process.once('exit', abandon);
  const exit = once(child, 'exit').then(() => void process.off('exit', abandon));
  const said = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const failed = exit.then((): never => {
    throw new Error(`the double of EventStoreDB ended with ${child.exitCode ?? child.signalCode}`);
  });
  const [url] = await Promise.race([said, failed]);
  failed.catch(() => undefined);
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** An empty distributed pair. */
export async function startStandIns(directory: string): Promise<StandIns> {
  const mongo = await startMongoServer();
  const eventStore = await startEventStore(directory, 'events.log');
  return {
    env: {
      EVENTSTORE_URL: eventStore.url,
      READMODEL_URL: `${mongo.url}/bench`,
      SECRETS_KEY: randomBytes(32).toString('base64'),
    },
    eventStore,
    stop: async () => {
      await eventStore.stop();
      await mongo.stop();
    },
  };
}
