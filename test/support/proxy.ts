import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket, connect } from 'node:net';

/** What becomes of a chunk that a client sends. */
export type Fate =
  | 'pass'
  /** The connection is cut, and the server never sees the chunk. */
  | 'cut'
  /** The connection stands still from this chunk on, until `release`. */
  | 'hold'
  /** The server gets the chunk, and the connection is cut when it answers: the client cannot know. */
  | 'lose answer'
  /** The server gets so many bytes of the chunk, then the connection is cut. */
  | { readonly cutAfter: number };

/** Where a store is. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

/**
 * A TCP proxy on 127.0.0.1 between a client and a store, which goes wrong on demand. Everything it does concerns the connections
 * alone: the store behind it stays as it is.
 */
export class TcpProxy {
  readonly port: number;
  private readonly links = new Set<Link>();
  private hanging = false;
  private fate: (chunk: Buffer) => Fate = () => 'pass';

  private constructor(
    private readonly server: Server,
    private readonly target: Target,
  ) {
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (client) => this.link(client));
  }

  /** @param target the store; nobody has to be there yet. */
  static async start(target: Target): Promise<TcpProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server, target);
  }

  /** How many connections are open now. */
  get connections(): number {
    return this.links.size;
  }

  /** Cuts all connections; new ones go through. */
  cut(): void {
    for (const link of this.links) link.cut();
  }

  /** Nothing goes through any more, either way, and nobody is told: as with a server that hangs. New connections hang, too. */
  hang(): void {
    this.hanging = true;
    for (const link of this.links) link.hold();
  }

  /** Ends `hang` and every `hold`: what waited goes through, in order. */
  release(): void {
    this.hanging = false;
    for (const link of this.links) link.release();
  }

  /** Ends `hang` and every `hold`, and waits until the store has said something to each whose connection was held, or left it. */
  async releaseUntilAnswered(): Promise<void> {
    const answers = [...this.links].filter((link) => link.isHeld).map((link) => link.nextAnswer());
    this.release();
    await Promise.all(answers);
  }

  /** New connections are refused; those that are open stay. */
  refuse(): void {
    this.server.close();
  }

  /** Ends `refuse`, on the same port. */
  async accept(): Promise<void> {
    if (this.server.listening) return;
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** Decides from now on what becomes of each chunk that a client sends. Without an argument: all pass. */
  watch(fate: (chunk: Buffer) => Fate = () => 'pass'): void {
    this.fate = fate;
  }

  /** Cuts the connection that carries the n-th byte that clients send from now on; everything passes afterwards. */
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
    await closed;
  }

  private link(client: Socket): void {
    const link = new Link(client, connect(this.target), (chunk) => this.fate(chunk));
    this.links.add(link);
    // As long as the store has its end open: what a client sent before it left may still be held here.
    link.onEnd(() => this.links.delete(link));
    if (this.hanging) link.hold();
  }
}

/** One connection of a client, and its own to the store. */
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
      // A cut is what this is for; what it means is the client's to say.
      socket.on('error', () => undefined);
    }
    // What was sent before the end still arrives, late as it may be.
    client.on('close', () => this.inTurn(() => store.end()));
    store.on('close', () => this.inTurn(() => client.end()));
  }

  get isHeld(): boolean {
    return this.held;
  }

  /** Resolves when the store says something, or its connection ends. */
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
    // Both ends see a reset, as after a crash, not the end of a talk.
    this.client.resetAndDestroy();
    this.store.resetAndDestroy();
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
