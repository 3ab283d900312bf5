import { proxied } from '../../support/engines/mongodb-url.js';
import type { DistributedDeployment } from '../../support/deployments/distributed.js';
import { TcpProxy } from '../../support/proxy.js';
import { startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { until } from '../../support/until.js';

/** A proxy between one process and the read model of a deployment, to be cut while other processes keep theirs. */
export interface Wire {
  readonly proxy: TcpProxy;
  /** The environment that makes the process use the proxy. */
  readonly env: Readonly<Record<'READMODEL_URL', string>>;
}

export async function wireToRows(deployment: DistributedDeployment): Promise<Wire> {
  const { proxy, url } = await proxied(deployment.env['READMODEL_URL']!);
  return { proxy, env: { READMODEL_URL: url } };
}

/** The same between one process and the log. */
export async function wireToLog(deployment: DistributedDeployment) {
  const url = new URL(deployment.env['EVENTSTORE_URL']!.replace(/^esdb:/, 'http:'));
  const proxy = await TcpProxy.start({ host: url.hostname, port: Number(url.port) });
  return { proxy, env: { EVENTSTORE_URL: `esdb://127.0.0.1:${proxy.port}${url.search}` } };
}

/** A service with a proxy of its own to the read model. */
export class WiredService {
  private constructor(
    readonly service: Service,
    private readonly wire: TcpProxy,
  ) {}

  /** Waits until it is ready, unless `unready` is set. */
  static async start(
    deployment: DistributedDeployment,
    env: Readonly<Record<string, string>>,
    seen: { readonly unready?: true } = {},
  ): Promise<WiredService> {
    const { proxy, env: wired } = await wireToRows(deployment);
    return new WiredService(await startService({ deployment, env: { ...env, ...wired }, ...seen }), proxy);
  }

  /**
   * Waits until this process has polled the lease this many times more, among all processes on the log; for `mostMs` at
   * most, where the caller holds something that has a limit of its own: the driver of a process that was paused may
   * take longer to find its server again.
   */
  async asksForTurn(name: string, times: number, mostMs = Infinity): Promise<void> {
    const ends = performance.now() + mostMs;
    let asked = 0;
    this.wire.watch((chunk) => {
      const text = chunk.toString('latin1');
      asked += Number(['\u0002find\u0000', '\u0000_leases\u0000', name].every((part) => text.includes(part)));
      return 'pass';
    });
    await until(`a process waits for its turn as ${name}`, () => asked >= times || performance.now() > ends);
    this.wire.watch();
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.wire.stop();
  }
}

/** Whether the bytes that a driver sends begin a command on a collection of a copy. */
export function begins(commands: readonly string[], collection: string, chunk: Buffer): boolean {
  const text = chunk.toString('latin1');
  return text.includes(`\u0000${collection}.`) && commands.some((command) => text.includes(`\u0002${command}\u0000`));
}

/** Whether the bytes that a driver sends begin a command that writes documents of this collection. */
export function isBulkWriteOf(collection: string, chunk: Buffer): boolean {
  return begins(['update', 'insert'], collection, chunk);
}
