import { runAgent, type AgentContext } from './agent.js';
import type { Call } from './api.js';
import type { Client } from './client.js';
import { type CallbackCounts, DayCheck, type EndedCall } from './day-check.js';
import { type SetClock, OPENING_HOURS, afterOpening } from './simulated-time.js';
import type { SeedData } from './seed-data.js';

const AGENTS = ['Mia', 'Noah', 'Zoe'];
const CLOSES = OPENING_HOURS * 60;
const QUARTER_MS = 900_000;
/** Minutes from opening time to the lunch of the first agent, and from one agent's to the next one's. */
const LUNCH = { first: 180, apart: 45 };

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
  readonly callbacks: CallbackCounts;
}

/** A day that is over, and what the demo itself says of its calls. */
export interface EndedDay extends DayState {
  readonly check: DayCheck;
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
): Promise<EndedDay> {
  const simulation = new Simulation(client, seedData, clock !== undefined);
  const shifts = AGENTS.map((name, at) => ({
    day: runAgent(name, LUNCH.first + at * LUNCH.apart, simulation),
    free: 0,
  }));
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

class Simulation implements AgentContext, EndedDay {
  minute = 0;
  calls = 0;
  readonly agents = new Map(AGENTS.map((name) => [name, 'sits down']));
  readonly callsFrom = new Map<string, number>();
  readonly results = new Map<string, number>();
  readonly dispositions = new Map<string, number>();
  readonly check: DayCheck;
  private readonly idle = new Set<string>();
  private closed = false;

  constructor(
    readonly client: Client,
    readonly seedData: SeedData,
    /** Without a test clock the service's clock runs in real time. */
    private readonly hasTestClock: boolean,
  ) {
    this.check = new DayCheck(seedData);
  }

  get allowsLostCalls(): boolean {
    return this.hasTestClock;
  }

  get callbacks(): CallbackCounts {
    return this.check.callbacks;
  }

  get open(): boolean {
    return !this.closed && this.minute < CLOSES;
  }

  /** No agent has a call or was given one at its last request. */
  get isIdle(): boolean {
    return this.idle.size === AGENTS.length;
  }

  callbackIn(minutes: number): string {
    const now = this.hasTestClock ? Date.parse(afterOpening(this.minute)) : Date.now();
    const at = minutes === 0 ? now : Math.ceil((now + minutes * 60_000) / QUARTER_MS) * QUARTER_MS;
    return new Date(at).toISOString();
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

  callStarted(agent: string, call: Call): void {
    this.calls += 1;
    count(this.callsFrom, call.smart_list_id ?? '');
    this.check.dispatched(agent, call);
  }

  callEnded(agent: string, call: Call, ended: EndedCall): void {
    count(this.results, ended.result);
    if (ended.disposition !== undefined) count(this.dispositions, ended.disposition);
    this.check.ended(agent, call, ended);
  }
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
