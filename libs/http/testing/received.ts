import { type IncomingHttpHeaders, request } from 'node:http';
import { READER } from './client.js';
import type { Toy } from './toy-app.js';

/** An answer as received: its body is not decompressed. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Sends requests with the key of a reader to the toy that `toy` returns at that moment. */
export function receiverOf(toy: () => Toy) {
  return (
    path: string,
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
    body?: string,
  ): Promise<Received> =>
    new Promise((resolve, reject) => {
      const sent = request(toy().url + path, { method, headers: { ...READER, ...headers } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(chunks) }),
        );
      });
      sent.on('error', reject).end(body);
    });
}
