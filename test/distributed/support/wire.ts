import type { DistributedPlace } from '../../support/places/distributed.js';
import { TcpProxy } from '../../support/proxy.js';

/** A wire of one process's own to the read model of a place, to be cut while the others go on. */
export interface Wire {
  readonly proxy: TcpProxy;
  /** What the process is told of it. */
  readonly env: Readonly<Record<'READMODEL_URL', string>>;
}

export async function wireToRows(place: DistributedPlace): Promise<Wire> {
  const url = new URL(place.env['READMODEL_URL']!);
  const proxy = await TcpProxy.start(Number(url.port));
  url.port = String(proxy.port);
  return { proxy, env: { READMODEL_URL: url.href } };
}

/** Whether what a driver sends begins a command on a collection of a copy. */
export function begins(commands: readonly string[], collection: string, chunk: Buffer): boolean {
  const text = chunk.toString('latin1');
  return text.includes(`\u0000${collection}.`) && commands.some((command) => text.includes(`\u0002${command}\u0000`));
}

/** Whether what a driver sends begins a command that writes documents of this collection. */
export function isBulkWriteOf(collection: string, chunk: Buffer): boolean {
  return begins(['update', 'insert'], collection, chunk);
}
