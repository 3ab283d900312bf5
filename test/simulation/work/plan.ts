import type { Random, Size } from '../world.js';
import { type OperationName, USUAL, ZONES } from './operations.js';

/** What one run is about: drawn per seed, so that rare mixtures come up (swarm testing). */
export interface Plan {
  readonly time_zone: string;
  readonly settings: object;
  /** Whether contacts have limits over all lists, which change, and share numbers. */
  readonly limits: boolean;
  /** Whether it has calling hours, and contacts in several zones. */
  readonly hours: boolean;
  readonly contacts: number;
  readonly lists: number;
  readonly outcomes: number;
  /** Whether each list gets all contacts at first. */
  readonly fillsLists: boolean;
  readonly clients: number;
  /** Requests of each client. */
  readonly steps: number;
  readonly weights: Readonly<Record<OperationName, number>>;
  /** What the operator does, and how many times. */
  readonly operations: number;
  readonly operator: Readonly<Record<'settings' | 'quotas' | 'makeKey' | 'revokeKey' | 'limits' | 'hours', number>>;
  /**
   * The share of writes that have an Idempotency-Key; of those, that are sent twice at once, or again after the answer.
   */
  readonly keyed: number;
  readonly twins: number;
  readonly repeats: number;
  /** Whether the workspace is deleted while clients work. */
  readonly deletes: boolean;
  /** How many contacts are erased and imported again at once. */
  readonly returns: number;
  /** Steps of those who declare attributes, change and search them. */
  readonly attributes: number;
  /** Files that are imported, each by a client of its own. */
  readonly imports: number;
  /** Rounds of a dialer that calls until nobody is left, and asks on. */
  readonly polls: number;
  /** Rounds of an agent who disposes of each call and dials on. */
  readonly dispositions: number;
  /** How many times the operator pauses the writes of the workspace. */
  readonly writePauses: number;
  /** Until the next request of a client, in milliseconds. */
  pause(random: Random): number;
}

/** Operations that change what places in the queue depend on: without them the order of dialing is exact throughout. */
const OF_PLACES: readonly OperationName[] = ['changeLimits', 'changeGaps', 'changeWindows', 'resetList'];
/** All of them in a world, or none. */
const OF_DETAILS: readonly OperationName[] = ['nextAs', 'endWith', 'applyWith', 'changeCall', 'readCalls'];
const OF_PEOPLE: readonly OperationName[] = ['importPeople', 'changeContact', 'readContacts'];
const OF_MEMBERSHIPS: readonly OperationName[] = ['readMember', 'readMemberships'];
const OF_COUNTS: readonly OperationName[] = ['readStats', 'readProgress'];
/** All of them in a world, or none. */
const OF_GAPS: readonly OperationName[] = ['changeGaps', 'changeWindows', 'changeOutcomeGap'];
const OF_ONE_LIST: readonly OperationName[] = ['nextOfList', 'previewList'];
const OF_CALLBACKS: readonly OperationName[] = ['setCallback', 'applyLater', 'nextFor', 'previewFor'];
const OF_NUMBERS: readonly OperationName[] = ['enterNumbers', 'removeNumbers', 'readNumbers'];
const OF_GROUPS: readonly OperationName[] = [
  ...(['createGroup', 'changeGroup', 'deleteGroup'] as const),
  ...(['readGroup', 'nextOfGroup', 'previewGroup'] as const),
];
const OF_HOURS: readonly OperationName[] = [
  ...(['createHours', 'changeHours', 'deleteHours', 'readHours'] as const),
  ...(['nameHours', 'tryHours', 'changeZones'] as const),
];
const OF_PAUSES: readonly OperationName[] = ['pauseList', 'pauseDialing', 'readDialer', 'tryPause'];
/** All of them in a world, or none. */
const OF_ENDPOINTS: readonly OperationName[] = [
  ...(['createEndpoint', 'changeEndpoint', 'deleteEndpoint'] as const),
  ...(['testEndpoint', 'recover', 'readEndpoint'] as const),
];
/** Without these nothing is dialed. */
const ALWAYS: readonly OperationName[] = ['next', 'end'];

/** Contacts on one list above this need a sweep where the list is deleted. */
const OVER_A_SWEEP = 560;

export function drawPlan(random: Random, size: Size): Plan {
  const plan = drawWholePlan(random);
  return size === 'brief' ? inBrief(plan, random.fork('brief')) : plan;
}

/** A few requests of each client, and nothing that takes minutes. */
function inBrief(plan: Plan, random: Random): Plan {
  const brief = {
    ...plan,
    contacts: 2 + random.below(8),
    lists: 1 + random.below(3),
    outcomes: Math.min(plan.outcomes, 2),
    fillsLists: false,
    clients: 1 + random.below(3),
    steps: 4 + random.below(10),
    operations: Math.min(plan.operations, random.below(3)),
    attributes: Math.min(plan.attributes, 8),
    imports: Math.min(plan.imports, 1),
    polls: 0,
    dispositions: 0,
    writePauses: Math.min(plan.writePauses, 1),
  };
  const usual = random.pick([20, 300, 1_000]);
  return { ...brief, pause: (chance) => chance.below(usual) };
}

function drawWholePlan(random: Random): Plan {
  const standsStill = random.chance(0.4);
  const isLong = random.chance(0.01);
  // From a source of its own: worlds without limits of contacts stay the worlds that they were.
  const limits = random.fork('limits of contacts').chance(0.25);
  const hours = random.fork('calling hours').chance(0.2);
  const ofUnlisted = {
    max_attempts_per_day: random.pick([null, 1, 3]),
    min_retry_seconds: random.pick([0, 60, 3_600]),
  };
  return {
    time_zone: random.pick(ZONES),
    settings: {
      lease_seconds: random.pick([10, 30, 120, 7_200]),
      wrap_up_seconds: random.pick([0, 5, 30, 600]),
      unlisted: { enabled: random.chance(0.7), ...ofUnlisted },
      ...(limits && { contact_windows: windowsOf(random.fork('windows of contacts')) }),
    },
    limits,
    hours,
    contacts: isLong ? OVER_A_SWEEP : 3 + random.below(25),
    lists: 1 + random.below(isLong ? 2 : 4),
    outcomes: random.below(4),
    fillsLists: isLong,
    clients: 1 + random.below(4),
    steps: 8 + random.below(30),
    // What such a run is for is the sweep behind the deletion.
    weights: {
      ...weightsOf(random, { hours, without: standsStill ? OF_PLACES : [] }),
      ...(isLong && { deleteList: 10 }),
    },
    operations: standsStill ? 0 : random.below(6),
    operator: { settings: 3, quotas: 2, makeKey: 2, revokeKey: 2, limits: limits ? 3 : 0, hours: hours ? 3 : 0 },
    keyed: random.pick([0, 0.3, 0.8]),
    twins: random.pick([0, 0.2]),
    repeats: random.pick([0, 0.2]),
    deletes: random.chance(0.08),
    // From a source of its own: worlds without returns stay the worlds that they were.
    returns: random.fork('returns').pick([0, 0, 0, 1]),
    attributes: random.fork('attributes').pick([0, 0, 0, 30]),
    imports: random.fork('imports').pick([0, 0, 0, 0, 2]),
    polls: random.fork('polls').pick([0, 0, 0, 0, 2]),
    dispositions: random.fork('dispositions').pick([0, 0, 0, 0, 0, 0, 0, 0, 0, 3]),
    writePauses: random.fork('pauses of writes').pick([0, 0, 0, 0, 0, 0, 0, 1, 2]),
    pause: hours ? pauseThroughHours(pauseOf(random)) : pauseOf(random),
  };
}

/** Limits of a contact over all lists, few enough that some are reached; null: none. */
export function windowsOf(random: Random) {
  if (random.chance(0.1)) return null;
  // The long ones are still full when the world has come to rest.
  const window = () => ({ attempts: 1 + random.below(3), hours: random.pick([1, 3, 24, 48]) });
  return Array.from({ length: 1 + random.below(2) }, window);
}

/** Some are left out, some are asked for four times as much. */
function weightsOf(
  random: Random,
  { hours, without }: { readonly hours: boolean; readonly without: readonly OperationName[] },
): Plan['weights'] {
  const entries = Object.entries(USUAL).map(([name, weight]) => {
    const isLeftOut = without.includes(name as OperationName);
    // From a source of its own, and seldom: most seeds stay the worlds that they were.
    if (name === 'tryLimits') return [name, weight * random.fork(name).pick([0, 0, 0, 1, 4])];
    if (OF_PEOPLE.includes(name as OperationName)) return [name, weight * random.fork('people').pick([0, 0, 0, 1, 4])];
    if (OF_DETAILS.includes(name as OperationName))
      return [name, weight * random.fork('details').pick([0, 0, 0, 1, 4])];
    if (OF_MEMBERSHIPS.includes(name as OperationName))
      return [name, weight * random.fork('readMemberships').pick([0, 0, 0, 0, 0, 0, 1, 4])];
    if (OF_COUNTS.includes(name as OperationName)) return [name, weight * random.fork(name).pick([0, 0, 0, 0, 1, 4])];
    if (OF_PAUSES.includes(name as OperationName)) return [name, weight * random.fork('pauses').pick([0, 0, 0, 0, 1])];
    if (OF_ONE_LIST.includes(name as OperationName))
      return [name, weight * random.fork('one list').pick([0, 0, 0, 0, 1])];
    if (OF_GROUPS.includes(name as OperationName)) return [name, weight * random.fork('groups').pick([0, 0, 0, 0, 1])];
    if (OF_GAPS.includes(name as OperationName))
      return [name, isLeftOut ? 0 : weight * random.fork('gaps').pick([0, 0, 0, 0, 1])];
    if (OF_HOURS.includes(name as OperationName)) {
      // In some worlds contacts stay in their zones: only there the order of dialing is exact.
      const isStill = name === 'changeZones' && random.fork('zones').chance(0.5);
      return [name, hours && !isStill ? weight : 0];
    }
    if (OF_CALLBACKS.includes(name as OperationName))
      return [name, weight * random.fork('callbacks').pick([0, 0, 0, 1, 4])];
    if (OF_NUMBERS.includes(name as OperationName))
      return [name, weight * random.fork('numbers').pick([0, 0, 0, 0, 1])];
    if (name === 'refreshZones') return [name, weight * random.fork(name).pick([0, 0, 0, 0, 1])];
    if (name === 'resetList')
      return [name, isLeftOut ? 0 : weight * random.fork('resets of lists').pick([0, 0, 0, 0, 1, 4])];
    if (name === 'resetMembers') return [name, weight * random.fork('resets').pick([0, 0, 0, 0, 4])];
    if (OF_ENDPOINTS.includes(name as OperationName))
      return [name, weight * random.fork('endpoints').pick([0, 0, 0, 0, 2])];
    const factor = ALWAYS.includes(name as OperationName) ? random.pick([1, 2]) : random.pick([0, 1, 1, 1, 4]);
    return [name, isLeftOut ? 0 : weight * factor];
  });
  return Object.fromEntries(entries) as Plan['weights'];
}

/** Clients that hurry, that take their time, or, in few worlds, let minutes pass: idle processes cost steps, too. */
function pauseOf(random: Random): Plan['pause'] {
  const usual = random.pick([20, 300, 2_000]);
  const long = random.pick([0, 0, 0, 0, 0, 0, 0, 0.02]);
  return (chance) => (chance.chance(long) ? chance.below(600_000) : chance.below(usual));
}

/** The same, and now and then until minutes later: hours open and close once in a quarter of an hour at most. */
function pauseThroughHours(usual: Plan['pause']): Plan['pause'] {
  return (chance) => (chance.chance(0.03) ? chance.below(600_000) : usual(chance));
}
