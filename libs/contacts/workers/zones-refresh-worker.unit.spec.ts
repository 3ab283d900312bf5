import { CALLING_HOURS_PROJECTIONS } from '#calling-hours';
import { CALLING_HOURS } from '#calling-hours/domain';
import { DIALING_PROJECTIONS, settleReindexing } from '#dialing';
import { tellPlaces, UNLISTED } from '#dialing/domain';
import { DO_NOT_CALL_PROJECTIONS } from '#do-not-call';
import { NUMBER_TABLES, type NumberTables } from '#eligibility';
import { type Collection, type Decide, type DomainEvent, keyOf, type Row } from '#kernel';
import { given, TEST_WORKSPACE, testId as id, TestWorkspace } from '#kernel/testing';
import { MEMBER_PROJECTIONS } from '#members';
import { MEMBERS } from '#members/domain';
import { MemoryReadModel } from '#read-model/testing';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { SETTINGS_DEFAULTS, SMART_LISTS } from '#smart-lists/domain';
import { DecidingHarness, settled, WorkerHarness } from '#workers/testing';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { WORKSPACE_DEFAULTS, WORKSPACES } from '#workspaces/domain';
import { expectPrintable } from '../../http/testing/sent-commands.js';
import type { TellZones } from '../commands/tell-zones.command.js';
import { advanceZonesRefresh, CONTACTS, REFRESH_CHUNK, requestZonesRefresh, ZONES_REFRESH } from '../domain/index.js';
import { CONTACT_PROJECTIONS } from '../projections/index.js';
import type { ContactWalkPorts } from './contact-walk-worker.js';
import { ZonesRefreshWorker } from './zones-refresh-worker.js';

const [ANN, BOB, LIST, HOURS] = [id(101), id(102), id(2), id(3)] as const;
const [NEW_YORK, LONDON] = ['+12025550101', '+442075550100'] as const;

/** A second table, by which numbers of Washington lie in Chicago, and all the rest nowhere. */
const SECOND: NumberTables = {
  inUse: 2,
  zonesOf: (phone, table) => {
    expect(table).toBe(2);
    return phone.startsWith('+1202') ? ['America/Chicago'] : [];
  },
};

const imported = (contact_id: string, phone: string, zones: object = {}): DomainEvent => ({
  type: 'ContactImported',
  data: { contact_id, phone, name: 'Ann', ...zones },
});
const byTable = (zones_table: number, ...phone_zones: string[]) => ({ phone_zones, zones_table });

const PROJECTIONS = [
  ...WORKSPACES_PROJECTIONS,
  ...DO_NOT_CALL_PROJECTIONS,
  ...CONTACT_PROJECTIONS,
  ...CALLING_HOURS_PROJECTIONS,
  ...SMART_LIST_PROJECTIONS,
  ...MEMBER_PROJECTIONS,
  ...DIALING_PROJECTIONS,
];
const created: DomainEvent = {
  type: 'WorkspaceCreated',
  data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS },
};

/** The ports of the worker, whose decisions tell places as those of the service do, and rows that are re-indexed. */
class Around extends DecidingHarness implements ContactWalkPorts {
  readonly bus = this.busTo({
    execute: ({ context }: TellZones) =>
      this.decider.execute({ ...context, decide: telling(advanceZonesRefresh(SECOND)) }),
  });
  readonly readModel = { page: (() => Promise.resolve(this.pending())) as never };

  constructor(readonly workspace: TestWorkspace) {
    super();
  }

  of(): TestWorkspace {
    return this.workspace;
  }

  show(): Promise<void> {
    return Promise.resolve();
  }

  request(): void {
    this.workspace.append(requestZonesRefresh(SECOND)(this.workspace).events);
  }

  async worked(): Promise<void> {
    new ZonesRefreshWorker(this).start();
    await settled();
  }

  /** How many contacts each table tells of. */
  tables(): Readonly<Record<number, number>> {
    const count: Record<number, number> = {};
    for (const { zones_table } of this.workspace.all(CONTACTS)) count[zones_table] = (count[zones_table] ?? 0) + 1;
    return count;
  }

  private pending() {
    return this.workspace.all(ZONES_REFRESH).filter(({ done }) => done === 0);
  }
}

const telling =
  (decide: Decide): Decide =>
  (view) => {
    const decision = decide(view);
    return { ...decision, events: tellPlaces(view, decision.events) };
  };

/** A workspace whose contacts are all of the first table. */
function workspaceWith(contacts: number): TestWorkspace {
  const all = Array.from({ length: contacts }, (_, n) =>
    imported(id(1_000 + n), NEW_YORK, byTable(1, 'America/New_York')),
  );
  return new TestWorkspace(PROJECTIONS).append([created, ...all]);
}

/** The rows of a workspace, re-indexed as its to-do list says. */
async function reindexed(workspace: TestWorkspace): Promise<MemoryReadModel> {
  const rows = new MemoryReadModel();
  const all: readonly Collection[] = [
    ...[WORKSPACES, CONTACTS, CALLING_HOURS, SMART_LISTS, MEMBERS, UNLISTED],
    ...DIALING_PROJECTIONS.map(({ collection }) => collection).filter(({ name }) => name === 'requeues'),
  ];
  await rows.putRows(
    all.flatMap((collection) =>
      workspace.all<Row>(collection).map((document) => ({ collection, key: keyOf(collection, document), document })),
    ),
  );
  const { clock, timers, progress } = new WorkerHarness();
  const readModel = Object.assign(rows, { projectedRevision: () => Promise.resolve(workspace.revision) });
  await settleReindexing({ readModel, cacheWriter: rows, clock, timers, progress });
  return rows;
}

it('asks for the table in use, in one event', () => {
  given(PROJECTIONS, [created])
    .when(requestZonesRefresh(NUMBER_TABLES))
    .thenEvents([{ type: 'ContactZonesRefreshRequested', data: { zones_table: 1 } }])
    .thenAnswer({ status: 202, body: { ok: true, zones_table: 1 } });
});

it('tells the contacts of older tables, and of none, by the table that was asked for, each as it is', () => {
  const past = [created, imported(ANN, NEW_YORK), imported(BOB, LONDON, byTable(1, 'Europe/London'))];
  given(PROJECTIONS, [...past, imported(id(103), LONDON, byTable(3, 'Asia/Tokyo'))])
    .when(requestZonesRefresh(SECOND))
    .and()
    .when(advanceZonesRefresh(SECOND))
    .thenEvents([
      {
        type: 'ContactChanged',
        data: { contact_id: ANN, phone: NEW_YORK, old_phone: NEW_YORK, name: 'Ann', ...byTable(2, 'America/Chicago') },
      },
      {
        type: 'ContactChanged',
        data: { contact_id: BOB, phone: LONDON, old_phone: LONDON, name: 'Ann', ...byTable(2) },
      },
      { type: 'ContactZonesRefreshAdvanced', data: { up_to_number: 3, done: true } },
    ])
    .and()
    .when(advanceZonesRefresh(SECOND))
    .thenEvents([]);
});

it('changes no contact where all are told by the table in use, and none that was deleted', () => {
  given(PROJECTIONS, [created, imported(ANN, NEW_YORK), imported(BOB, LONDON)])
    .when(requestZonesRefresh(NUMBER_TABLES))
    .and()
    .when(advanceZonesRefresh(NUMBER_TABLES))
    .thenEvents([{ type: 'ContactZonesRefreshAdvanced', data: { up_to_number: 2, done: true } }]);
  given(PROJECTIONS, [created, imported(ANN, NEW_YORK), { type: 'ContactDeleted', data: { contact_id: ANN } }])
    .when(requestZonesRefresh(SECOND))
    .and()
    .when(advanceZonesRefresh(SECOND))
    .thenEvents([{ type: 'ContactZonesRefreshAdvanced', data: { up_to_number: -1, done: true } }]);
});

it('leaves a request for a table that it does not have undone', () => {
  const workspace = new TestWorkspace(PROJECTIONS).append([created, imported(ANN, NEW_YORK)]);
  workspace.append(requestZonesRefresh(SECOND)(workspace).events);
  expect(() => advanceZonesRefresh(NUMBER_TABLES)(workspace)).toThrow(new RangeError('there is no table of numbers 2'));
});

describe('asked for again', () => {
  /** A workspace of two chunks, the first of which is told by the second table. */
  const halfTold = () => {
    const workspace = workspaceWith(2 * REFRESH_CHUNK);
    workspace.append(requestZonesRefresh(SECOND)(workspace).events);
    return workspace.append(advanceZonesRefresh(SECOND)(workspace).events);
  };
  const ask = (workspace: TestWorkspace, tables: NumberTables) => {
    const { events, answer } = requestZonesRefresh(tables)(workspace);
    workspace.append(events);
    return answer();
  };
  const rowOf = (workspace: TestWorkspace) => workspace.all(ZONES_REFRESH)[0]!;

  it.each([
    ['a process of an older release', NUMBER_TABLES],
    ['a process of its own release', SECOND],
  ])('by %s, a refresh goes on by its table from where it is, as a new item of the to-do list', async (_by, tables) => {
    const workspace = halfTold();
    const before = rowOf(workspace);
    expect(ask(workspace, tables)).toEqual({ status: 202, body: { ok: true, zones_table: 2 } });
    const { up_to_number } = before;
    expect(rowOf(workspace)).toMatchObject({ done: 0, zones_table: 2, up_to_number, since: workspace.revision });
    expect([up_to_number > 0, rowOf(workspace).event_id === before.event_id]).toEqual([true, false]);
    const around = new Around(workspace);
    await around.worked();
    expect([around.tables(), rowOf(workspace).done]).toEqual([{ 2: 2 * REFRESH_CHUNK }, 1]);
  });

  it('it tells the contacts that an older release has added since', async () => {
    const workspace = halfTold().append([imported(BOB, NEW_YORK, byTable(1, 'America/New_York'))]);
    ask(workspace, SECOND);
    const around = new Around(workspace);
    await around.worked();
    expect(around.tables()).toEqual({ 2: 2 * REFRESH_CHUNK + 1 });
  });

  it('by a newer release, or once it has ended, a refresh begins anew', async () => {
    const third = { inUse: 3, zonesOf: () => [] };
    const workspace = halfTold();
    expect(ask(workspace, third).body).toEqual({ ok: true, zones_table: 3 });
    expect(rowOf(workspace)).toMatchObject({ zones_table: 3, up_to_number: -1 });
    const told = halfTold();
    await new Around(told).worked();
    expect(ask(told, NUMBER_TABLES).body).toEqual({ ok: true, zones_table: 1 });
    expect(rowOf(told)).toMatchObject({ done: 0, zones_table: 1, up_to_number: -1 });
  });
});

it('tells all contacts in chunks, with the request as the cause', async () => {
  const around = new Around(workspaceWith(2 * REFRESH_CHUNK + 1));
  around.request();
  const [row] = around.workspace.all(ZONES_REFRESH);
  await around.worked();
  expect([around.tables(), around.commands.length]).toEqual([{ 2: 2 * REFRESH_CHUNK + 1 }, 3]);
  expect(around.workspace.all(ZONES_REFRESH)).toMatchObject([{ done: 1, zones_table: 2 }]);
  expect(around.commands[2]).toMatchObject({
    actor: { kind: 'system', id: 'zones_refresh' },
    causationId: row!.event_id,
  });
  expectPrintable(around.sent, ['TellZones']);
});

it('continues where another process was killed, and tells nobody twice', async () => {
  const first = new Around(workspaceWith(2 * REFRESH_CHUNK));
  first.request();
  first.visible = false;
  const worker = new ZonesRefreshWorker(first);
  worker.start();
  await settled();
  expect(first.tables()).toEqual({ 1: REFRESH_CHUNK, 2: REFRESH_CHUNK });
  const stopping = worker.stop();
  first.waits[0]!(true);
  await stopping;
  const before = first.workspace.revision;
  const second = new Around(first.workspace);
  await second.worked();
  expect(second.tables()).toEqual({ 2: 2 * REFRESH_CHUNK });
  // Each of the rest once, and the progress of each chunk.
  expect(second.workspace.revision - before).toBe(REFRESH_CHUNK + second.commands.length);
});

it('moves the rows of contacts that get other clocks, and leaves those that have a zone of their own', async () => {
  const own = { slots: [], external_id: null, phone_label: null, further_phones: [], attributes: {} };
  const workspace = new TestWorkspace(PROJECTIONS);
  const hours = { calling_hours_id: HOURS, name: 'Day', zone: 'contact', intervals: [], closed_dates: [], first: true };
  const added = (contact_id: string): DomainEvent => ({
    type: 'MemberAdded',
    data: { smart_list_id: LIST, contact_id, source: 'api' },
  });
  workspace.append([
    ...[created, { type: 'CallingHoursCreated', data: hours }],
    { type: 'SmartListCreated', data: { smart_list_id: LIST, name: 'L', ...SETTINGS_DEFAULTS, source: 'api' } },
    ...[imported(ANN, NEW_YORK), imported(BOB, NEW_YORK)],
    { type: 'ContactDetailsChanged', data: { contact_id: BOB, ...own, time_zone: 'Europe/Berlin' } },
  ]);
  workspace.append(tellPlaces(workspace, [added(ANN), added(BOB)]));
  const clocks = async (rows: MemoryReadModel) => {
    const members = await rows.getMany(
      MEMBERS,
      [ANN, BOB].map((contact) => [TEST_WORKSPACE, LIST, contact]),
    );
    const alone = await rows.getMany(UNLISTED, [[TEST_WORKSPACE, ANN]]);
    return [...members, ...alone].map((row) => row?.zones);
  };
  const before = await clocks(await reindexed(workspace));
  const around = new Around(workspace);
  around.request();
  await around.worked();
  expect(around.tables()).toEqual({ 2: 2 });
  const after = await clocks(await reindexed(workspace));
  expect([before, after]).toEqual([
    ['America/New_York', 'Europe/Oslo', 'America/New_York'],
    ['America/Chicago', 'Europe/Oslo', 'America/Chicago'],
  ]);
});
