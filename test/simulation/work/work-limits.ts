import { type OperationName, USUAL } from './operations.js';
import type { Plan } from './plan.js';

/** The most that work does, whatever the plan of its seed says. */
export interface WorkLimits {
  readonly workspaces: number;
  readonly clients: number;
  readonly steps: number;
  /** Of the operator. */
  readonly operations: number;
  readonly contacts: number;
  readonly lists: number;
  readonly outcomes: number;
  /** What is asked for about rebuilds of the rows. */
  readonly rebuilds: number;
  readonly keyed: number;
  readonly twins: number;
  readonly repeats: number;
  readonly returns: number;
  readonly imports: number;
  /** Rounds of the dialer that polls. */
  readonly polls: number;
  /** Rounds of the agent who disposes. */
  readonly dispositions: number;
  /** Pauses of the writes of a workspace. */
  readonly writePauses: number;
  /** The share of webhooks that receivers refuse. */
  readonly failingReceivers: number;
  /** The share of deliveries and erasures of which a step fails by itself. */
  readonly brokenSteps: number;
  readonly operationsLeft: readonly OperationName[];
}

/** Above every plan. */
export const NO_LIMITS: WorkLimits = {
  ...{ workspaces: 2, clients: 4, steps: 40, operations: 6, contacts: 600, lists: 4, outcomes: 4, rebuilds: 10 },
  ...{ keyed: 1, twins: 1, repeats: 1, returns: 1, imports: 2, polls: 2, dispositions: 3, writePauses: 2 },
  ...{ failingReceivers: 1, brokenSteps: 1 },
  operationsLeft: Object.keys(USUAL) as OperationName[],
};

/** A plan within limits. */
export function planWithin(plan: Plan, limits: WorkLimits): Plan {
  const names = [
    'clients',
    'steps',
    'operations',
    'contacts',
    'lists',
    'outcomes',
    'keyed',
    'twins',
    'repeats',
    'returns',
    'imports',
    'polls',
    'dispositions',
    'writePauses',
  ] as const;
  const numbers = Object.fromEntries(names.map((name) => [name, Math.min(plan[name], limits[name])]));
  const weights = Object.fromEntries(
    Object.entries(plan.weights).map(([name, weight]) => [
      name,
      limits.operationsLeft.includes(name as OperationName) ? weight : 0,
    ]),
  ) as Plan['weights'];
  const isIdle = Object.values(weights).every((weight) => weight === 0);
  return { ...plan, ...numbers, weights, ...(isIdle && { steps: 0 }) };
}
