import type { Server as HttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** The first bytes of a gRPC client (RFC 9113, 3.4); a request of HTTP/1 does not begin with them. */
const PREFACE = 'PRI';

interface Line {
  readonly client: Socket;
  readonly server: Socket;
}

/**
 * The port that clients see, in front of the gRPC server: it injects connection faults below HTTP/2, so that clients
 * observe them like faults of a network or of a process.
 */
export class Front {
  #server: Server | undefined;
  #port = 0;
  #hanging = false;
  readonly #lines = new Set<Line>();

  /**
   * @param backend port of the gRPC server
   * @param web serves connections that speak HTTP/1, if given: the real server has both on one port
   */
  constructor(
    private readonly backend: number,
    private readonly web?: HttpServer,
  ) {}

  get port(): number {
    return this.#port;
  }

  /** Listens: the first time on the port asked for (0: any free one), later on the same one. */
  async open(port = this.#port): Promise<void> {
    if (this.#server !== undefined) return;
    const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => this.#welcome(client));
    this.#server = server;
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Refuses new connections; open ones stay. */
  close(): void {
    this.#server?.close();
    this.#server = undefined;
  }

  cutAll(): void {
    for (const line of this.#lines) cut(line);
  }

  /** @param peer address and port of the connection, as the gRPC server sees them. */
  cut(peer: string): void {
    const port = Number(peer.slice(peer.lastIndexOf(':') + 1));
    for (const line of this.#lines) if (line.server.localPort === port) cut(line);
  }

  /** Reads and writes nothing any more and closes nothing, as if the process were stopped. */
  hang(): void {
    this.#hanging = true;
    for (const line of this.#lines) pause(line);
  }

  resume(): void {
    this.#hanging = false;
    for (const line of this.#lines) flow(line);
  }

  #welcome(client: Socket): void {
    const { web } = this;
    if (web === undefined) return this.#accept(client);
    client.on('error', () => undefined);
    client.once('data', (first: Buffer) => {
      client.pause().unshift(first);
      if (first.toString('latin1').startsWith(PREFACE)) this.#accept(client);
      else web.emit('connection', client.resume());
    });
    client.resume();
  }

  #accept(client: Socket): void {
    const server = connect({ port: this.backend, host: '127.0.0.1', noDelay: true });
    const line = { client, server };
    this.#lines.add(line);
    for (const end of [client, server]) {
      end.on('error', () => undefined);
      end.on('close', () => {
        this.#lines.delete(line);
        cut(line);
      });
    }
    if (!this.#hanging) flow(line);
  }
}

function flow({ client, server }: Line): void {
  client.pipe(server);
  server.pipe(client);
}

function pause({ client, server }: Line): void {
  client.unpipe(server).pause();
  server.unpipe(client).pause();
}

function cut({ client, server }: Line): void {
  client.destroy();
  server.destroy();
}
