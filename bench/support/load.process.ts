import { importRequests } from './import-requests.js';
import { numberedId } from './events.js';
import type { Counts, Headers, Load, LoadResult } from './load.js';
import { autocannon } from './tools.js';
import type { LoadRequest } from './tools.js';

/** The load generator, in a process of its own: takes one load, answers with the results, ends. */
process.once('message', (message) => void generate(message as Load));

async function generate(load: Load): Promise<void> {
  const counts: Counts = { inserted: 0, lagging: 0, next: 'first' in load ? load.first : 0, span: 0 };
  const { url, connections, seconds: duration, requests: amount, rate: overallRate } = load;
  const length = amount === undefined ? { duration } : { amount };
  const limit = overallRate === undefined ? {} : { overallRate };
  const result = await autocannon({ url, connections, ...length, ...limit, requests: requestsOf(load, counts) });
  const { errors, timeouts, non2xx, latency } = result;
  const answer: LoadResult = {
    errors,
    timeouts,
    non2xx,
    '2xx': result['2xx'],
    duration: result.duration,
    latency: { p50: latency.p50, p99: latency.p99, max: latency.max },
    ...counts,
  };
  process.send!(answer, () => process.exit(0));
}

function requestsOf(load: Load, counts: Counts): readonly LoadRequest[] {
  let number = 0;
  const unique = (): string => `${load.salt}-${(number += 1)}`;
  const authorization = `Bearer ${load.key}`;
  const headers = (): Record<string, string> => ({
    authorization,
    'content-type': 'application/json',
    'idempotency-key': unique(),
  });
  const count = (answerHeaders: Readonly<Record<string, string>>): void => {
    if ('projection-lag' in answerHeaders || 'Projection-Lag' in answerHeaders) counts.lagging += 1;
  };
  const create = (path: string): LoadRequest => ({
    method: 'POST',
    path,
    setupRequest: (request) => ({ ...request, headers: headers(), body: JSON.stringify({ name: `List ${unique()}` }) }),
    onResponse: (_status, body, context, answerHeaders) => {
      context['list'] = /"smart_list_id":"([^"]+)"/.exec(body)?.[1] ?? '';
      count(answerHeaders);
    },
  });
  switch (load.kind) {
    case 'echo':
      return [create('/echo')];
    case 'lists':
      return [create('/smart-lists'), deletion(authorization, unique, count)];
    case 'workspaces':
      return [workspace(headers)];
    case 'changes':
      return [change(load.lists, unique, headers, count)];
    case 'imports':
      return importRequests(load, counts, headers);
    case 'pages':
      return load.paths.map((path) => ({ method: 'GET', path, headers: { authorization } }));
    case 'calls':
      return [dispatch(headers, count), end(headers, count)];
    case 'batches':
      return [batch(load, counts, headers, count)];
  }
}

type CountAnswer = (headers: Readonly<Record<string, string>>) => void;

function change(lists: readonly string[], unique: () => string, headers: Headers, count: CountAnswer): LoadRequest {
  let at = 0;
  return {
    method: 'PATCH',
    path: '/smart-lists/none',
    setupRequest: (request) => ({
      ...request,
      path: `/smart-lists/${lists[(at += 1) % lists.length]!}`,
      headers: headers(),
      body: JSON.stringify({ description: `Changed ${unique()}` }),
    }),
    onResponse: (_status, _body, _context, answerHeaders) => count(answerHeaders),
  };
}

function workspace(headers: Headers): LoadRequest {
  return {
    method: 'POST',
    path: '/admin/workspaces',
    setupRequest: (request) => ({
      ...request,
      headers: headers(),
      body: '{"name":"Bench","time_zone":"Europe/Berlin"}',
    }),
  };
}

/** Where nobody is left to be called the end that follows is refused, which makes the load fail. */
function dispatch(headers: Headers, count: CountAnswer): LoadRequest {
  return {
    method: 'POST',
    path: '/dialer/next',
    setupRequest: (request) => ({ ...request, headers: headers(), body: '{"limit":1}' }),
    onResponse: (_status, body, context, answerHeaders) => {
      context['call'] = /"call_id":"([^"]+)"/.exec(body)?.[1] ?? 'none';
      count(answerHeaders);
    },
  };
}

function end(headers: Headers, count: CountAnswer): LoadRequest {
  return {
    method: 'POST',
    path: '/calls/none/end',
    setupRequest: (request, context) => ({
      ...request,
      path: `/calls/${context['call'] ?? 'none'}/end`,
      headers: headers(),
      body: '{"result":"no_answer"}',
    }),
    onResponse: (_status, _body, _context, answerHeaders) => count(answerHeaders),
  };
}

function deletion(authorization: string, unique: () => string, count: CountAnswer): LoadRequest {
  return {
    method: 'DELETE',
    path: '/smart-lists/none',
    setupRequest: (request, context) => ({
      ...request,
      path: `/smart-lists/${context['list'] ?? 'none'}`,
      headers: { authorization, 'idempotency-key': unique() },
    }),
    onResponse: (_status, _body, _context, answerHeaders) => count(answerHeaders),
  };
}

function batch(
  load: Extract<Load, { kind: 'batches' }>,
  counts: Counts,
  headers: Headers,
  count: CountAnswer,
): LoadRequest {
  const batchesPerList = load.contacts / load.perBatch;
  let first: number | undefined;
  return {
    method: 'POST',
    path: '/',
    setupRequest: (request) => {
      first ??= performance.now();
      const list = load.lists[Math.floor(counts.next / batchesPerList)];
      if (list === undefined) throw new Error('more batches were sent than there are lists for');
      const from = (counts.next % batchesPerList) * load.perBatch;
      const members = Array.from({ length: load.perBatch }, (_, at) => ({ contact_id: numberedId(3, from + at) }));
      counts.next += 1;
      return {
        ...request,
        path: `/smart-lists/${list}/members/batch`,
        headers: headers(),
        body: JSON.stringify({ members }),
      };
    },
    onResponse: (_status, body, _context, answerHeaders) => {
      counts.span = (performance.now() - first!) / 1_000;
      counts.inserted += Number(/"inserted":(\d+)/.exec(body)?.[1] ?? 0);
      count(answerHeaders);
    },
  };
}
