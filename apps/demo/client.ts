/** A running service and a key with all scopes. */
export interface Target {
  readonly url: string;
  readonly key: string;
}

/** A request failed or was not answered; the message is one sentence. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** Timeout of a request in milliseconds: the demo ends instead of waiting for a service that hangs. */
const TIMEOUT_MS = 30_000;

/** A client as an integrator would write it: one function over fetch. */
export class Client {
  /** Number of successful requests. */
  requests = 0;

  constructor(private readonly target: Target) {}

  /**
   * Sends one request and returns the body of its 2xx answer.
   * @throws Refused with the detail of the problem document, or with a sentence about a missing or malformed answer.
   */
  async call<Answer>(method: string, path: string, body?: object, idempotencyKey?: string): Promise<Answer> {
    const url = `${this.target.url}${path}`;
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${this.target.key}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new Refused(`No service answers at ${url}.`);
    });
    const answer = (await response.json().catch(() => {
      throw new Refused(`What answers at ${url} is no such service: ${response.status}, and no JSON.`);
    })) as Answer & { code?: string; detail?: string };
    if (!response.ok) throw new Refused(`${method} ${path}: ${response.status} ${answer.code}: ${answer.detail}`);
    this.requests += 1;
    return answer;
  }
}
