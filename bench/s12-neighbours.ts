import { randomUUID } from 'node:crypto';
import { type LoadResult, send } from './support/load.js';
import { type Bench, type BenchOptions, paired, type Result } from './support/measure.js';
import { fill } from './support/members.js';
import { atRest } from './support/processor-time.js';
import { type BenchService, makeTenant } from './support/service.js';
import { withService } from './support/with-service.js';

const CONNECTIONS = 8;
const LISTS = 40;
/** The import runs before the first change is sent, and for this number of seconds longer than changes are. */
const AHEAD_SECONDS = 2;

/** What one tenant notices of another one that imports over one connection. */
export const s12: Bench = neighbour('S12', 1);
/** The same where the other one imports over many. */
export const s12Many: Bench = neighbour('S12B', 16);

function neighbour(id: string, importing: number): Bench {
  return {
    id,
    title:
      `p99 of PATCH /smart-lists/{id} over ${CONNECTIONS} connections beside another tenant's import ` +
      `over ${importing} : without`,
    run: (options) => withService(options, id.toLowerCase(), (service) => measure(options, service, { id, importing })),
  };
}

async function measure(
  options: BenchOptions,
  service: BenchService,
  { id, importing }: { readonly id: string; readonly importing: number },
): Promise<Result> {
  const [neighbour, importer] = [await makeTenant(service), await makeTenant(service)];
  const lists = await fill(service, neighbour, { lists: LISTS, contacts: 0 });
  const [grown] = await fill(service, importer, { lists: 1, contacts: 0 });
  const { seconds } = options;
  const answered: string[] = [];
  let next = 0;
  const change = async (): Promise<LoadResult> => {
    const load = { kind: 'changes', connections: CONNECTIONS, seconds, lists, salt: randomUUID() } as const;
    return send({ ...load, url: service.url, key: neighbour.key });
  };
  const figures = await paired(options, {
    unit: 'ms p99',
    ours: {
      what: 'PATCH /smart-lists/{id} beside the import of another tenant',
      run: async () => {
        const whole = { connections: importing, seconds: seconds + 2 * AHEAD_SECONDS, salt: randomUUID() };
        const load = { kind: 'imports', list: grown!, first: next, ...whole } as const;
        const imported = send({ ...load, url: service.url, key: importer.key });
        await new Promise((resolve) => setTimeout(resolve, AHEAD_SECONDS * 1_000));
        const changed = await change();
        const result = await imported;
        next = result.next;
        answered.push(`${changed['2xx']} changes beside ${result.inserted} members`);
        await atRest(service);
        return changed.latency.p99;
      },
    },
    theirs: { what: 'the same alone', run: async () => (await change()).latency.p99 },
  });
  return {
    id,
    work: {
      connections: CONNECTIONS,
      importing: `${importing} connections: a batch of 1,000 new contacts, then 10 of 100 members, and again`,
      on: 'two workspaces, auth, validation, fresh Idempotency-Keys, read your writes',
    },
    ...figures,
    must: 3,
    aim: 2,
    bar: 'at_most',
    notes: answered,
  };
}
