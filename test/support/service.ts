import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { keep, listening, completeWithin } from './child-process.js';
import { Client } from './client.js';
import { Contract } from './contract.js';
import { Http } from './http.js';
import type { Log } from './log.js';
import { createDeployment } from './deployments/create-deployment.js';
import type { Deployment } from './deployments/deployment.js';

const MAIN = fileURLToPath(new URL('../../apps/service/main.js', import.meta.url));
const STOP_MS = 10_000;
/** Generous: a busy machine must not fail a test. */
export const READY_MS = 60_000;

/** The token of the admin routes of every service the tests start. */
export const ADMIN_TOKEN = 'the-admin-token-of-the-end-to-end-tests-0123456789';

export interface ServiceOptions {
  /** Added to the environment that the tests set; overrides it. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * The stores of the service; the caller removes them. Default: new ones on the pair under test, removed by `stop`.
   */
  readonly deployment?: Deployment;
  /** Another entry point: a program of the tests that starts the service with, for example, a store that fails. */
  readonly main?: string;
  /** Returns as soon as the service listens, without waiting until it is ready. */
  readonly unready?: true;
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The built service in a process of its own. */
export class Service {
  private opened: Promise<Log> | undefined;
  /** Its event log, read directly from the store. */
  readonly log: Omit<Log, 'close'> = {
    head: async () => (await this.openLog()).head(),
    after: async (position) => (await this.openLog()).after(position),
  };

  /** @internal Use {@link startService}. */
  constructor(
    private readonly child: ChildProcess,
    /** Resolves when the process has ended, for any reason. */
    readonly exit: Promise<Exit>,
    readonly port: number,
    readonly deployment: Deployment,
    private readonly keepsDeployment: boolean,
    private readonly http: Http,
    private readonly lines: readonly string[],
    private readonly errors: readonly string[],
    readonly contract: Contract,
  ) {}

  /** A client with this bearer token, or without a token. */
  client(token?: string): Client {
    return new Client(this.http, this.contract, token);
  }

  /** The process id, for signals that the methods below do not send. */
  get pid(): number {
    return this.child.pid!;
  }

  /** A client with the admin token. */
  get admin(): Client {
    return this.client(ADMIN_TOKEN);
  }

  /** What it wrote to stdout so far. */
  get stdout(): string {
    return this.lines.join('\n');
  }

  /** What it wrote to stderr so far. */
  get stderr(): string {
    return this.errors.join('\n');
  }

  /** Sends SIGTERM, with kept-alive connections open, and expects exit code 0 within 10 s. */
  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    const { code, signal } = await completeWithin(STOP_MS, this.exit, () => {
      this.child.kill('SIGKILL');
      return `the service did not end within ${STOP_MS} ms of SIGTERM\n${this.tail()}`;
    });
    await this.letGo();
    if (code !== 0) throw new Error(`the service ended with ${code ?? signal}\n${this.tail()}`);
    if (!this.keepsDeployment) await this.deployment.remove();
  }

  /** Sends SIGKILL, as a power cut would end it. The data stays. */
  async kill(): Promise<void> {
    this.http.close();
    this.child.kill('SIGKILL');
    await this.exit;
    await this.letGo();
  }

  private openLog(): Promise<Log> {
    return (this.opened ??= this.deployment.openLog());
  }

  private async letGo(): Promise<void> {
    this.http.close();
    const log = await this.opened;
    this.opened = undefined;
    await log?.close();
  }

  private tail(): string {
    return [...this.lines.slice(-5), ...this.errors.slice(-20)].join('\n');
  }
}

/** The environment of every service of the tests. Limits are high, but set, so that their headers are sent. */
function environment(deployment: Deployment, added: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _jest, ...inherited } = process.env;
  return {
    ...inherited,
    HOST: '127.0.0.1',
    PORT: '0',
    API_BASE_PATH: '',
    ADMIN_TOKEN,
    RATE_LIMIT_READ: '10000000/1',
    RATE_LIMIT_WRITE: '10000000/1',
    AUTH_FAILURES: '10000000/1',
    LOG_LEVEL: 'info',
    // As in production: no demo workspace, whose events the tests would find in the log.
    NODE_ENV: 'production',
    ...deployment.env,
    ...added,
  };
}

/**
 * Starts the service and waits until it is ready, unless `unready` is set.
 * @throws Error with its last output if it ends instead or is not ready in time.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { env = {}, main = MAIN, deployment: given, unready } = options;
  const deployment = given ?? (await createDeployment());
  const child = spawn(process.execPath, [main], {
    env: environment(deployment, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const abandon = (): void => void child.kill('SIGKILL');
  process.once('exit', abandon);
  const exit = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('exit', abandon);
      resolve({ code, signal });
    });
  });
  const lines: string[] = [];
  const errors: string[] = [];
  createInterface(child.stderr).on('line', (line) => keep(errors, line));
  try {
    const port = await completeWithin(
      READY_MS,
      Promise.race([listening(child, lines), exit.then((how) => ended(how, lines, errors))]),
      () => `the service was not listening within ${READY_MS} ms\n${errors.join('\n')}`,
    );
    const http = new Http(port);
    const basePath = env['API_BASE_PATH'] ?? '';
    if (!unready) await ready(http, `${basePath}/health/ready`);
    const contract = await Contract.of(http, basePath);
    return new Service(child, exit, port, deployment, given !== undefined, http, lines, errors, contract);
  } catch (error) {
    // Without an object to stop it, the process would outlive the test and keep the run open.
    abandon();
    await exit;
    if (given === undefined) await deployment.remove();
    throw error;
  }
}

function ended({ code, signal }: Exit, lines: readonly string[], errors: readonly string[]): never {
  throw new Error(`the service ended with ${code ?? signal}\n${[...lines, ...errors].slice(-30).join('\n')}`);
}

/** Polls /health/ready, each time as soon as it has answered, until it answers 200. */
async function ready(http: Http, path: string): Promise<void> {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const { status, bytes } = await http.send({ method: 'GET', path });
    if (status === 200) return;
    if (performance.now() > deadline) throw new Error(`not ready within ${READY_MS} ms: ${status} ${bytes.toString()}`);
  }
}
