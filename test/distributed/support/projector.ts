import { until } from '../../support/until.js';
import type { DistributedDeployment } from '../../support/deployments/distributed.js';
import type { TcpProxy } from '../../support/proxy.js';
import { startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { begins, wireToRows } from './wire.js';

/** Small: a batch of the follower takes many bulk writes. */
const BATCH = { READMODEL_BATCH: '10' };
/** The log line of a process that has taken the projection lease. */
const TURN = 'This process projects from now on.';
const LONG_MS = 120_000;

/** How often a process has taken the projection lease. */
export function turnsOf(service: Service): number {
  return service.stdout.split(TURN).length - 1;
}

/** A process that only projects, with a proxy of its own to the read model. */
export class Projector {
  private constructor(
    readonly service: Service,
    private readonly wire: TcpProxy,
  ) {}

  static async start(deployment: DistributedDeployment): Promise<Projector> {
    const { proxy, env } = await wireToRows(deployment);
    return new Projector(await startService({ deployment, env: { ...BATCH, ROLES: 'projections', ...env } }), proxy);
  }

  /** How often it has taken the projection lease. */
  get turns(): number {
    return turnsOf(this.service);
  }

  /** Waits until it has taken the projection lease this many times. */
  hasTurn(times: number): Promise<void> {
    return until(`turn ${times} of a projector`, () => this.turns >= times, LONG_MS);
  }

  /** Stops the process during a replacement of member rows: after `after` bulk writes, with one held by the proxy. */
  async pauseInBulkWrite(after: number): Promise<void> {
    let left = after;
    let paused = false;
    this.wire.watch((chunk) => {
      if (paused || !begins(['update'], 'members', chunk)) return 'pass';
      left -= 1;
      if (left >= 0) return 'pass';
      paused = true;
      process.kill(this.service.pid, 'SIGSTOP');
      return 'hold';
    });
    await until('the projector is in the middle of a batch', () => paused, LONG_MS);
  }

  /** Delivers the held bulk write late and resumes the process when the server has answered it. */
  async resume(): Promise<void> {
    this.wire.watch();
    await this.wire.releaseUntilAnswered();
    process.kill(this.service.pid, 'SIGCONT');
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.wire.stop();
  }

  async kill(): Promise<void> {
    await this.service.kill();
    await this.wire.stop();
  }
}
