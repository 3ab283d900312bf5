import type { Random } from '../../support/random.js';
import type { Client } from '../../support/client.js';
import { jsonOf } from '../../support/contract.js';
import type { Answer, Request } from '../../support/http.js';
import type { Call } from '../../support/types.js';

const RESULTS = ['answered', 'answered', 'no_answer', 'busy', 'voicemail', 'failed', 'not_placed'];

/** A dialer: takes calls, ends them, applies dispositions, takes the next calls. Every write has an Idempotency-Key. */
export class Dialer {
  /** The calls it was given, one array per answer. */
  readonly taken: (readonly Call[])[] = [];
  /** The request without an answer; sent again with its key when work continues. */
  private unanswered: Request | undefined;
  private inHand: readonly Call[] = [];
  private writes = 0;

  /** @param dispositions ids of the outcomes that it may apply to an ended call */
  constructor(
    private readonly name: string,
    private readonly random: Random,
    private readonly dispositions: readonly string[],
  ) {}

  /** Works until told to stop or the service is killed; calls back after each answer. */
  async work(client: Client, goesOn: () => boolean, answered: () => void = () => undefined): Promise<void> {
    while (goesOn()) {
      this.unanswered ??= this.next();
      let answer: Answer;
      try {
        answer = await client.send(this.unanswered);
      } catch (error) {
        if (goesOn()) throw error;
        return;
      }
      this.take(answer);
      this.unanswered = undefined;
      answered();
    }
  }

  private next(): Request {
    this.writes += 1;
    const [call] = this.inHand;
    const write = (path: string, json?: object) => ({
      ...{ method: 'POST', path, headers: { 'idempotency-key': `${this.name}-${this.writes}` } },
      ...(json && { json }),
    });
    if (!call) return write('/dialer/next', { limit: 1 + this.random.below(3) });
    const path = `/calls/${call.call_id}`;
    if (call.state === 'ended') return write(`${path}/outcomes`, { outcome_id: this.random.oneOf(this.dispositions) });
    if (this.random.below(5) === 0) return write(`${path}/heartbeat`);
    return write(`${path}/end`, { result: this.random.oneOf(RESULTS) });
  }

  private take(answer: Answer): void {
    const [first, ...rest] = this.inHand;
    const body = jsonOf(answer) as { readonly calls?: readonly Call[]; readonly call?: Call; readonly code?: string };
    if (answer.status === 200 && body.calls) {
      this.taken.push(body.calls);
      this.inHand = body.calls;
    } else if (answer.status === 200 && body.call) {
      const { state } = body.call;
      // Some ended calls are left to their wrap-up timeout.
      const done = state === 'completed' || (state === 'ended' && this.random.below(4) === 0);
      this.inHand = done ? rest : [body.call, ...rest];
    } else {
      // The lease or the wrap-up time had expired before.
      expect({ status: answer.status, code: body.code, call: first?.call_id }).toMatchObject({
        status: 409,
        code: 'call_state_conflict',
      });
      this.inHand = rest;
    }
  }
}
