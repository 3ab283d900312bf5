import { once } from 'node:events';
import { createServer as createHttps, type Server as HttpsServer } from 'node:https';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { createServer as createTls, type TLSSocket, type TlsOptions } from 'node:tls';
import { OwnAuthority } from '../receiving/index.js';

/** One authority for all receivers of a process: making keys takes a while. */
export const authority = new OwnAuthority();
const identity = authority.issue(['localhost', '127.0.0.1', 'receiver.test', 'other.test', '*.receivers.test']);

/** A request that a receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on 127.0.0.1 that can be closed at any moment. */
export interface Listening {
  readonly port: number;
  /** Connections that were ever made to it. */
  readonly connections: number;
  /** Cuts all connections and stops listening. */
  close(): Promise<void>;
}

/** An HTTPS receiver. */
export interface Receiver extends Listening {
  /** https://receiver.test:port, for senders whose resolver knows that name, as TEST_NAMES does. */
  readonly origin: string;
  /** In the order of their arrival, once their bodies are complete. */
  readonly received: readonly Received[];
  /** Ends open connections without a response, like a receiver that is restarted. */
  cut(): void;
}

export type Answering = (request: Received, response: ServerResponse, number: number) => void;

/** An HTTPS receiver that answers by a function; `number` counts the requests from 1. */
export async function startReceiver(
  answer: Answering = (_request, response) => void response.end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createHttps(identity, (request, response) => {
    read(request).then(
      (body) => {
        const one = { path: request.url!, headers: request.headers, body };
        answer(one, response, received.push(one));
      },
      () => undefined,
    );
  });
  const listening = await listen(server);
  return {
    ...listening,
    get connections() {
      return listening.connections;
    },
    origin: `https://receiver.test:${listening.port}`,
    received,
    cut: () => server.closeAllConnections(),
  };
}

/** Ends a connection with a TCP reset: its unsent bytes are lost. */
export type Reset = () => void;

/** A TLS server without a protocol: the caller handles each connection. */
export function startTls(
  onConnection: (socket: TLSSocket, reset: Reset) => void,
  options: TlsOptions = identity,
): Promise<Listening> {
  const raw = new Map<number, Socket>();
  const server = createTls(options, (socket) => {
    const below = raw.get(socket.remotePort!)!;
    onConnection(
      socket.on('error', () => undefined),
      () => below.resetAndDestroy(),
    );
  });
  server.on('connection', (socket: Socket) => raw.set(socket.remotePort!, socket));
  server.on('tlsClientError', () => undefined);
  return listen(server);
}

/** Without TLS. */
export function startTcp(onConnection: (socket: Socket) => void): Promise<Listening> {
  return listen(createTcp(onConnection));
}

async function listen(server: Server | HttpsServer): Promise<Listening> {
  const open = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    open.add(socket.on('error', () => undefined).on('close', () => open.delete(socket)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
