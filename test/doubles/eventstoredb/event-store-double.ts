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
  /** Default: any that is free. */
  readonly port?: number;
  /** Directory of the acknowledged events, which a restart begins with. Default: in memory only. */
  readonly file?: string;
  /** Live events that may wait for a subscription before it is dropped. Default 256. */
  readonly liveBuffer?: number;
  /**
   * Every client is refused as having the wrong password. (Without TLS the client sends none, so there is no right
   * one.) Default false.
   */
  readonly rejectsCredentials?: boolean;
  /**
   * Another node that leads: calls that require the leader are refused and told so, others served. Default: it leads
   * itself.
   */
  readonly leader?: Endpoint;
  /** What it says its version is. Default 23.10.6.0. */
  readonly version?: string;
  /** Answers `GET /health/live` on its port, too. Default false. */
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
 * A stand-in for EventStoreDB, for the official client: what the shared contract asks of a server, and misbehaviour on
 * command. A single node without TLS, users, persistent subscriptions and projections.
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

  /** Every open subscription fails as one that did not keep up. */
  dropSubscriptions(): void {
    this.inner.faults.dropSubscriptions();
  }

  /** From now on nobody can subscribe; subscriptions that are open, reads and appends go on. */
  refuseSubscriptions(): void {
    this.inner.faults.refuseSubscriptions();
  }

  acceptSubscriptions(): void {
    this.inner.faults.acceptSubscriptions();
  }

  /** Resolves when this many subscriptions are open, of all clients together. */
  whenSubscribed(count: number): Promise<void> {
    return this.inner.faults.whenSubscribed(count);
  }

  /** The next appends are written, but instead of an answer their connection is cut: each of them once. */
  loseAnswers(count: number): void {
    this.inner.faults.loseAnswers(count);
  }

  /** The next appends find their connection cut before anything is written. */
  cutAppends(count: number): void {
    this.inner.faults.cutAppends(count);
  }

  /** Appends that come from now on wait, undecided; everything else goes on. */
  hold(): void {
    this.inner.faults.hold();
  }

  /** Decides what waits, in the order in which it came. What has passed its deadline by then is not written. */
  release(): void {
    this.inner.faults.release();
  }

  /** Resolves when this many appends wait. */
  whenHeld(count: number): Promise<void> {
    return this.inner.faults.whenHeld(count);
  }

  /** New connections are refused; those there are go on. */
  refuse(): void {
    this.inner.front.close();
  }

  accept(): Promise<void> {
    return this.inner.front.open();
  }

  /** Keeps every connection, new ones too, and does nothing on any, as a stopped process. */
  hang(): void {
    this.inner.front.hang();
  }

  resume(): void {
    this.inner.front.resume();
  }

  /** As killed: connections end at once, new ones are refused. */
  goAway(): void {
    this.inner.front.close();
    this.inner.front.cutAll();
  }

  /** As started again: the same port, the same data; what only a running server knows of event ids is forgotten. */
  async comeBack(): Promise<void> {
    this.inner.store.forget();
    await this.inner.front.open();
  }

  /**
   * As the real server takes SIGTERM: new connections are refused and appends fail at once, but subscriptions stay
   * silently open for a while (`graceMs`, there 5 s) before they fail. It does not come back.
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
