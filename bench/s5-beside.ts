import { randomUUID } from 'node:crypto';
import { type LoadResult, send } from './support/load.js';
import { type Bench, type BenchOptions, paired, type Result } from './support/measure.js';
import { fill, shareOut } from './support/members.js';
import { atRest } from './support/processor-time.js';
import { type BenchService, makeTenant } from './support/service.js';
import { withService } from './support/with-service.js';

const [DIALING, READING] = [8, 4];
const [LISTS, MEMBERS] = [4, 10_000];
const PAGE = 200;

/** What dialers notice of a wallboard that reads long pages, most of which judge many rows in vain. */
export const s5Beside: Bench = {
  id: 'S5B',
  title: `p99 of POST /dialer/next and end over ${DIALING} connections beside long pages over ${READING} : without`,
  run: (options) => withService(options, 's5b', (service) => measure(options, service)),
};

async function measure(options: BenchOptions, service: BenchService): Promise<Result> {
  const { seconds } = options;
  const tenant = await makeTenant(service);
  const lists = await fill(service, tenant, { lists: LISTS, contacts: MEMBERS, settings: { min_retry_seconds: 1 } });
  await shareOut(service, tenant, lists, MEMBERS);
  await atRest(service);
  const paths = lists.flatMap((list) => [
    `/smart-lists/${list}/members?page_size=${PAGE}`,
    `/smart-lists/${list}/members?page_size=${PAGE}&status=waiting`,
    `/contacts?page_size=${PAGE}&name_prefix=none`,
    `/calls?page_size=${PAGE}&result=busy`,
  ]);
  const base = { url: service.url, key: tenant.key, seconds };
  const dial = (): Promise<LoadResult> => send({ ...base, kind: 'calls', connections: DIALING, salt: randomUUID() });
  const answered: string[] = [];
  const figures = await paired(options, {
    unit: 'ms p99',
    ours: {
      what: 'POST /dialer/next and POST /calls/{id}/end beside long pages',
      run: async () => {
        const load = { kind: 'pages', connections: READING, paths, salt: randomUUID() } as const;
        const [dialed, read] = await Promise.all([dial(), send({ ...base, ...load })]);
        answered.push(`${dialed['2xx']} requests of dialers beside ${read['2xx']} pages`);
        return dialed.latency.p99;
      },
    },
    theirs: { what: 'the same alone', run: async () => (await dial()).latency.p99 },
  });
  return {
    id: 'S5B',
    work: {
      connections: DIALING,
      lists: `${LISTS}, all in one tier, each contact on one of them`,
      members: MEMBERS,
      reading: `${READING} connections: pages of ${PAGE} members, plain and waiting, contacts by name, calls by result`,
      on: 'one workspace, auth, validation, fresh Idempotency-Keys, read your writes',
    },
    ...figures,
    must: 2,
    aim: 1.5,
    bar: 'at_most',
    notes: answered,
  };
}
