import type { Conditions } from './conditions.js';
import type { Kernel } from './kernel/kernel.js';
import type { SeededRandom } from './kernel/seeded-random.js';
import { isOf, type ProcessSlots } from './process/process-slots.js';
import type { SimulatedProcess } from './process/simulated-process.js';
import type { Network } from './stores/network.js';
import type { RowsDatabase } from './stores/rows-database.js';
import type { Incident } from './world.js';

/** Milliseconds that an outage takes at most, of a store or between it and one process: longer than any time limit. */
const OUTAGE_MS = 15_000;
/** Milliseconds that a thread is paused at most: longer than another process waits before it takes over a lease. */
const PAUSE_MS = 20_000;
/** Milliseconds by which a clock is set: within what the service tolerates, or far from it. */
const CLOCK_STEPS_MS = [50, 500, 3_000, 3_600_000];
/** Milliseconds after which a clock that was set is right again, at most. */
const CLOCK_WRONG_MS = 20_000;
/** Milliseconds that all processes are away for a restore: longer than any message is under way. */
const RESTORE_MS = 20_000;

export interface TroubleOptions {
  readonly kernel: Kernel;
  readonly chance: SeededRandom;
  readonly conditions: Conditions;
  readonly slots: ProcessSlots;
  readonly database: RowsDatabase;
  readonly logNetwork: Network;
  readonly rowsNetwork: Network;
  readonly keysNetwork: Network;
  readonly tell: (incident: Omit<Incident, 'at'>) => void;
}

/** What happens to the processes, stores and clocks of a world. */
export class Troubles {
  private readonly endsAt: number;
  private isHealed = false;
  private restore: (() => void) | undefined;
  private isRestoring = false;
  private cancelRestore: () => void = () => undefined;

  constructor(private readonly options: TroubleOptions) {
    this.endsAt = options.kernel.now() + options.conditions.troubleMs;
  }

  begin(): void {
    const { conditions, logNetwork, rowsNetwork, keysNetwork, chance, slots } = this.options;
    const toOne = (happen: (process: SimulatedProcess) => void) => (): void => {
      const { alive } = slots;
      if (alive.length > 0) happen(chance.pick(alive));
    };
    this.again(
      'kill',
      conditions.killsEveryMs,
      toOne((process) => process.kill()),
    );
    this.again(
      'stop',
      conditions.stopsEveryMs,
      toOne((process) => process.stop()),
    );
    this.again(
      'pause',
      conditions.pausesEveryMs,
      toOne((process) => this.pause(process)),
    );
    this.again(
      'clock',
      conditions.clockStepsEveryMs,
      toOne((process) => this.setClock(process)),
    );
    this.again(
      'cut',
      conditions.cutsEveryMs,
      toOne((process) => this.cutOff(process)),
    );
    this.again('outage of the log', conditions.logOutagesEveryMs, () => this.outage(logNetwork));
    this.again('outage of the rows', conditions.rowsOutagesEveryMs, () => this.outage(rowsNetwork));
    this.again('outage of the keys', conditions.keysOutagesEveryMs, () => this.outage(keysNetwork));
    this.again('drop', conditions.dropsEveryMs, () => this.drop());
    this.again('restore', conditions.restoresEveryMs, () => this.dumpOrRestore());
    this.again('upgrade', conditions.upgradesEveryMs, () => this.upgrade());
  }

  /** Ends all trouble: what is away is there again, and no new trouble comes. */
  heal(): void {
    const { logNetwork, rowsNetwork, keysNetwork, slots, tell } = this.options;
    this.isHealed = true;
    tell({ what: 'healed' });
    this.cancelRestore();
    for (const network of [logNetwork, rowsNetwork, keysNetwork]) network.heal();
    for (const process of slots.alive) process.clock.setRight();
    slots.refill();
  }

  /** Lets something happen again and again, at random, while there are troubles. */
  private again(what: string, everyMs: number, happen: () => void): void {
    const { kernel, chance } = this.options;
    if (everyMs === Infinity) return;
    kernel.after(-Math.log(1 - chance.fraction()) * everyMs, what, () => {
      if (this.isHealed || kernel.now() > this.endsAt) return;
      happen();
      this.again(what, everyMs, happen);
    });
  }

  private pause(process: SimulatedProcess): void {
    const { kernel, chance, tell } = this.options;
    const milliseconds = chance.fraction() * PAUSE_MS;
    const part = chance.pick(['main', 'projector', 'both'] as const);
    const until = kernel.now() + milliseconds;
    if (part !== 'projector') process.pausedUntil = until;
    if (part !== 'main') process.projector.pausedUntil = process.builder.pausedUntil = until;
    tell({ what: `pause of ${part}`, process: process.name, detail: lasting(milliseconds) });
  }

  /** As by an operator, or by a time server; some time later it is set right. */
  private setClock(process: SimulatedProcess): void {
    const { kernel, chance, tell } = this.options;
    const step = chance.pick(CLOCK_STEPS_MS) * (chance.chance(0.5) ? 1 : -1);
    const milliseconds = chance.fraction() * CLOCK_WRONG_MS;
    process.clock.step(step);
    tell({ what: `its clock is set by ${step} ms`, process: process.name, detail: lasting(milliseconds) });
    kernel.after(milliseconds, `the clock of ${process.name} is right`, () => process.clock.setRight());
  }

  private cutOff(process: SimulatedProcess): void {
    const { kernel, chance, tell, logNetwork, rowsNetwork, keysNetwork } = this.options;
    const network = chance.pick([logNetwork, rowsNetwork, keysNetwork]);
    const milliseconds = chance.fraction() * OUTAGE_MS;
    const end = network.cutOff(isOf(process));
    tell({ what: `does not reach the ${network.store}`, process: process.name, detail: lasting(milliseconds) });
    kernel.after(milliseconds, `${process.name} reaches the ${network.store}`, end);
  }

  private outage(network: Network): void {
    const { kernel, chance } = this.options;
    network.setOut(true);
    kernel.after(chance.fraction() * OUTAGE_MS, `end of the outage of the ${network.store}`, () =>
      network.setOut(false),
    );
  }

  private drop(): void {
    this.options.tell({ what: 'the rows are dropped' });
    this.options.database.drop();
  }

  /** An operator dumps the rows; the next time, all processes are ended and started on the restored dump. */
  private dumpOrRestore(): void {
    const { kernel, slots, database, tell } = this.options;
    if (this.isRestoring) return;
    const { restore } = this;
    this.restore = restore ? undefined : database.dump();
    if (!restore) return tell({ what: 'the rows are dumped' });
    // One instant before the first process may start.
    slots.killAllUntil(kernel.now() + RESTORE_MS + 1);
    this.isRestoring = true;
    this.cancelRestore = kernel.after(RESTORE_MS, 'restore', () => {
      this.isRestoring = false;
      tell({ what: 'the rows are restored' });
      restore();
    });
  }

  /** One process after another is stopped, and followed by one of the new version. */
  private upgrade(): void {
    const { chance, slots } = this.options;
    slots.upgrade();
    const { alive } = slots;
    if (alive.length > 0) chance.pick(alive).stop();
  }
}

const lasting = (milliseconds: number): string => `for ${Math.round(milliseconds)} ms`;
