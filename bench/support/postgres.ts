import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MissingTool } from './measure.js';
import { freePort } from './service.js';

const DEBIAN_BIN = '/usr/lib/postgresql/15/bin';
const DATABASE = 'postgres';
const OWNER = 'peer';
const READY_MS = 60_000;
/** Clock ticks of /proc a second: a constant of Linux on all platforms that Node runs on. */
const TICKS = 100;

const execute = promisify(execFile);

/** A cluster of PostgreSQL in its default configuration, but for its port, in a directory of its own. */
export interface Postgres {
  readonly url: string;
  /** As `postgres --version` prints it. */
  readonly version: string;
  /** Processor time of all its processes so far, in milliseconds. */
  processorMs(): number;
  /** The rows of a statement as psql prints them: columns separated by `|`. */
  query(sql: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * The folder of PostgreSQL's programs.
 * @throws MissingTool
 */
export function postgresBin(): string {
  const bin = process.env['PEER_POSTGRES_BIN'] ?? DEBIAN_BIN;
  for (const program of ['initdb', 'postgres', 'psql']) {
    if (!existsSync(join(bin, program))) {
      throw new MissingTool(
        `P1 to P6 need ${program} of PostgreSQL 15 in ${bin}: install it (Debian: apt-get install postgresql-15) ` +
          'or set PEER_POSTGRES_BIN to the folder of its programs.',
      );
    }
  }
  return bin;
}

/** Makes a cluster in a new folder of `parent` and starts it. */
export async function startPostgres(parent: string): Promise<Postgres> {
  const bin = postgresBin();
  const directory = join(parent, 'postgres');
  const user = unprivileged();
  mkdirSync(directory, { mode: 0o700 });
  if (user) {
    chownSync(directory, user.uid, user.gid);
    // The scratch directory is its creator's alone; PostgreSQL has to pass through it.
    chmodSync(parent, 0o711);
    assertReachable(directory, user);
  }
  const options = ['--auth=trust', `--username=${OWNER}`, '--encoding=UTF8', '--locale=C.UTF-8', '--no-instructions'];
  await execute(join(bin, 'initdb'), ['--pgdata', directory, ...options], { ...user, cwd: directory });

  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const child = spawn(join(bin, 'postgres'), ['-D', directory, ...settings.flatMap((setting) => ['-c', setting])], {
    ...user,
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed = (printed + text).slice(-4_000)));
  // SIGQUIT ends its other processes too, SIGINT closes connections and writes a checkpoint before.
  const abandon = (): void => void child.kill('SIGQUIT');
  process.once('exit', abandon);
  const exit = once(child, 'exit').then(() => void process.off('exit', abandon));

  const query = async (sql: string): Promise<string> => {
    const target = ['--host=127.0.0.1', `--port=${port}`, `--username=${OWNER}`, DATABASE];
    const { stdout } = await execute(join(bin, 'psql'), ['-XqAt', '-v', 'ON_ERROR_STOP=1', '-c', sql, ...target]);
    return stdout.trim();
  };
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await exit;
  };
  await accepting(
    query,
    () => child.exitCode !== null,
    () => printed,
  ).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    url: `postgres://${OWNER}@127.0.0.1:${port}/${DATABASE}`,
    version: execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim(),
    processorMs: () => processorMsOf(child.pid!),
    query,
    stop,
  };
}

/** PostgreSQL refuses to run as root: it then runs as its own user, or nobody. Undefined: as who runs the benchmark. */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const entry = ['postgres', 'nobody'].map((name) => users.find((line) => line.startsWith(`${name}:`))).find(Boolean);
  if (entry === undefined) throw new MissingTool('PostgreSQL needs a user that is not root: postgres or nobody.');
  const [, , uid, gid] = entry.split(':').map(Number) as [number, number, number, number];
  return { uid, gid };
}

/** @throws Error a folder above it is closed to the user that PostgreSQL runs as */
function assertReachable(directory: string, user: { readonly uid: number; readonly gid: number }): void {
  try {
    execFileSync('true', { ...user, cwd: directory });
  } catch {
    throw new Error(`PostgreSQL runs as uid ${user.uid}, which cannot reach ${directory}: choose another --directory`);
  }
}

async function accepting(
  query: (sql: string) => Promise<string>,
  hasEnded: () => boolean,
  printed: () => string,
): Promise<void> {
  const until = performance.now() + READY_MS;
  while (!hasEnded() && performance.now() < until) {
    if (await query('SELECT 1').then(Boolean, () => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`PostgreSQL does not accept connections:\n${printed()}`);
}

/** Of the postmaster, its children, and those of them that have ended, which the kernel adds to the postmaster's. */
function processorMsOf(postmaster: number): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = statOf(pid);
    if (stat === undefined) continue;
    const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => Number(stat[at])) as [
      number,
      number,
      number,
      number,
      number,
    ];
    if (Number(pid) === postmaster) ticks += user + system + endedUser + endedSystem;
    else if (parent === postmaster) ticks += user + system;
  }
  return (ticks * 1_000) / TICKS;
}

/** The fields of /proc/<pid>/stat behind the name of the program. Undefined: the process has ended meanwhile. */
function statOf(pid: string): readonly string[] | undefined {
  try {
    const text = readFileSync(join('/proc', pid, 'stat'), 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
