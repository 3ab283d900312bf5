import { setTimeout } from 'node:timers/promises';
import { Client } from '../../support/client.js';
import type { Answer, Request } from '../../support/http.js';
import { expectProblem } from '../../support/problem.js';

/** Milliseconds between two tries; the Retry-After of the service has whole seconds, which would slow the tests. */
const RETRY_MS = 100;
/** Longer than any fault in the tests. */
const PATIENCE_MS = 120_000;

let keys = 0;

/**
 * A client that behaves as the contract asks (docs/reference/http-contract.md#idempotency-key): each write has a key,
 * and after a 503 it is retried with that key until it is answered.
 */
export class PatientClient extends Client {
  /** The number of writes that came without a key, got one here, and took effect. */
  added = 0;

  override async send(request: Request): Promise<Answer> {
    const keyed = request.method === 'GET' || request.headers?.['idempotency-key'] !== undefined;
    if (keyed) return this.untilAnswered(request);
    keys += 1;
    const headers = { ...request.headers, 'idempotency-key': `patient-${keys}` };
    const answer = await this.untilAnswered({ ...request, headers });
    if (answer.status < 300) this.added += 1;
    return answer;
  }

  /** One try. @returns undefined where it came to no answer, and may be sent again */
  protected ask(request: Request): Promise<Answer | undefined> {
    return super.send(request);
  }

  private async untilAnswered(request: Request): Promise<Answer> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const answer = await this.ask(request);
      if (answer && answer.status !== 503) return answer;
      if (answer) expectUnavailable(answer);
      if (performance.now() > deadline) {
        const last = answer ? `still 503: ${answer.bytes.toString()}` : 'no answer';
        throw new Error(`${request.method} ${request.path}, after ${PATIENCE_MS} ms: ${last}`);
      }
      await setTimeout(RETRY_MS);
    }
  }
}

/** Expects a 503 as in docs/quality.md#reliability: a problem document, and a Retry-After. */
export function expectUnavailable(answer: Answer): void {
  expectProblem(answer, 'unavailable');
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
}
