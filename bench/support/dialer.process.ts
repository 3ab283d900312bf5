import { Agent, request } from 'node:http';
import type { Dialed, Dialing } from './dialer.js';

/** A dialer in a process of its own: takes one message with its work, answers with the durations, ends. */
process.once('message', (message) => void work(message as Dialing));

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function work(dialing: Dialing): Promise<void> {
  const times: number[] = [];
  for (let at = 0; at < dialing.count; at += 1) {
    const start = performance.now();
    await once(dialing, at);
    times.push(performance.now() - start);
  }
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  const answer: Dialed = { p50: at(0.5), p99: at(0.99), max: sorted.at(-1)! };
  process.send!(answer, () => process.exit(0));
}

async function once(dialing: Dialing, at: number): Promise<void> {
  const { paths, groups } = dialing;
  if (paths) {
    await send(dialing, 'GET', paths[at % paths.length]!);
    return;
  }
  const wanted = { limit: 1, ...(groups && { dial_group_id: groups[at % groups.length] }) };
  const { calls } = (await send(dialing, 'POST', '/dialer/next', wanted, `${dialing.salt}-next-${at}`)) as {
    calls: { call_id: string }[];
  };
  if (calls.length !== 1) throw new Error('no contact is left to be called');
  await send(dialing, 'POST', `/calls/${calls[0]!.call_id}/end`, { result: 'no_answer' }, `${dialing.salt}-end-${at}`);
}

/** @throws Error unless the answer is 2xx without Projection-Lag. */
function send({ url, key }: Dialing, method: string, path: string, body?: object, unique?: string): Promise<unknown> {
  const bytes = body && JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      {
        method,
        agent,
        headers: {
          authorization: `Bearer ${key}`,
          ...(bytes && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
          ...(unique && { 'idempotency-key': unique }),
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('error', reject).on('end', () => {
          const { statusCode = 0, headers } = answer;
          const late = 'projection-lag' in headers ? ' before the rows showed it' : '';
          if (statusCode >= 200 && statusCode < 300 && late === '') resolve(JSON.parse(text));
          else reject(new Error(`${method} ${path}: ${statusCode}${late} ${text}`));
        });
      },
    );
    sent.on('error', reject).end(bytes);
  });
}
