import type { Conditions } from '../conditions.js';
import type { Owner } from '../kernel/event-heap.js';
import type { SeededRandom } from '../kernel/seeded-random.js';
import { SimulatedProcess, type Surroundings } from './simulated-process.js';

/** Milliseconds that a process is gone at most before another one takes its place. */
const GONE_MS = 4_000;
const LOOK_MS = 1_000;
/** Of a process that starts during an upgrade: that it is of the old version again, as after a rollback. */
const ROLLED_BACK = 0.2;
/** What processes do in a world that splits roles, by their slot: a second one of each kind may take over a lease. */
const SPLIT_ROLES = ['api', 'projections,workers', 'api,workers', 'projections'];

/** The processes of a world, each in a slot, and the supervisor that replaces those that have ended. */
export class ProcessSlots {
  processes: SimulatedProcess[] = [];
  private readonly around: Surroundings;
  private readonly ended = new Set<string>();
  private started = 0;
  private isUpgrading = false;
  /** Until this instant no process is started. */
  private closedUntil = 0;

  constructor(
    around: Omit<Surroundings, 'isGone'>,
    private readonly chance: SeededRandom,
    private readonly conditions: Pick<
      Conditions,
      'processes' | 'splitsRoles' | 'answersAhead' | 'endsAreSeen' | 'clockOffsetMs'
    >,
  ) {
    this.around = { ...around, isGone: (owner) => conditions.endsAreSeen && this.ended.has(owner) };
  }

  /** Starts the first process of each slot. */
  begin(): void {
    for (let slot = 0; slot < this.conditions.processes; slot += 1) this.start(slot);
  }

  get alive(): readonly SimulatedProcess[] {
    return this.processes.filter(({ isAlive }) => isAlive);
  }

  /** From now on processes that start are of the new version, whose rows are a copy of their own. */
  upgrade(): void {
    this.isUpgrading = true;
  }

  /** Kills all processes; none starts before the instant. */
  killAllUntil(instant: number): void {
    this.closedUntil = instant;
    for (const process of this.alive) process.kill();
  }

  /** Starts a process in each slot whose process has ended, without waiting. */
  refill(): void {
    this.closedUntil = 0;
    this.processes.forEach(({ isAlive }, slot) => {
      if (!isAlive) this.start(slot);
    });
  }

  private start(slot: number): void {
    const { kernel, tell } = this.around;
    this.started += 1;
    const name = `p${slot + 1}.${this.started}`;
    const random = kernel.random.fork(name);
    const clockOffsetMs = (2 * random.fraction() - 1) * this.conditions.clockOffsetMs;
    const version = this.isUpgrading && !random.chance(ROLLED_BACK) ? 'new' : 'old';
    const roles = this.rolesOf(slot);
    const { answersAhead } = this.conditions;
    const process = new SimulatedProcess(name, this.around, random, { version, roles, answersAhead, clockOffsetMs });
    this.processes[slot] = process;
    tell({ what: `start of the ${version} version`, process: name, detail: `roles: ${roles}` });
    void process.start();
    this.watch(process, slot);
  }

  private rolesOf(slot: number): string {
    const { processes, splitsRoles } = this.conditions;
    return splitsRoles && processes > 1 ? SPLIT_ROLES[slot % SPLIT_ROLES.length]! : 'all';
  }

  /** A process that has ended is followed by another one in its slot, as a supervisor would see to it. */
  private watch(process: SimulatedProcess, slot: number): void {
    const { kernel } = this.around;
    kernel.after(LOOK_MS, `look at ${process.name}`, () => {
      if (process.isAlive) return this.watch(process, slot);
      this.ended.add(process.name);
      this.replace(process, slot, this.chance.below(GONE_MS));
    });
  }

  private replace(process: SimulatedProcess, slot: number, afterMs: number): void {
    const { kernel } = this.around;
    kernel.after(afterMs, `replace ${process.name}`, () => {
      const closedMs = this.closedUntil - kernel.now();
      if (closedMs > 0) this.replace(process, slot, closedMs);
      else if (this.processes[slot] === process) this.start(slot);
    });
  }
}

/** Whether a thread belongs to a process. */
export const isOf =
  (process: SimulatedProcess) =>
  (owner: Owner): boolean =>
    owner === process || owner === process.projector;
