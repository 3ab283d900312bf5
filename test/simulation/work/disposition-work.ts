import type { Client, Random, World } from '../world.js';
import type { Known } from './known.js';
import { callsOf, post, type Wish } from './operations.js';

/** Calls of one round. */
const CALLS = 4;
/** Requests for somebody to call behind each disposition. */
const ASKS = 2;
/** Retry gaps of dispositions, in seconds: longer than those of most lists. */
const GAPS = [10, 60, 600];

/**
 * An agent who says after each call what came of it, by a disposition that has a retry gap of its own, and dials on at
 * once: whoever was called must wait for that gap.
 */
export class DispositionWork {
  private readonly agent: Client;

  constructor(
    private readonly world: World,
    private readonly known: Known,
    private readonly random: Random,
  ) {
    this.agent = world.client('agent who disposes');
  }

  /** @param withinMs each round begins within so many milliseconds after the one before */
  async run(rounds: number, withinMs: number): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      await this.world.sleep(this.random.below(withinMs));
      const named = { outcome_name: `disposition ${this.random.below(1_000)}`, outcome_type: 'disposition' };
      const made = await this.ask(post('/phone-system/outcomes', { ...named, retry_seconds: this.random.pick(GAPS) }));
      if (made.kind !== 'answered' || made.status !== 201) continue;
      const { outcome } = made.body as { readonly outcome: { readonly outcome_id: string } };
      for (let call = 0; call < CALLS; call += 1) await this.call(outcome.outcome_id);
    }
  }

  private async call(outcome_id: string): Promise<void> {
    for (let ask = 0; ask < ASKS; ask += 1) {
      const [id] = callsOf(await this.ask(post('/dialer/next', { limit: 1 })));
      if (id === undefined) return;
      await this.ask(post(`/calls/${id}/end`, { result: this.random.pick(['answered', 'no_answer']) }));
      await this.ask(post(`/calls/${id}/outcomes`, { outcome_id }));
      await this.world.sleep(this.random.pick([20, 1_000, 5_000]));
    }
  }

  private ask(wish: Wish): ReturnType<Known['ask']> {
    return this.known.ask(this.agent, wish);
  }
}
