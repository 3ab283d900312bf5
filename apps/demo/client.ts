/** Where the demo plays: a running service and a key with all scopes. */
export interface Target {
  readonly url: string;
  readonly key: string;
}

/** The service answered a request of the story with an error. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** A client as an integrator would write it: one function over fetch. */
export class Client {
  constructor(private readonly target: Target) {}

  /**
   * Sends one request and gives the body of its 2xx answer.
   * @throws Refused with the problem document's sentence otherwise.
   */
  async call<Answer>(method: string, path: string, body?: object, idempotencyKey?: string): Promise<Answer> {
    const response = await fetch(`${this.target.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.target.key}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as Answer & { code?: string; detail?: string };
    if (!response.ok) throw new Refused(`${method} ${path}: ${response.status} ${answer.code}: ${answer.detail}`);
    return answer;
  }
}
