import { runAgent, type AgentContext } from './agent.js';
import type { Call } from './api.js';
import type { Client } from './client.js';
import { type SetClock, OPENING_HOURS, afterOpening } from './simulated-time.js';
import type { SeedData } from './seed-data.js';

const AGENTS = ['Mia', 'Noah', 'Zoe'];
const CLOSES = OPENING_HOURS * 60;

/** The state of the simulated day. */
export interface DayState {
  /** Minutes since opening time. */
  readonly minute: number;
  /** What each agent is doing. */
  readonly agents: ReadonlyMap<string, string>;
  readonly calls: number;
  /** Calls by the list that they were dialed from (its id, or '' for none). */
  readonly callsFrom: ReadonlyMap<string, number>;
  /** Finished calls by result and by disposition. */
  readonly results: ReadonlyMap<string, number>;
  readonly dispositions: ReadonlyMap<string, number>;
}

/**
 * Simulates a day. The agents take turns by simulated time, one request after the other, so that every run is the same.
 * Without a test clock no waiting member becomes due, and the day ends when all agents are idle.
 * @param onTurn called after every turn
 */
export async function simulateDay(
  {
    client,
    seedData,
    clock,
  }: { readonly client: Client; readonly seedData: SeedData; readonly clock: SetClock | undefined },
  onTurn: (day: DayState) => Promise<void>,
): Promise<DayState> {
  const simulation = new Simulation(client, seedData, clock !== undefined);
  const shifts = AGENTS.map((name) => ({ day: runAgent(name, simulation), free: 0 }));
  while (shifts.length > 0) {
    const next = shifts.reduce((first, shift) => (shift.free < first.free ? shift : first));
    if (next.free > simulation.minute) {
      simulation.minute = next.free;
      await clock?.(afterOpening(simulation.minute));
    }
    if (!clock && simulation.isIdle) simulation.close();
    const turn = await next.day.next();
    if (turn.done === true) shifts.splice(shifts.indexOf(next), 1);
    else next.free += turn.value;
    await onTurn(simulation);
  }
  return simulation;
}

class Simulation implements AgentContext, DayState {
  minute = 0;
  calls = 0;
  readonly agents = new Map(AGENTS.map((name) => [name, 'sits down']));
  readonly callsFrom = new Map<string, number>();
  readonly results = new Map<string, number>();
  readonly dispositions = new Map<string, number>();
  private readonly idle = new Set<string>();
  private closed = false;

  constructor(
    readonly client: Client,
    readonly seedData: SeedData,
    readonly allowsLostCalls: boolean,
  ) {}

  get open(): boolean {
    return !this.closed && this.minute < CLOSES;
  }

  /** No agent has a call or was given one at its last request. */
  get isIdle(): boolean {
    return this.idle.size === AGENTS.length;
  }

  close(): void {
    this.closed = true;
  }

  setActivity(agent: string, what: string): void {
    this.agents.set(agent, what);
    this.idle.delete(agent);
  }

  setIdle(agent: string): void {
    this.agents.set(agent, 'has no contact to call');
    this.idle.add(agent);
  }

  callStarted({ smart_list_id }: Call): void {
    this.calls += 1;
    count(this.callsFrom, smart_list_id ?? '');
  }

  callEnded(_call: Call, result: string, disposition?: string): void {
    count(this.results, result);
    if (disposition !== undefined) count(this.dispositions, disposition);
  }
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
