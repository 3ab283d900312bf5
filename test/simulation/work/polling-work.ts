import type { Client, Random, Told, World } from '../world.js';
import type { Known } from './known.js';
import { callsOf, phoneOf, post, type Wish } from './operations.js';

/** What it dials: one list, or all. */
interface Scope {
  readonly smart_list_id?: string;
}

/** Calls of one round at most: others may fill its scope as fast as it is dialed. */
const MAX_CALLS = 40;
/** Requests in a drained scope: each process remembers it with the second that it gets, and answers the next by it. */
const POLLS = 12;
/** Requests after somebody was added to it. */
const POLLS_AFTER = 4;

/**
 * A dialer that calls until nobody is left, and then asks again and again, as dialers do: processes remember which
 * scopes are drained, and until when. Then somebody can be called again, and it asks on.
 */
export class PollingWork {
  private readonly dialer: Client;

  constructor(
    private readonly world: World,
    private readonly known: Known,
    private readonly random: Random,
  ) {
    this.dialer = world.client('dialer who polls');
  }

  /** @param withinMs each round begins within so many milliseconds after the one before */
  async run(rounds: number, withinMs: number): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      await this.world.sleep(this.random.below(withinMs));
      const scope = this.scope();
      await this.drain(scope);
      // Short pauses find what an event changes, long ones what time changes.
      const pause = this.random.pick([20, 20, 1_000, 1_000, 10_000, 30_000]);
      await this.poll(scope, POLLS, pause);
      await this.addSomebody(scope);
      await this.poll(scope, POLLS_AFTER, pause);
    }
  }

  private scope(): Scope {
    return this.random.chance(0.4) ? { smart_list_id: this.known.one('lists') } : {};
  }

  /** Calls, and ends each call, until nobody is left. */
  private async drain(scope: object): Promise<void> {
    for (let call = 0; call < MAX_CALLS; call += 1) {
      const told = await this.ask(nextIn(scope));
      const [id] = callsOf(told);
      if (id === undefined) return;
      await this.end(id);
    }
  }

  /** Asks as a dialer that names no agent, and, as often, for one who may have callbacks. */
  private async poll(scope: Scope, times: number, pause: number): Promise<void> {
    const agent = { agent_id: `agent-${this.random.below(3)}` };
    for (let poll = 0; poll < times; poll += 1) {
      const wanted = { ...scope, ...(this.random.chance(0.5) && agent) };
      const path = `/dialer/preview?${new URLSearchParams({ limit: '1', ...wanted }).toString()}`;
      if (this.random.chance(0.3)) await this.ask({ method: 'GET', path });
      else for (const id of callsOf(await this.ask(nextIn(wanted)))) await this.end(id);
      await this.world.sleep(this.random.below(pause));
    }
  }

  /** A new contact, on the list that is dialed where it is one. */
  private async addSomebody({ smart_list_id: list = this.known.one('lists') }: Scope): Promise<void> {
    const phone = phoneOf(60 + this.random.below(30));
    await this.ask(post('/contacts/batch', { contacts: [{ phone }] }));
    await this.ask(post(`/smart-lists/${list}/members/batch`, { members: [{ phone }] }));
  }

  private end(id: string): Promise<Told> {
    const result = this.random.pick(['no_answer', 'busy', 'answered']);
    return this.ask(post(`/calls/${id}/end`, { result }));
  }

  private ask(wish: Wish): Promise<Told> {
    return this.known.ask(this.dialer, wish);
  }
}

const nextIn = (scope: object): Wish => post('/dialer/next', { limit: 1, ...scope });
