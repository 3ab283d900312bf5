import { randomUUID } from 'node:crypto';
import { dial, type Dialed, durationsOf } from './support/dialer.js';
import { importFile } from './support/import-file.js';
import { send } from './support/load.js';
import { fill } from './support/members.js';
import { type Bench, type BenchOptions, paired, type Result } from './support/measure.js';
import { residentMebibytes } from './support/resident-memory.js';
import { scratch } from './support/scratch.js';
import { type BenchService, makeList, makeTenant } from './support/service.js';
import { startCallCenter } from './support/start-call-center.js';
import { withService } from './support/with-service.js';

const CONNECTIONS = 64;
const CONTACTS = 100_000;
const LISTS = 200;
/** Rows of each file: those of all rounds of three pairs and their warm-up come to 400,000. */
const ROWS = 100_000;
/** No contact of the batches has such a number. */
const FIRST_IMPORTED = 10_000_000;

/**
 * A file of contacts that are put on a list, compared with S3, whose contacts exist already. A row is three events:
 * ContactImported, ContactDetailsChanged (its external id) and MemberAdded.
 */
export const s11: Bench = {
  id: 'S11',
  title: 'new contacts and members a second from one file : members a second of S3 (existing contacts, 64 connections)',
  run: (options) => withService(options, 's11', (service) => rates(options, service)),
};

async function rates(options: BenchOptions, service: BenchService): Promise<Result> {
  const tenant = await makeTenant(service);
  const { key } = tenant;
  const lists = await fill(service, tenant, { lists: LISTS, contacts: CONTACTS });
  const smartListId = await makeList(service, key, 'Imported');
  const memory: string[] = [];
  let next = 0;
  const figures = await paired(options, {
    unit: 'rows/s',
    ours: {
      what: 'PUT /imports/{id}/rows, a CSV file over one connection: each row is a new contact and a new member',
      run: async (round) => {
        const first = FIRST_IMPORTED + round * ROWS;
        const rate = await importFile(service, { key, smartListId, first, rows: ROWS });
        memory.push((await residentMebibytes(service)).toFixed(0));
        return rate;
      },
    },
    theirs: {
      what: 'POST /smart-lists/{id}/members/batch of 100, as in S3',
      run: async () => {
        const load = { kind: 'batches', connections: CONNECTIONS, seconds: options.seconds, perBatch: 100 } as const;
        const where = { url: service.url, key, lists, contacts: CONTACTS, first: next, salt: randomUUID() };
        const result = await send({ ...load, ...where });
        next = result.next;
        return result.inserted / result.duration;
      },
    },
  });
  return {
    id: 'S11',
    work: { rows_a_file: ROWS, connections: `1 : ${CONNECTIONS}`, events_a_row: '3 : 1', lists: LISTS },
    ...figures,
    must: 0.5,
    aim: 0.8,
    bar: 'at_least',
    notes: [`MB of the process after each file: ${memory.join(', ')}`],
  };
}

const MEMBERS = 200_000;
/** Calls of the dialer in each round: in all rounds fewer than the contacts. */
const CALLS = 300;

/** What a dialer notices of an import in its own workspace. */
export const s11Beside: Bench = {
  id: 'S11B',
  title: 'p99 of a call of the dialer (next + end) beside an import into its workspace : without',
  async run(options) {
    const { directory, remove } = scratch(options.directory, 's11b');
    try {
      const { service, center } = await startCallCenter(directory, { lists: 20, members: MEMBERS }, options);
      try {
        return await beside(options, service, center.key);
      } finally {
        await service.stop();
      }
    } finally {
      remove();
    }
  },
};

async function beside(options: BenchOptions, service: BenchService, key: string): Promise<Result> {
  const smartListId = await makeList(service, key, 'Imported', { max_attempts_per_day: 0 });
  const dialed: Dialed[] = [];
  const call = async (): Promise<number> => {
    const result = await dial({ url: service.url, key, count: CALLS, salt: randomUUID() });
    dialed.push(result);
    return result.p99;
  };
  let next = FIRST_IMPORTED;
  const figures = await paired(options, {
    unit: 'ms p99',
    ours: {
      what: 'POST /dialer/next for one contact and its end, one after the other, while a file is imported',
      run: async () => {
        let isDialing = true;
        const importing = (async () => {
          while (isDialing) {
            await importFile(service, { key, smartListId, first: next, rows: 5_000 });
            next += 5_000;
          }
        })();
        const p99 = await call();
        isDialing = false;
        await importing;
        return p99;
      },
    },
    theirs: { what: 'the same without an import', run: call },
  });
  return {
    id: 'S11B',
    work: { members: MEMBERS, lists: 20, calls_a_round: CALLS, rows_a_file: 5_000 },
    ...figures,
    must: 2,
    aim: 1.5,
    bar: 'at_most',
    notes: [`a call, p50 / p99 / longest of each round: ${durationsOf(dialed)} ms`],
  };
}
