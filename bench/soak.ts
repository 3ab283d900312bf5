import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { send } from './support/load.js';
import { type Bench, median, type Result, side } from './support/measure.js';
import type { Untargeted } from './support/measured-service.js';
import { fill, shareOut } from './support/members.js';
import { metricOf } from './support/metrics.js';
import { sendingTo, startReceiver } from './support/receiver.js';
import { ResidentMemory } from './support/resident-memory.js';
import { ADMIN_TOKEN, type BenchService, makeKey, makeTenant, type Tenant } from './support/service.js';
import { withService } from './support/with-service.js';

const CONTACTS = 10_000;
/** The first lists are dialed, to the following ones the same contacts are added. */
const [DIALED, GROWING] = [4, 60];
const PER_BATCH = 100;
/** Requests a second: about half of what two cores can do, so that none waits for a core that a load takes. */
const RATES = { lists: 120, pages: 120, calls: 80, batches: 3 } as const;
const CONNECTIONS = 8;
const SAMPLE_MS = 2_000;

const WORKSPACES = 100_000;
const WORKSPACES_AT_FIRST = 60_000;
const COLLECTING_SERVICE = fileURLToPath(new URL('./support/collecting-service.process.js', import.meta.url));

/** Whether memory grows with the requests that were answered. */
export const soak: Bench = {
  id: 'SOAK',
  title: 'resident memory in the last minute of mixed load : in its second one',
  async run(options) {
    if (!(options.minutes >= 3)) throw new Error('--minutes must be 3 or more: the second and the last are compared.');
    const receiver = await startReceiver(1);
    const measured = async (service: BenchService): Promise<Result> => {
      const tenant = await makeTenant(service);
      await subscribe(service, tenant, receiver.origins[0]!);
      const loads = await loadsFor(service, tenant, options.minutes * 60);
      options.log(`  ${options.minutes} minutes of mixed load …`);
      const memory = new ResidentMemory(service, SAMPLE_MS);
      const results = await Promise.all(
        loads.map((load) => send({ ...load, url: service.url, key: tenant.key })),
      ).finally(() => memory.stop());
      const answers = results.map((result, at) => `${loads[at]!.kind} ${result['2xx']}`);
      return resultOf('SOAK', memory.ofLast(60), memory.between(60, 120), {
        work: {
          minutes: options.minutes,
          requests_a_second: RATES,
          on: 'auth, rate limit, fresh Idempotency-Keys, read your writes, a webhook for each completed call',
        },
        notes: [
          `answers: ${answers.join(', ')}; slowest p99 ${Math.max(...results.map(({ latency }) => latency.p99))} ms`,
          `MiB by minutes: ${memory.byMinutes().map(whole).join(', ')}`,
        ],
      });
    };
    return withService(options, 'soak', measured, (directory) => sendingTo(receiver, directory)).finally(() =>
      receiver.end(),
    );
  },
};

/** Whether memory grows with the workspaces that a process has decided for. */
export const idleHeads: Bench = {
  id: 'HEADS',
  title: `resident memory behind ${WORKSPACES} new workspaces : behind the first ${WORKSPACES_AT_FIRST}`,
  run: (options) =>
    withService(
      options,
      'heads',
      async (service) => {
        const load = { kind: 'workspaces', connections: 64, seconds: 0, url: service.url, key: ADMIN_TOKEN } as const;
        const grown = async (requests: number): Promise<readonly number[]> => {
          await send({ ...load, requests, salt: randomUUID() });
          const memory = new ResidentMemory(service, SAMPLE_MS);
          await memory.lasting(30_000);
          return memory.between(0, Infinity);
        };
        options.log(`  creating ${WORKSPACES} workspaces …`);
        const first = await grown(WORKSPACES_AT_FIRST);
        const heads = [await headsOf(service)];
        const last = await grown(WORKSPACES - WORKSPACES_AT_FIRST);
        heads.push(await headsOf(service));
        return resultOf('HEADS', last, first, {
          work: {
            workspaces: WORKSPACES,
            at_first: WORKSPACES_AT_FIRST,
            measured: 'for 30 s behind the last answer, garbage collected',
          },
          notes: [`heads in memory, with their rows: ${heads.join(', then ')}`],
        });
      },
      () => ({ main: COLLECTING_SERVICE }),
    ),
};

/** A message to the receiver for each call that is completed. */
async function subscribe(service: BenchService, { workspaceId }: Tenant, receiver: string): Promise<void> {
  const key = await makeKey(service, workspaceId, ['webhooks:read', 'webhooks:admin']);
  await service.call(key, 'POST', '/webhook-endpoints', { url: `${receiver}/calls`, event_types: ['call.completed'] });
}

async function loadsFor(service: BenchService, tenant: Tenant, seconds: number): Promise<readonly Untargeted[]> {
  // A contact may be called again and again: the whole run long there is a next one.
  const settings = { min_retry_seconds: 1, max_attempts_per_day: null, max_attempts_total: null };
  const lists = await fill(service, tenant, { lists: DIALED + GROWING, contacts: CONTACTS, settings });
  const dialed = lists.slice(0, DIALED);
  await shareOut(service, tenant, dialed, CONTACTS);
  const growing = lists.slice(DIALED);
  const paths = ['/smart-lists', '/contacts', '/calls', '/dialer/preview', '/dialer/stats'];
  paths.push(...dialed.flatMap((list) => [`/smart-lists/${list}`, `/smart-lists/${list}/members?page_size=100`]));
  const base = (rate: number) => ({ connections: CONNECTIONS, seconds, rate, salt: randomUUID() });
  const batches = { lists: growing, contacts: CONTACTS, perBatch: PER_BATCH, first: 0 };
  return [
    { kind: 'lists', ...base(RATES.lists) },
    { kind: 'pages', ...base(RATES.pages), paths },
    { kind: 'calls', ...base(RATES.calls) },
    { kind: 'batches', ...base(RATES.batches), ...batches },
  ];
}

/** @param last MiB in the end @param first MiB at the beginning */
function resultOf(
  id: string,
  last: readonly number[],
  first: readonly number[],
  rest: Pick<Result, 'work' | 'notes'>,
): Result {
  const ratio = median(last) / median(first);
  return {
    id,
    ours: side('in the end', 'MiB', last),
    theirs: side('at the beginning', 'MiB', first),
    ratio: { median: ratio, rounds: [ratio] },
    must: 1.1,
    aim: 1.05,
    bar: 'at_most',
    ...rest,
  };
}

async function headsOf(service: BenchService): Promise<string> {
  const [heads, rows] = [await metricOf(service, 'head_cache_heads'), await metricOf(service, 'head_cache_rows')];
  return `${heads} (${rows} rows)`;
}

function whole(value: number): string {
  return value.toFixed(0);
}
