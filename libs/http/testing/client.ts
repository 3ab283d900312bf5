import type { Toy } from './toy-app.js';

export const JSON_TYPE = { 'content-type': 'application/json' };
export const WRITER = { authorization: 'Bearer writer' };
export const READER = { authorization: 'Bearer reader' };
export const ID = '0198f4b2-7c1e-7a3b-9d4e-5f60718293a4';

/** The body of a request. */
export type Body = string | Uint8Array<ArrayBuffer>;

/** An answer, its body parsed if it is JSON. */
export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Sends requests to the toy that `toy` returns at that moment. */
export function clientOf(toy: () => Toy) {
  async function send(method: string, path: string, headers: RequestInit['headers'] = {}, body?: Body): Promise<Sent> {
    const answer = await fetch(toy().url + path, { method, headers, ...(body !== undefined && { body }) });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') && text !== '';
    return { status: answer.status, headers: answer.headers, body: isJson ? (JSON.parse(text) as Sent['body']) : {} };
  }
  const post = (body: Body, path = '/things') => send('POST', path, { ...WRITER, ...JSON_TYPE }, body);
  return { send, post };
}

/** The errors of a problem document, as `pointer code`. */
export function errorsOf({ body }: Sent): string[] {
  const errors = (body['errors'] ?? []) as { pointer: string; code: string }[];
  return errors.map(({ pointer, code }) => `${pointer} ${code}`);
}
