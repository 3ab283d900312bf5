import { once } from 'node:events';
import { connect } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { type Listening, type Reset, startTls } from './receivers.js';

/** Registers resources that a test opens: they are closed after each test. */
export function shareOpen(): <One extends { close(): Promise<void> }>(one: One) => One {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });
  return (one) => {
    open.push(one);
    return one;
  };
}

/** The beginning of a response. */
export const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';

/** A receiver that sends raw bytes over TLS each time a whole request has arrived. */
export function startSpeaking(speak: (socket: TLSSocket, reset: Reset) => void): Promise<Listening> {
  return startTls((socket, reset) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (text.endsWith('}')) speak(socket, reset);
    });
  });
}

/** An AttemptFailed for `expect`: of a receiver that was reached and sent nothing, except for the fields of `other`. */
export function failure(stage: string, error: RegExp, other: object = {}): object {
  return {
    kind: 'failed',
    stage,
    error: expect.stringMatching(new RegExp(`^${stage}: (?:${error.source})`)),
    status: null,
    resolvedIp: '127.0.0.1',
    durationMs: expect.any(Number),
    reached: 'yes',
    retryAfter: null,
    responseBody: null,
    ...other,
  };
}

/** A port that listens, and whose kernel accepts no more connections: its process accepts none of those that wait. */
export async function fullBacklog(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       Atomics.wait(workerData, 0, 0);
       process.exit();
     });`,
    { eval: true, workerData: stop },
  );
  const [port] = (await once(worker, 'message')) as [number];
  const fillers = Array.from({ length: 8 }, () => connect({ port, host: '127.0.0.1' }).on('error', () => undefined));
  return {
    port,
    close: async () => {
      for (const filler of fillers) filler.destroy();
      const exit = once(worker, 'exit');
      Atomics.store(stop, 0, 1);
      Atomics.notify(stop, 0);
      await exit;
    },
  };
}
