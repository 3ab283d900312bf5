import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { completeWithin } from '../child-process.js';
import { until } from '../until.js';
import { freePorts } from './free-ports.js';
import { GuardedServer } from './guarded-server.js';
import { namedEventStore } from './named.js';

const DOUBLE = fileURLToPath(new URL('../../doubles/eventstoredb/main.js', import.meta.url));
const LIVE_MS = 60_000;
/**
 * The server reads these variables as options and does not start with one that it does not know: EVENTSTORE_URL, a
 * setting of the service, is one.
 */
const OPTION = /^(?:EVENTSTORE|KURRENTDB)_/i;

export interface EventStoreProcessOptions {
  /** Default: the executable in TEST_EVENTSTORE_BIN; undefined: the double. */
  readonly executable?: string | undefined;
  /** Keeps its data in memory only; a restart loses it. */
  readonly inMemory?: boolean;
  /** Parent of its data directory. Default: the directory for temporary files. */
  readonly parent?: string;
}

/**
 * An event store in a process of its own, which can be killed and paused: the real server, or the double with the same
 * command line.
 */
export class EventStoreProcess {
  private constructor(
    private readonly server: GuardedServer,
    private readonly port: number,
    private readonly command: readonly string[],
  ) {}

  /** @throws Error with its last output when it ends before it is live. */
  static async start(options: EventStoreProcessOptions = {}): Promise<EventStoreProcess> {
    const executable = 'executable' in options ? options.executable : namedEventStore();
    const server = new GuardedServer(options.parent);
    const [port, replication] = (await freePorts(2)) as [number, number];
    const data = options.inMemory === true ? ['--mem-db'] : ['--db', join(server.directory, 'db')];
    const store = new EventStoreProcess(server, port, [
      ...(executable === undefined ? [process.execPath, DOUBLE] : [executable]),
      ...['--insecure', '--run-projections', 'None', ...data, '--log', join(server.directory, 'log')],
      // Every port that a single node may open. These names exist since 23.10, which deprecated the earlier ones.
      ...['--node-port', String(port), '--replication-port', String(replication)],
    ]);
    try {
      await store.comeBack();
    } catch (error) {
      await server.remove();
      throw error;
    }
    return store;
  }

  get url(): string {
    return `esdb://127.0.0.1:${this.port}?tls=false`;
  }

  /** Its data directory. */
  get directory(): string {
    return this.server.directory;
  }

  async comeBack(): Promise<void> {
    const { NODE_OPTIONS: _jest, ...inherited } = process.env;
    const env = Object.fromEntries(Object.entries(inherited).filter(([name]) => !OPTION.test(name)));
    const [file, ...args] = this.command as [string, ...string[]];
    await this.server.start({ file, args, env });
    let ended: string | undefined;
    void this.server.ended.then((how) => (ended = how));
    const isLive = (): Promise<boolean> => {
      if (ended !== undefined) throw new Error(`the event store ${ended}\n${this.server.said}`);
      return this.isLive();
    };
    await until('the event store is live', isLive, LIVE_MS);
  }

  async goAway(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Sends SIGTERM. */
  async shutDown(): Promise<void> {
    await this.end('SIGTERM');
  }

  hang(): void {
    this.server.signal('SIGSTOP');
  }

  resume(): void {
    this.server.signal('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.server.remove();
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { ended } = this.server;
    this.server.signal(signal);
    await completeWithin(
      LIVE_MS,
      ended,
      () => `the event store did not end within ${LIVE_MS} ms of ${signal}\n${this.server.said}`,
    );
  }

  private async isLive(): Promise<boolean> {
    const { port } = this;
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok === true;
  }
}
