import { createClient, type ClientOptions, type SmartListsClient } from '../client.js';
import { VirtualClock } from './virtual-clock.js';

/** A request as it reached the service. */
export interface Sent {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
  /** Milliseconds since the test began. */
  readonly at: number;
}

export type Answering = (sent: Sent, request: Request) => Response | Promise<Response>;

export const BASE_URL = 'https://lists.example.com';

/** A client whose requests are answered here, one after another; the last answer is given again. */
export function clientOf(
  answers: readonly Answering[],
  options: Partial<ClientOptions> = {},
  clock = new VirtualClock(),
) {
  const start = clock.now();
  const sent: Sent[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { method, url, headers } = request;
    const text = await request.text();
    const [path, body] = [url.slice(BASE_URL.length), text === '' ? undefined : (JSON.parse(text) as unknown)];
    sent.push({ method, path, headers, body, at: clock.now() - start });
    return answers[Math.min(sent.length, answers.length) - 1]!(sent.at(-1)!, request);
  };
  const defaults = { baseUrl: BASE_URL, apiKey: 'sl_test_key', fetch, clock, random: () => 0 };
  const client: SmartListsClient = createClient({ ...defaults, ...options });
  return { client, clock, sent };
}

export function json(body: object, status = 200, headers: Record<string, string> = {}): Answering {
  return () => Response.json(body, { status, headers });
}

export function problem(status: number, code: string, headers: Record<string, string> = {}): Answering {
  const body = {
    ...{ type: '/docs/errors', title: code, status, detail: `${code}!`, instance: '/' },
    ...{
      ok: false,
      code,
      request_id: 'r1',
      errors: [{ pointer: '/name', code: 'required', detail: 'name is required' }],
    },
  };
  return () => Response.json(body, { status, headers: { 'Content-Type': 'application/problem+json', ...headers } });
}

/** What fetch does where nobody listens. */
export const unreachable: Answering = () => {
  throw new TypeError('fetch failed');
};

/** No answer until the request is aborted. */
export const silent: Answering = (_sent, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** An answer whose connection breaks within the body. */
export const broken: Answering = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"ok":'));
        controller.error(new TypeError('terminated'));
      },
    }),
  );
