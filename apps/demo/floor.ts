import { workDay, type Workplace } from './agent.js';
import type { Call } from './api.js';
import type { Client } from './client.js';
import { type FloorClock, HOURS, minutesIn } from './floor-clock.js';
import type { Ground } from './ground.js';

const AGENTS = ['Mia', 'Noah', 'Zoe'];
const CLOSES = HOURS * 60;

/** What the floor has done so far. */
export interface Day {
  /** Minutes since it opened. */
  readonly minute: number;
  /** What each agent is doing. */
  readonly agents: ReadonlyMap<string, string>;
  readonly calls: number;
  /** Calls by the list that they were dialed from (its id, or '' for none). */
  readonly callsFrom: ReadonlyMap<string, number>;
  /** Calls that are over, by result and by disposition. */
  readonly results: ReadonlyMap<string, number>;
  readonly dispositions: ReadonlyMap<string, number>;
}

/**
 * Plays a day: the agents take turns by the floor's own minutes, one request after the other, so that the day is the same each time it is played. Without
 * a clock to put ahead nothing that waits becomes due, and the day is over when all agents find nobody.
 * @param look called after every turn
 */
export async function playDay(
  {
    client,
    ground,
    clock,
  }: { readonly client: Client; readonly ground: Ground; readonly clock: FloorClock | undefined },
  look: (day: Day) => Promise<void>,
): Promise<Day> {
  const floor = new CallFloor(client, ground, clock !== undefined);
  const shifts = AGENTS.map((name) => ({ day: workDay(name, floor), free: 0 }));
  while (shifts.length > 0) {
    const next = shifts.reduce((first, shift) => (shift.free < first.free ? shift : first));
    if (next.free > floor.minute) {
      floor.minute = next.free;
      await clock?.(minutesIn(floor.minute));
    }
    if (!clock && floor.isIdle) floor.close();
    const turn = await next.day.next();
    if (turn.done === true) shifts.splice(shifts.indexOf(next), 1);
    else next.free += turn.value;
    await look(floor);
  }
  return floor;
}

class CallFloor implements Workplace, Day {
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
    readonly ground: Ground,
    readonly mayLose: boolean,
  ) {}

  get open(): boolean {
    return !this.closed && this.minute < CLOSES;
  }

  /** Nobody has a call, and nobody has found one. */
  get isIdle(): boolean {
    return this.idle.size === AGENTS.length;
  }

  close(): void {
    this.closed = true;
  }

  says(agent: string, what: string): void {
    this.agents.set(agent, what);
    this.idle.delete(agent);
  }

  idles(agent: string): void {
    this.agents.set(agent, 'finds nobody to call');
    this.idle.add(agent);
  }

  began({ smart_list_id }: Call): void {
    this.calls += 1;
    count(this.callsFrom, smart_list_id ?? '');
  }

  over(_call: Call, result: string, disposition?: string): void {
    count(this.results, result);
    if (disposition !== undefined) count(this.dispositions, disposition);
  }
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
