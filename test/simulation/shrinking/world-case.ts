import { type Conditions, drawConditions } from '../conditions.js';
import { SeededRandom } from '../kernel/seeded-random.js';
import { drawSize } from '../size.js';
import { NO_FAULTS } from '../stores/network.js';
import { NO_LIMITS, type WorkLimits } from '../work/work-limits.js';
import type { Size } from '../world.js';

/** What a world of one seed is made of: less of it is a shorter story. */
export interface WorldCase {
  readonly size: Size;
  readonly conditions: Conditions;
  readonly work: WorkLimits;
}

/** The case that the seed draws. */
export function drawnCase(seed: number): WorldCase {
  const size = drawSize(seed);
  return { size, conditions: drawConditions(new SeededRandom(seed).fork('conditions'), size), work: NO_LIMITS };
}

/** The least of each condition: no trouble of that kind. */
const CALM: Partial<Conditions> = {
  ...{ processes: 1, splitsRoles: false, answersAhead: false, troubleMs: 0, lostAnswers: 0, clockOffsetMs: 0 },
  ...{ killsEveryMs: Infinity, stopsEveryMs: Infinity, pausesEveryMs: Infinity },
  ...{ logOutagesEveryMs: Infinity, rowsOutagesEveryMs: Infinity, keysOutagesEveryMs: Infinity },
  dropsEveryMs: Infinity,
  ...{ restoresEveryMs: Infinity, upgradesEveryMs: Infinity, clockStepsEveryMs: Infinity, cutsEveryMs: Infinity },
};
const LEAST_WORK: Partial<WorkLimits> = {
  ...{ workspaces: 1, clients: 1, steps: 1, operations: 0, contacts: 1, lists: 1, outcomes: 0, rebuilds: 0 },
  ...{ keyed: 0, twins: 0, repeats: 0, returns: 0, imports: 0, polls: 0, dispositions: 0, writePauses: 0 },
  ...{ failingReceivers: 0, brokenSteps: 0 },
};
/** Numbers that are halved where the least of them is too little. */
const HALVED = [
  'processes',
  'troubleMs',
  'clients',
  'steps',
  'operations',
  'contacts',
  'lists',
  'outcomes',
  'imports',
  'rebuilds',
];

/** Cases with less in one respect, those first that leave out most. */
export function* smallerCases(whole: WorldCase): Generator<WorldCase> {
  const { conditions, work } = whole;
  if (whole.size === 'whole') yield { ...whole, size: 'brief' };
  for (const calmer of smallerRecords(conditions, CALM)) yield { ...whole, conditions: calmer };
  for (const store of ['log', 'rows', 'keys'] as const)
    for (const rates of smallerRecords(conditions[store], NO_FAULTS))
      yield { ...whole, conditions: { ...conditions, [store]: rates } };
  for (const less of smallerRecords(work, LEAST_WORK)) yield { ...whole, work: less };
  for (const name of work.operationsLeft) {
    const operationsLeft = work.operationsLeft.filter((each) => each !== name);
    if (operationsLeft.length > 0) yield { ...whole, work: { ...work, operationsLeft } };
  }
}

function* smallerRecords<Fields extends object>(record: Fields, least: Partial<Fields>): Generator<Fields> {
  const entries = Object.entries(least) as [keyof Fields & string, number][];
  const changed = entries.filter(([name, value]) => record[name] !== value);
  for (const [name, value] of changed) yield { ...record, [name]: value };
  for (const [name, value] of changed) {
    const half = Math.ceil(((record[name] as number) + value) / 2);
    if (HALVED.includes(name) && half !== record[name]) yield { ...record, [name]: half };
  }
}
