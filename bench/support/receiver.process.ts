import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { ServerIdentity } from '../../libs/webhooks/receiving/index.js';

/** The listeners of an HTTPS receiver: this number of ports of 127.0.0.1, each an origin of its own. */
export interface ReceiverProcess {
  readonly identity: ServerIdentity;
  readonly origins: number;
}

export interface ReceiverPorts {
  readonly ports: readonly number[];
  /** A GET there answers with the figures once this number of requests has come, and starts again from 0. */
  readonly control: number;
}

/** The requests since the figures were last read. */
export interface ReceiverFigures {
  readonly requests: number;
  /** The number of different delivery ids. */
  readonly distinct: number;
  /** From the first request to the last, in milliseconds. */
  readonly span: number;
}

/** Runs in a process of its own: answers every POST with 200 and a few bytes, and counts. */
process.once('message', (message) => void serve(message as ReceiverProcess));

let ids = new Set<string>();
let [requests, first, last] = [0, 0, 0];
let reached = (): void => undefined;

async function serve({ identity, origins }: ReceiverProcess): Promise<void> {
  const ports: number[] = [];
  for (let at = 0; at < origins; at += 1) {
    const server = createHttps(identity, (request, response) => {
      request.resume();
      request.on('end', () => {
        count(String(request.headers['webhook-id']));
        response.end('ok');
      });
    });
    ports.push(await listen(server));
  }
  const control = createHttp((request, response) => {
    const wanted = Number(request.url!.slice(1));
    reached = () => {
      if (requests < wanted) return;
      const figures: ReceiverFigures = { requests, distinct: ids.size, span: last - first };
      [ids, requests, first, last] = [new Set(), 0, 0, 0];
      reached = () => undefined;
      response.end(JSON.stringify(figures));
    };
    reached();
  });
  const answer: ReceiverPorts = { ports, control: await listen(control) };
  process.send!(answer);
}

function count(id: string): void {
  last = performance.now();
  if (requests === 0) first = last;
  requests += 1;
  ids.add(id);
  reached();
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
