import { OTHER_CLOCK } from '../../support/other-clock.js';
import type { DistributedDeployment } from '../../support/deployments/distributed.js';
import type { TcpProxy } from '../../support/proxy.js';
import { type Service, startService } from '../../support/service.js';
import { wireToLog, wireToRows } from './wire.js';

/** One place of a fleet: its process may end and be started again; its ways to the stores stay. */
export class Slot {
  service: Service | undefined;
  /** Whether it is stopped by a signal, or does not reach a store: its answers are not waited for. */
  isTroubled = false;

  private constructor(
    readonly name: string,
    private readonly deployment: DistributedDeployment,
    private readonly env: Readonly<Record<string, string>>,
    readonly toRows: TcpProxy,
    readonly toLog: TcpProxy,
  ) {}

  static async make(
    name: string,
    deployment: DistributedDeployment,
    env: Readonly<Record<string, string>>,
  ): Promise<Slot> {
    const [rows, log] = [await wireToRows(deployment), await wireToLog(deployment)];
    return new Slot(name, deployment, { ...env, ...rows.env, ...log.env }, rows.proxy, log.proxy);
  }

  /** Whether its process takes requests, as far as its clients know. */
  get takesRequests(): boolean {
    return this.service !== undefined && !this.isTroubled && /api|all/.test(this.env['ROLES']!);
  }

  async start(): Promise<void> {
    this.service = await this.another();
  }

  /** A second process in the same place. */
  another(): Promise<Service> {
    return startService({ deployment: this.deployment, main: OTHER_CLOCK, env: this.env });
  }

  /** Ends its process by SIGTERM, which has to take less than 10 s, or by SIGKILL. */
  async end(how: 'stop' | 'kill'): Promise<void> {
    const { service } = this;
    this.service = undefined;
    await service?.[how]();
  }

  async remove(): Promise<void> {
    await this.end('stop');
    await Promise.all([this.toRows.stop(), this.toLog.stop()]);
  }
}

/** Processes on one distributed pair, each with ways of its own to both stores. */
export class Fleet {
  private constructor(readonly slots: readonly Slot[]) {}

  /** @param roles of each process, as in ROLES */
  static async start(
    deployment: DistributedDeployment,
    roles: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<Fleet> {
    const made = roles.map((each, n) => Slot.make(`${n + 1} (${each})`, deployment, { ...env, ROLES: each }));
    const slots = await Promise.all(made);
    // A process that finds no rows yet waits for one that projects.
    await Promise.all(slots.map((slot) => slot.start()));
    return new Fleet(slots);
  }

  /** The processes that take requests. */
  get serving(): readonly Service[] {
    return this.slots.flatMap((slot) => (slot.takesRequests ? [slot.service!] : []));
  }

  /** The process ids of those that are not in trouble. */
  get sound(): readonly number[] {
    return this.slots.flatMap(({ service, isTroubled }) => (service && !isTroubled ? [service.pid] : []));
  }

  async remove(): Promise<void> {
    await Promise.all(this.slots.map((slot) => slot.remove()));
  }
}
