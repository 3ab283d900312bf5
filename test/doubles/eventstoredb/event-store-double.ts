import { AppendService } from './append-service.js';
import { DeleteService } from './delete-service.js';
import { Faults } from './faults.js';
import { FeaturesService } from './features-service.js';
import { Front } from './front.js';
import { callError, code, type GrpcServer } from './grpc.js';
import { healthServer } from './health.js';
import { LogFile } from './log-file.js';
import { ReadService } from './read-service.js';
import { rejectUnauthenticated, listen, serverOf, rejectWithoutLeader, type Endpoint } from './services.js';
import { Store } from './store.js';

export interface DoubleOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** Directory of the acknowledged events, loaded at the start. Default: in memory only. */
  readonly file?: string;
  /** Live events that may be queued for a subscription before it is dropped. Default 256. */
  readonly liveBuffer?: number;
  /**
   * Refuses every client for a wrong password. (Without TLS the client sends none, so no password is right.) Default
   * false.
   */
  readonly rejectsCredentials?: boolean;
  /**
   * Another node that is the leader: calls that require the leader are refused with its address. Default: this node.
   */
  readonly leader?: Endpoint;
  /** The version that it reports. Default 23.10.6.0. */
  readonly version?: string;
  /** Whether it also answers `GET /health/live` on its port. Default false. */
  readonly health?: boolean;
}

interface Inner {
  readonly appends: AppendService;
  readonly faults: Faults;
  readonly front: Front;
  readonly store: Store;
  readonly server: GrpcServer;
  readonly file: LogFile | undefined;
}

/**
 * A stand-in for EventStoreDB, for the official client: it fulfils the contract suite and injects faults on command. A
 * single node without TLS, users, persistent subscriptions and projections.
 */
export class EventStoreDouble {
  private constructor(private readonly inner: Inner) {}

  static async start(options: DoubleOptions = {}): Promise<EventStoreDouble> {
    const { port = 0, file: path, liveBuffer = 256, version = '23.10.6.0' } = options;
    const { rejectsCredentials = false, leader, health = false } = options;
    const faults = new Faults();
    const file = path === undefined ? undefined : LogFile.open(path);
    const store = new Store((events) => file?.append(events));
    store.load(file?.events ?? []);
    const appends = new AppendService(store, faults, (peer) => front.cut(peer));
    const deletes = new DeleteService(store);
    const reads = new ReadService(store.log, faults, liveBuffer);
    const features = new FeaturesService(version, () => front.port);
    const check = rejectsCredentials ? rejectUnauthenticated : leader ? rejectWithoutLeader(leader) : () => undefined;
    const server = serverOf({ appends, deletes, reads, features }, check);
    const front = new Front(await listen(server), health ? healthServer() : undefined);
    await front.open(port);
    return new EventStoreDouble({ appends, faults, front, store, server, file });
  }

  get port(): number {
    return this.inner.front.port;
  }

  /** Connection string. */
  get url(): string {
    return `esdb://127.0.0.1:${this.port}?tls=false`;
  }

  /** Drops every open subscription, as the server drops one that is too slow. */
  dropSubscriptions(): void {
    this.inner.faults.dropSubscriptions();
  }

  /** Refuses new subscriptions from now on; open subscriptions, reads and appends continue. */
  refuseSubscriptions(): void {
    this.inner.faults.refuseSubscriptions();
  }

  acceptSubscriptions(): void {
    this.inner.faults.acceptSubscriptions();
  }

  /** Resolves when all clients together have this many open subscriptions. */
  whenSubscribed(count: number): Promise<void> {
    return this.inner.faults.whenSubscribed(count);
  }

  /** Writes each of the next `count` appends once, but cuts its connection instead of answering. */
  loseAnswers(count: number): void {
    this.inner.faults.loseAnswers(count);
  }

  /** Cuts the connections of the next appends before anything is written. */
  cutAppends(count: number): void {
    this.inner.faults.cutAppends(count);
  }

  /** Holds appends from now on, undecided; everything else continues. */
  hold(): void {
    this.inner.faults.hold();
  }

  /** Decides the held appends in the order of their arrival. Those past their deadline are not written. */
  release(): void {
    this.inner.faults.release();
  }

  /** Resolves when this many appends are held. */
  whenHeld(count: number): Promise<void> {
    return this.inner.faults.whenHeld(count);
  }

  /** Refuses new connections; open ones stay. */
  refuse(): void {
    this.inner.front.close();
  }

  accept(): Promise<void> {
    return this.inner.front.open();
  }

  /** Keeps all connections, accepts new ones, and does nothing on any, like a stopped process. */
  hang(): void {
    this.inner.front.hang();
  }

  resume(): void {
    this.inner.front.resume();
  }

  /** Behaves like a killed process: connections end at once, new ones are refused. */
  goAway(): void {
    this.inner.front.close();
    this.inner.front.cutAll();
  }

  /** Behaves like a restarted process: same port, same data; the event ids kept in memory only are lost. */
  async comeBack(): Promise<void> {
    this.inner.store.forget();
    await this.inner.front.open();
  }

  /**
   * Behaves like the real server after SIGTERM: new connections are refused and appends fail at once, but subscriptions
   * stay silently open for a while (`graceMs`, 5 s in the real server) before they fail. It cannot be started again.
   */
  async shutDown(graceMs = 5_000): Promise<void> {
    const { appends, faults, front, server } = this.inner;
    front.close();
    const drained = new Promise<void>((resolve) => server.tryShutdown(resolve));
    appends.end(callError(code.UNAVAILABLE, 'The server is shutting down.'));
    await atMost(graceMs, faults.whenSubscribed(0));
    faults.dropSubscriptions(callError(code.INTERNAL, 'Received RST_STREAM with code 2 (Internal server error)'));
    await atMost(1_000, drained);
    await this.stop();
  }

  async stop(): Promise<void> {
    this.goAway();
    this.inner.server.forceShutdown();
    this.inner.file?.close();
  }
}

async function atMost(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}
