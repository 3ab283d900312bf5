import type { Client } from '../../support/client.js';
import { success } from '../../support/client.js';
import { Random } from '../../support/random.js';
import type { Call } from '../../support/types.js';
import { until } from '../../support/until.js';

/** A call that a dialer was given, and the agent it asked for. */
export interface Given {
  readonly call: Call;
  readonly agent: string;
}

interface Dialer {
  readonly agent: string;
  readonly client: Client;
  readonly random: Random;
  /** Answers without a call, since it was last given one. */
  empty: number;
}

/** Dialers that ask for the next calls without a pause, at several processes. */
export class RacingDialers {
  readonly given: Given[] = [];
  private goingOn = true;
  private readonly dialers: readonly Dialer[];
  private readonly work: Promise<unknown>;

  /** Starts one dialer for each agent at each of the clients, which may be of different processes. */
  constructor(clients: readonly Client[], agents: readonly string[], random: Random) {
    this.dialers = clients.flatMap((client) =>
      agents.map((agent) => ({ agent, client, random: new Random(random.below(2 ** 31)), empty: 0 })),
    );
    this.work = Promise.all(this.dialers.map((dialer) => this.dial(dialer)));
    // `askedInVain` or `stop` throws the error.
    this.work.catch(() => (this.goingOn = false));
  }

  /** Waits until each dialer has had this number of further answers in a row without a call. */
  async askedInVain(times: number): Promise<void> {
    for (const dialer of this.dialers) dialer.empty = 0;
    const allHave = (): boolean => this.dialers.every(({ empty }) => empty >= times);
    await until('nobody is left to be called', () => allHave() || !this.goingOn);
    if (!this.goingOn) await this.work;
  }

  /** Waits until a number of calls were given, or resolves when the dialers are asked to stop. */
  async hasGiven(count: number): Promise<void> {
    const said = () => `${count} calls are dispatched, not ${this.given.length}`;
    await until(said, () => this.given.length >= count || !this.goingOn);
    if (!this.goingOn) await this.work;
  }

  async stop(): Promise<void> {
    this.goingOn = false;
    await this.work;
  }

  private async dial(dialer: Dialer): Promise<void> {
    const { agent, client, random } = dialer;
    const inHand: Call[] = [];
    while (this.goingOn) {
      if (inHand.length > 0 && random.below(3) > 0) {
        const [{ call_id }] = inHand.splice(0, 1) as [Call];
        success(await client.post(`/calls/${call_id}/end`, { result: 'no_answer' }), 200);
        continue;
      }
      const answer = await client.post('/dialer/next', { limit: 1 + random.below(3), agent_id: agent });
      const { calls } = success<{ calls: readonly Call[] }>(answer, 200);
      inHand.push(...calls);
      this.given.push(...calls.map((call) => ({ call, agent })));
      // With a call of its own in hand a dialer may wait for itself.
      dialer.empty = calls.length + inHand.length > 0 ? 0 : dialer.empty + 1;
    }
  }
}
