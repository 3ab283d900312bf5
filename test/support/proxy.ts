import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket, connect } from 'node:net';

/** What the proxy does with a chunk that a client sends. */
export type Fate =
  | 'pass'
  /** Cuts the connection; the server does not receive the chunk. */
  | 'cut'
  /** Holds the connection from this chunk on, until `release`. */
  | 'hold'
  /** Passes the chunk on and cuts the connection when the server answers: the client does not learn the result. */
  | 'lose answer'
  /** Passes on this many bytes of the chunk, then cuts the connection. */
  | { readonly cutAfter: number };

/** The address of a store. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

/**
 * A TCP proxy on 127.0.0.1 between a client and a store that injects network faults on command. It changes the
 * connections only, never the state of the store.
 */
export class TcpProxy {
  readonly port: number;
  private readonly links = new Set<Link>();
  /** Both ends of every connection that is not closed yet. */
  private readonly sockets = new Set<Socket>();
  private hanging = false;
  private fate: (chunk: Buffer) => Fate = () => 'pass';

  private constructor(
    private readonly server: Server,
    private readonly target: Target,
  ) {
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (client) => this.link(client));
  }

  /** @param target the store; it may be started later. */
  static async start(target: Target): Promise<TcpProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server, target);
  }

  /** The number of open connections. */
  get connections(): number {
    return this.links.size;
  }

  /** Cuts all open connections; new ones pass. */
  cut(): void {
    for (const link of this.links) link.cut();
  }

  /** Passes nothing in either direction and closes nothing, like a server that hangs. New connections hang, too. */
  hang(): void {
    this.hanging = true;
    for (const link of this.links) link.hold();
  }

  /** Ends `hang` and every `hold`: held chunks are passed on in order. */
  release(): void {
    this.hanging = false;
    for (const link of this.links) link.release();
  }

  /**
   * Ends `hang` and every `hold`, and waits until the store has answered on each connection that was held, or closed
   * it.
   */
  async releaseUntilAnswered(): Promise<void> {
    const answers = [...this.links].filter((link) => link.isHeld).map((link) => link.nextAnswer());
    this.release();
    await Promise.all(answers);
  }

  /** Refuses new connections; open ones stay open. */
  refuse(): void {
    this.server.close();
  }

  /** Ends `refuse`, on the same port. */
  async accept(): Promise<void> {
    if (this.server.listening) return;
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** Sets what is done with each chunk that a client sends from now on. Without an argument all pass. */
  watch(fate: (chunk: Buffer) => Fate = () => 'pass'): void {
    this.fate = fate;
  }

  /** Cuts the connection that carries the n-th byte from now on; everything passes afterwards. */
  cutAfter(bytes: number): void {
    let left = bytes;
    this.watch((chunk) => {
      if (chunk.length <= left) {
        left -= chunk.length;
        return 'pass';
      }
      this.watch();
      return { cutAfter: left };
    });
  }

  async stop(): Promise<void> {
    const closed = this.server.listening ? once(this.server, 'close') : undefined;
    this.server.close();
    this.cut();
    // What is cut waits until its peer has taken what was sent; what was ended, until its peer ends as well.
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private link(client: Socket): void {
    const store = connect(this.target);
    for (const socket of [client, store]) {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    }
    const link = new Link(client, store, (chunk) => this.fate(chunk));
    this.links.add(link);
    // The store's side stays open: bytes that the client sent before it closed may still be held here.
    link.onEnd(() => this.links.delete(link));
    if (this.hanging) link.hold();
  }
}

/** One connection of a client, and the matching one to the store. */
class Link {
  private held = false;
  private losing = false;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly client: Socket,
    private readonly store: Socket,
    fate: (chunk: Buffer) => Fate,
  ) {
    client.on('data', (chunk: Buffer) => this.inTurn(() => this.up(chunk, fate(chunk))));
    store.on('data', (chunk: Buffer) => this.inTurn(() => (this.losing ? this.cut() : client.write(chunk))));
    for (const socket of [client, store]) {
      socket.setNoDelay();
      // Errors are expected after a cut; the client under test reports them.
      socket.on('error', () => undefined);
    }
    // What was sent before the end must still arrive, even if it is held for long.
    client.on('close', () => this.inTurn(() => store.end()));
    store.on('close', () => this.inTurn(() => client.end()));
  }

  get isHeld(): boolean {
    return this.held;
  }

  /** Resolves when the store sends something, or its connection ends. */
  async nextAnswer(): Promise<void> {
    await Promise.race([once(this.store, 'data'), once(this.store, 'close')]);
  }

  onEnd(ended: () => void): void {
    this.store.on('close', ended);
  }

  hold(): void {
    this.held = true;
  }

  release(): void {
    this.held = false;
    while (!this.held && this.waiting.length > 0) this.waiting.shift()!();
  }

  cut(): void {
    // Both ends see a reset, as after a crash, instead of an orderly end. One that the store has not accepted yet would
    // wait for that before it is reset, and hold the process open; one whose end is under way cannot be reset, and
    // would hold it open for good.
    for (const socket of [this.client, this.store]) {
      if (socket.connecting || socket.writableEnded) socket.destroy();
      else socket.resetAndDestroy();
    }
  }

  private up(chunk: Buffer, fate: Fate): void {
    if (fate === 'cut') this.cut();
    else if (fate === 'hold') {
      this.hold();
      this.waiting.unshift(() => this.store.write(chunk));
    } else if (fate === 'pass' || fate === 'lose answer') {
      this.losing ||= fate === 'lose answer';
      this.store.write(chunk);
    } else {
      this.store.write(chunk.subarray(0, fate.cutAfter), () => this.cut());
    }
  }

  private inTurn(step: () => void): void {
    if (this.held) this.waiting.push(step);
    else step();
  }
}
