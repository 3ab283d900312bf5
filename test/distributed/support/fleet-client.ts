import { setTimeout } from 'node:timers/promises';
import type { Answer, Request } from '../../support/http.js';
import type { Random } from '../../support/random.js';
import type { Fleet } from './fleet.js';
import { PatientClient } from './patient-client.js';

/** Milliseconds after which an answer is not waited for any longer, and the request is sent to another process. */
const ANSWER_MS = 6_000;

/**
 * A patient client of a whole fleet, as a load balancer makes one: each try goes to some process that serves the API. A
 * request that is not answered in time, or whose connection breaks, is sent again like one that is refused with 503.
 */
export class FleetClient extends PatientClient {
  constructor(
    private readonly fleet: Fleet,
    private readonly random: Random,
    token: string,
  ) {
    super(undefined as never, fleet.serving[0]!.contract, token);
  }

  /** @returns undefined where no process has answered */
  protected override async ask(request: Request): Promise<Answer | undefined> {
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
