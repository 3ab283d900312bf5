import { TcpProxy } from '../../../../test/support/proxy.js';
import type { MongoServerHandle } from '../../../../test/doubles/mongodb/server.js';

/** A proxy in front of a server, and the server's URL by way of it. */
export async function proxied(server: MongoServerHandle): Promise<{ readonly proxy: TcpProxy; readonly url: string }> {
  const proxy = await TcpProxy.start(Number(new URL(server.url).port));
  return { proxy, url: `mongodb://127.0.0.1:${proxy.port}` };
}

/** Whether a chunk on the wire begins a command that writes: its name is the first thing in its document. */
export function isWrite(chunk: Buffer): boolean {
  // eslint-disable-next-line no-control-regex -- BSON: a text named insert or update.
  return /\x02(?:insert|update)\0/.test(chunk.subarray(0, 64).toString('latin1'));
}
