import { setTimeout } from 'node:timers/promises';
import type { Answer, Request } from '../../support/http.js';
import { Client } from '../../support/client.js';
import type { Random } from '../../support/random.js';
import type { Fleet } from './fleet.js';
import { expectUnavailable } from './patient-client.js';

/** Milliseconds after which an answer is not waited for any longer, and the request is sent to another process. */
const ANSWER_MS = 6_000;
/** Milliseconds between two tries. */
const RETRY_MS = 50;
/** Longer than any trouble of a fleet. */
const PATIENCE_MS = 150_000;

let clients = 0;

/**
 * A client of a whole fleet, as a load balancer makes one: each request goes to some process that serves the API. A
 * request that is refused with 503, that is not answered in time, or whose connection breaks is sent to another one;
 * writes with their Idempotency-Key, which they get here if they have none.
 */
export class FleetClient extends Client {
  /** The number of writes that came without a key, and took effect. */
  added = 0;
  private readonly number = (clients += 1);
  private keys = 0;

  constructor(
    private readonly fleet: Fleet,
    private readonly random: Random,
    token: string,
  ) {
    super(undefined as never, fleet.serving[0]!.contract, token);
  }

  override async send(request: Request): Promise<Answer> {
    if (request.method === 'GET' || request.headers?.['idempotency-key'] !== undefined) return this.untilTold(request);
    this.keys += 1;
    const headers = { ...request.headers, 'idempotency-key': `fleet-${this.number}-${this.keys}` };
    const answer = await this.untilTold({ ...request, headers });
    if (answer.status < 300) this.added += 1;
    return answer;
  }

  private async untilTold(request: Request): Promise<Answer> {
    const deadline = performance.now() + PATIENCE_MS;
    while (performance.now() < deadline) {
      const answer = await this.ask(request);
      if (answer && answer.status !== 503) return answer;
      if (answer) expectUnavailable(answer);
      await setTimeout(RETRY_MS);
    }
    throw new Error(`not answered by any process within ${PATIENCE_MS} ms: ${request.method} ${request.path}`);
  }

  /** @returns undefined where no process has answered */
  private async ask(request: Request): Promise<Answer | undefined> {
    const { serving } = this.fleet;
    if (serving.length === 0) return undefined;
    const process = this.random.oneOf(serving);
    const answer = process.client(this.token).send(request);
    const tooLate = new AbortController();
    try {
      return await Promise.race([answer, setTimeout(ANSWER_MS, undefined, { signal: tooLate.signal })]);
    } catch (error) {
      if (isBroken(error)) return undefined;
      throw error;
    } finally {
      tooLate.abort();
      // What comes after all is answered to nobody.
      answer.catch(() => undefined);
    }
  }
}

/** Whether the connection could not be made, or ended before the answer. */
function isBroken(error: unknown): boolean {
  return ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(String((error as NodeJS.ErrnoException).code));
}
