import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { installMongoServer, mongoServerProblem } from './install.js';

/** Small heap: one double serves a whole run of tests. */
const JVM = ['-Xms16m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xss512k', '-XX:-UsePerfData'];
const START_MS = 60_000;
const STOP_MS = 10_000;

export interface MongoServerHandle {
  /** The URL of the server, with any database; `withDatabase` sets the one of a test. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface MongoServerProcess extends MongoServerHandle {
  readonly port: number;
  readonly pid: number;
  /** Sends SIGTERM; a server with a file writes everything first. Repeated calls wait for the same end. */
  stop(): Promise<void>;
}

export interface MongoServerOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** The file that keeps its data over a restart. Default: in memory. */
  readonly file?: string;
}

/**
 * Starts a new server; it ends with this process at the latest.
 * @throws Error with a sentence if it cannot be installed here, or its port is in use.
 */
export async function startMongoServer({ port = 0, file }: MongoServerOptions = {}): Promise<MongoServerProcess> {
  const classPath = await installMongoServer();
  const args = [...JVM, '-cp', classPath, 'Server', String(port), ...(file === undefined ? [] : [file])];
  // The server ends when its stdin closes, which happens when this process ends for any reason.
  const child = spawn('java', args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const said: string[] = [];
  createInterface(child.stderr).on('line', (line) => said.push(line));
  let timer: NodeJS.Timeout | undefined;
  const listening = await new Promise<number>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`MongoDB's double did not start: ${why}\n${said.join('\n')}`));
    timer = setTimeout(() => fail(`nothing heard within ${START_MS / 1_000} s`), START_MS);
    createInterface(child.stdout).on('line', (line) => {
      const found = /^listening on port (\d+)$/.exec(line);
      if (found) resolve(Number(found[1]));
    });
    child.on('error', (error) => fail(error.message));
    child.on('close', (code) => fail(`it ended with ${code}`));
  }).finally(() => clearTimeout(timer));
  const stop = async () => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(late);
  };
  return { url: `mongodb://127.0.0.1:${listening}`, port: listening, pid: child.pid!, stop };
}

/**
 * The server that TEST_MONGODB_URL names (scripts/test.mjs starts a double for a whole run if none is named), or else a
 * new double.
 */
export async function mongoServer(): Promise<MongoServerHandle> {
  const url = process.env['TEST_MONGODB_URL'];
  return url ? { url, stop: async () => undefined } : startMongoServer();
}

/**
 * A `describe` for tests that need MongoDB. Where its double cannot run they are skipped and give the reason, unless
 * REQUIRE_STORES=1 requires them.
 */
export function describeWithMongoServer(name: string, tests: () => void): void {
  const problem = process.env['TEST_MONGODB_URL'] ? undefined : mongoServerProblem();
  if (problem === undefined || process.env['REQUIRE_STORES'] === '1') describe(name, tests);
  else describe.skip(`${name} (${problem})`, tests);
}
