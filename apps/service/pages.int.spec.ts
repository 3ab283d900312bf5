import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DomainEvent, keyOf } from '#kernel';
import { TEST_WORKSPACE, testId, TestWorkspace } from '#kernel/testing';
import { takeUnknownZones } from '#eligibility';
import { dispatched } from '#members/testing';
import { type PageRead, pagesHere } from '#read-model';
import { PageThreads } from '#read-model/pages';
import { SqliteReadModel, SqliteReadModelWriter } from '#read-model/sqlite';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import { CACHE_COLLECTIONS, FOLLOWER_PROJECTIONS, PROJECTIONS } from './catalogue.js';
import type { PagesThreadData } from './pages.worker.js';
import { PAGES } from './pages.js';

const [LIST, ANN, BOB, CALL, ENDPOINT, HOURS] = [testId(1), testId(2), testId(3), testId(4), testId(5), testId(6)];
/** Which this Node.js does not know. */
const ZONE = 'Nowhere/Land';
const NUMBER = { phone: '+12025550101', contact_id: ANN };
const DAY = { days: ['mon'], from: '09:00', to: '17:00' };
const PAST: readonly DomainEvent[] = [
  { type: 'WorkspaceCreated', data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS } },
  {
    type: 'CallingHoursCreated',
    data: { calling_hours_id: HOURS, name: 'H', zone: ZONE, intervals: [DAY], closed_dates: [], first: true },
  },
  {
    type: 'SmartListCreated',
    data: { smart_list_id: LIST, name: 'L', ...SETTINGS_DEFAULTS, calling_hours_id: HOURS, source: 'api' },
  },
  { type: 'ContactImported', data: { ...NUMBER, name: 'Ann' } },
  { type: 'ContactImported', data: { phone: '+12025550102', contact_id: BOB, name: 'Bob' } },
  { type: 'MemberAdded', data: { smart_list_id: LIST, contact_id: ANN, source: 'api' } },
  { type: 'MemberAdded', data: { smart_list_id: LIST, contact_id: BOB, source: 'api' } },
  dispatched(CALL, { list: LIST, contact: ANN, number: 6 }),
  {
    type: 'DoNotCallAdded',
    data: {
      ...{ ...NUMBER, number_hash: 'ab'.repeat(32), contact_ids: [ANN] },
      ...{ reason: null, source: 'api', expires_at: null },
    },
  },
  {
    type: 'WebhookEndpointCreated',
    data: { endpoint_id: ENDPOINT, url: 'https://example.com', event_types: [], description: null, ciphertext: 's' },
  },
];
/** What each page shows. */
const SHOWN: Readonly<Record<string, readonly object[]>> = {
  'do-not-call entries': [{ phone: NUMBER.phone }],
  contacts: [{ contact_id: ANN }, { contact_id: BOB }],
  members: [
    { contact_id: ANN, phone: NUMBER.phone, status: 'in_call' },
    { contact_id: BOB, status: 'waiting', status_reason: 'calling_hours' },
  ],
  'endpoint deliveries': [],
  calls: [{ call_id: CALL }],
};

describe('the threads that read pages', () => {
  let directory: string;
  let readModel: SqliteReadModel;
  let threads: PageThreads;
  const said: string[] = [];
  const noted: string[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'pages-'));
    const path = join(directory, 'read-model.db');
    const writer = SqliteReadModelWriter.open({ path, projections: FOLLOWER_PROJECTIONS, others: CACHE_COLLECTIONS });
    const workspace = new TestWorkspace(PROJECTIONS).append(PAST);
    for (const { collection } of PROJECTIONS) {
      const rows = workspace.all(collection);
      await writer.putRows(rows.map((document) => ({ collection, key: keyOf(collection, document), document })));
    }
    writer.close();
    readModel = new SqliteReadModel(path);
    readModel.open();
    const worker = new URL('./pages.worker.js', import.meta.url);
    const workerData: PagesThreadData = { readModelFile: path };
    const log = (sentence: string): void => void said.push(sentence);
    threads = new PageThreads({ readModel, count: 1, worker, workerData, noted: (zones) => noted.push(...zones), log });
    while (threads.open === 0 && said.length === 0) await nextTurn();
  });
  afterAll(async () => {
    readModel.close();
    await threads.close();
    rmSync(directory, { recursive: true });
  });

  const input = {
    ...{ workspaceId: TEST_WORKSPACE, smartListId: LIST, endpointId: ENDPOINT, filters: {}, newestFirst: false },
    ...{ status: undefined, size: 100, after: undefined, at: '2030-01-01T01:00:00.000Z' },
  };

  it('know every page by a name of its own', () => {
    expect(PAGES.map(({ name }) => name).sort()).toEqual(Object.keys(SHOWN).sort());
    expect(said).toEqual([]);
  });

  it.each(PAGES.map((page) => [page.name, page as unknown as PageRead<typeof input, unknown>] as const))(
    'read %s as the HTTP thread does',
    async (name, page) => {
      const read = threads.read(page, input);
      expect(threads.pending).toBe(1);
      const { items, next } = await read;
      expect({ items: JSON.parse(items.json), next }).toMatchObject({ items: SHOWN[name], next: undefined });
      expect(await pagesHere(readModel).read(page, input)).toEqual({ items, next });
    },
  );

  it('tell which zones they do not know', () => {
    expect([...new Set(noted)]).toEqual([ZONE]);
    expect(takeUnknownZones()).toEqual([ZONE]);
  });
});
