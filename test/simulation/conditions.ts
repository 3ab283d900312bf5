import type { SeededRandom } from './kernel/seeded-random.js';
import { type FaultRates, NO_FAULTS } from './stores/network.js';
import type { Size } from './world.js';

/** What one world is like: drawn from its seed, so that each world has other troubles and many have none of a kind. */
export interface Conditions {
  readonly processes: number;
  /**
   * Whether requests and background work are of different processes (ROLES), of which there are two at least. There are
   * no upgrades then: each version would need a process of each role.
   */
  readonly splitsRoles: boolean;
  /** Whether its one process answers writes before their rows, as on the embedded pair. */
  readonly answersAhead: boolean;
  /**
   * Milliseconds of the world's beginning in which troubles come; what goes wrong with messages goes on until it is
   * healed.
   */
  readonly troubleMs: number;
  readonly log: FaultRates;
  readonly rows: FaultRates;
  readonly keys: FaultRates;
  /** Mean milliseconds between two troubles of a kind; Infinity: it never comes. */
  readonly killsEveryMs: number;
  readonly stopsEveryMs: number;
  /** Of one thread, as while its machine swaps, or of both. */
  readonly pausesEveryMs: number;
  readonly logOutagesEveryMs: number;
  readonly rowsOutagesEveryMs: number;
  readonly keysOutagesEveryMs: number;
  readonly dropsEveryMs: number;
  /** Of the rows, from a dump that was made before, while no process runs. */
  readonly restoresEveryMs: number;
  /** Of one process at a time, to a version whose rows are a copy of their own. */
  readonly upgradesEveryMs: number;
  /** Of the clock of one process, which is set right some time later. */
  readonly clockStepsEveryMs: number;
  /** Of one process, from one store. */
  readonly cutsEveryMs: number;
  /** Of a request: that its answer is lost. */
  readonly lostAnswers: number;
  /** Whether a process that has ended is known to have ended by the processes that wait for its leases. */
  readonly endsAreSeen: boolean;
  /** Milliseconds by which the clock of a process is off at most. */
  readonly clockOffsetMs: number;
}

const RATES = [0, 0, 0.001, 0.005, 0.02];
/** Collections of which one may be slow: read and written by most commands. */
const MAYBE_SLOW = ['members', 'calls', 'contacts', 'idempotency', 'requeues', 'unlisted'];

/** Of a brief world: its troubles follow each other in this share of the usual time. */
const BRIEF_MEANS = 0.4;

/**
 * The conditions of a world.
 * @param maySplitRoles false: its processes have all roles; such a world may have upgrades in the place of split roles
 */
export function drawConditions(random: SeededRandom, size: Size, maySplitRoles = true): Conditions {
  const isBrief = size === 'brief';
  const isRough = random.chance(0.8);
  const every = (...means: number[]): number =>
    isRough ? random.pick([Infinity, ...means]) * (isBrief ? BRIEF_MEANS : 1) : Infinity;
  const rates = (): FaultRates => ({
    ...NO_FAULTS,
    refused: isRough ? random.pick(RATES) : 0,
    lost: isRough ? random.pick(RATES) : 0,
    late: isRough ? random.pick(RATES) : 0,
    lag: isRough ? random.pick([0, 0.05, 0.5]) : 0,
  });
  const rowsRates = (): FaultRates => ({
    ...rates(),
    torn: isRough ? random.pick([0, 0, 0.1, 0.5]) : 0,
    slow: isRough && random.chance(0.15) ? random.pick(MAYBE_SLOW) : null,
  });
  const processes = random.pick(isBrief ? [1, 1, 2, 2, 2, 3] : [1, 2, 2, 2, 3, 4]);
  const splitsRoles = maySplitRoles && processes > 1 && random.fork('roles').chance(0.35);
  const answersAhead = processes === 1 && random.fork('alone').chance(0.5);
  const drawn = {
    ...{ processes, splitsRoles, answersAhead },
    troubleMs: random.pick(isBrief ? [2_000, 6_000, 12_000] : [10_000, 40_000, 90_000]),
    log: rates(),
    rows: rowsRates(),
    keys: rates(),
    killsEveryMs: every(8_000, 30_000),
    stopsEveryMs: every(15_000, 40_000),
    pausesEveryMs: every(8_000, 30_000),
    logOutagesEveryMs: every(20_000, 60_000),
    rowsOutagesEveryMs: every(20_000, 60_000),
    keysOutagesEveryMs: every(Infinity, 20_000, 60_000),
    dropsEveryMs: every(Infinity, Infinity, 6_000, 40_000),
    restoresEveryMs: every(Infinity, Infinity, Infinity, 20_000),
    upgradesEveryMs: every(Infinity, Infinity, 10_000),
    clockStepsEveryMs: every(Infinity, 15_000),
    cutsEveryMs: every(Infinity, 15_000),
    lostAnswers: isRough ? random.pick([0, 0.02, 0.1]) : 0,
    endsAreSeen: random.chance(0.5),
    clockOffsetMs: random.pick([0, 0, 300]),
  };
  return splitsRoles ? { ...drawn, upgradesEveryMs: Infinity } : drawn;
}
