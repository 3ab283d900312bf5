import { TEST_WORKSPACE, testId, TestWorkspace } from '#kernel/testing';
import { type Collection, keyOf, type Row } from '#kernel';
import { type PersonalKeys, PersonalKeysUnavailableError, WorkspaceShreddedError } from '#personal-data';
import { MemoryPersonalKeys } from '#personal-data/testing';
import { ReadModelUnavailableError } from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import { settled, WorkerHarness } from '#workers/testing';
import { API_KEY_USAGE, WORKSPACE_DEFAULTS, WORKSPACES } from '../domain/index.js';
import { workspacesProjection } from '../projections/workspaces.projection.js';
import { DeletedRowsWorker } from './deleted-rows-worker.js';

interface Note extends Row {
  readonly workspace_id: string;
  readonly note_id: string;
}
const NOTES: Collection<Note> = { name: 'notes', key: ['workspace_id', 'note_id'], indexes: [] };
const OTHER = '00000000-0000-7000-8000-000000000002';
const MINUTES = 60_000;

class Around extends WorkerHarness {
  /** The rows that are live. */
  rows = new MemoryReadModel();
  private made = 0;
  readonly keys: PersonalKeys;
  readonly dropped: string[] = [];
  /** Attempts to shred a workspace, and how many of them find the store of keys away. */
  shreds = 0;
  keysAway = 0;
  /** Called before each write. */
  beforeWrite: (collection: Pick<Collection, 'name'>) => Promise<void> = () => Promise.resolve();
  /** Drops that succeed before the rows become unavailable. */
  lasts = Infinity;
  /** The error of writes to the rows of a collection. */
  failing: (collection: Pick<Collection, 'name'>) => Error | undefined = () => undefined;
  /** Attempted writes of each collection, by its name. */
  readonly tries = new Map<string, number>();
  readonly worker = new DeletedRowsWorker({
    readModel: { page: (collection, options) => this.rows.page(collection, options) },
    ids: { next: () => testId((this.made += 1)) },
    cacheWriter: {
      amendRows: async (changes) => {
        for (const { collection } of changes) {
          await this.beforeWrite(collection);
          this.tryTo(collection);
        }
        return this.rows.amendRows(changes);
      },
      dropWorkspace: async (collection, workspaceId, limit) => {
        await this.beforeWrite(collection);
        this.tryTo(collection);
        this.lasts -= 1;
        if (this.lasts < 0) throw new ReadModelUnavailableError('away');
        this.dropped.push(`${collection.name} ${workspaceId === TEST_WORKSPACE ? 'own' : workspaceId}`);
        return this.rows.dropWorkspace(collection, workspaceId, limit);
      },
    },
    personalKeys: {
      shredWorkspace: async (workspaceId) => {
        this.shreds += 1;
        if (this.shreds <= this.keysAway) throw new PersonalKeysUnavailableError('away');
        await this.keys.shredWorkspace(workspaceId);
      },
    },
    progress: this.progress,
    timers: this.timers,
    collections: [NOTES, API_KEY_USAGE],
  });

  constructor(keys: PersonalKeys = new MemoryPersonalKeys()) {
    super();
    this.keys = keys;
  }

  /** @throws Error the error set for writes to the collection */
  private tryTo(collection: Pick<Collection, 'name'>): void {
    this.tries.set(collection.name, (this.tries.get(collection.name) ?? 0) + 1);
    const error = this.failing(collection);
    if (error) throw error;
  }

  async notes(workspace_id: string, count: number): Promise<void> {
    const documents = Array.from({ length: count }, (_, n) => ({ workspace_id, note_id: `${n}`, revision: n }));
    await this.rows.putRows(
      documents.map((document) => ({ collection: NOTES, key: keyOf(NOTES, document), document })),
    );
  }

  async left(workspaceId: string): Promise<number> {
    const keys = Array.from({ length: 2_000 }, (_, n) => [workspaceId, `${n}`]);
    return (await this.rows.getMany(NOTES, keys)).filter((row) => row !== undefined).length;
  }

  /** Writes the workspace's row, live or deleted. */
  async show(deleted: boolean): Promise<void> {
    const created = { type: 'WorkspaceCreated', data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS } };
    const events = deleted ? [created, { type: 'WorkspaceDeleted', data: {} }] : [created];
    const [document] = new TestWorkspace([workspacesProjection]).append(events).all(WORKSPACES);
    await this.rows.putRows([{ collection: WORKSPACES, key: [TEST_WORKSPACE], document: document! }]);
  }

  async tombstone() {
    return (await this.rows.getMany(WORKSPACES, [[TEST_WORKSPACE]]))[0]!;
  }

  /** Starts the worker, and lets the time before its first pass go by. */
  async started(): Promise<this> {
    this.worker.start();
    await settled();
    await this.pass(MINUTES / 2);
    return this;
  }
}

it('drops the rows of a deleted workspace in chunks, of no other one, and keeps its own row', async () => {
  const around = new Around();
  await around.notes(TEST_WORKSPACE, 1_200);
  await around.notes(OTHER, 3);
  await around.show(true);
  await around.started();
  expect([await around.left(TEST_WORKSPACE), await around.left(OTHER)]).toEqual([0, 3]);
  expect(around.dropped).toEqual(['notes own', 'notes own', 'notes own', 'api_key_usage own']);
  expect(await around.tombstone()).toMatchObject({ live: 0, name: '', rows_left: 1, signing_secrets: [] });
});

it('leaves the rows for half a minute: a request that is under way reads whole pages', async () => {
  const around = new Around();
  await around.notes(TEST_WORKSPACE, 3);
  await around.show(true);
  around.worker.start();
  await settled();
  await around.pass(MINUTES / 2 - 1);
  expect(await around.left(TEST_WORKSPACE)).toBe(3);
  await around.pass(1);
  expect(await around.left(TEST_WORKSPACE)).toBe(0);
});

it('shreds all keys of a deleted workspace before its first row is dropped, and none while it may still be read', async () => {
  const around = new Around();
  const [key] = await around.keys.ensure(TEST_WORKSPACE, ['contact:1']);
  const [kept] = await around.keys.ensure(OTHER, ['contact:1']);
  await around.notes(TEST_WORKSPACE, 3);
  await around.show(true);
  around.worker.start();
  await settled();
  await around.pass(MINUTES / 2 - 1);
  expect(await around.keys.get([key!.id])).toEqual([key!.key]);
  // Rows without keys are harmless; keys without rows would be forgotten by a process that is killed here.
  around.keysAway = 1;
  await around.pass(1);
  expect([around.shreds, around.dropped]).toEqual([1, []]);
  await around.pass(MINUTES);
  expect(await around.keys.get([key!.id, kept!.id])).toEqual(['shredded', kept!.key]);
  await expect(around.keys.ensure(TEST_WORKSPACE, ['contact:2'])).rejects.toThrow(WorkspaceShreddedError);
  expect(await around.left(TEST_WORKSPACE)).toBe(0);
});

it('shreds the keys in the next process where this one is killed before, or a rebuild has it do it again', async () => {
  const killed = new Around();
  const [key] = await killed.keys.ensure(TEST_WORKSPACE, ['contact:1']);
  killed.keysAway = Infinity;
  await killed.show(true);
  await killed.started();
  expect(killed.shreds).toBeGreaterThan(0);
  await killed.worker.stop();
  expect(await killed.keys.get([key!.id])).toEqual([key!.key]);
  for (let process = 0; process < 2; process += 1) {
    const next = new Around(killed.keys);
    await next.show(true);
    await next.started();
    expect(await next.keys.get([key!.id])).toEqual(['shredded']);
    expect(next.worker.parked()).toEqual([]);
    await next.worker.stop();
  }
});

it.each([
  ['before the last collection', API_KEY_USAGE],
  ['before the workspace is taken from the list', WORKSPACES],
])('begins again in rows that take the place of the live ones %s in the second pass', async (_when, moment) => {
  const around = new Around();
  await around.show(true);
  await around.started();
  around.beforeWrite = async (collection) => {
    const isLast = moment === API_KEY_USAGE || around.dropped.length === 4;
    if (collection.name !== moment.name || !isLast) return;
    around.beforeWrite = () => Promise.resolve();
    around.rows = new MemoryReadModel();
    await around.show(true);
    await around.notes(TEST_WORKSPACE, 3);
  };
  await around.pass(10 * MINUTES);
  expect([await around.left(TEST_WORKSPACE), (await around.tombstone()).rows_left]).toEqual([3, 1]);
  await around.pass(MINUTES / 2);
  await around.pass(MINUTES / 2);
  expect(await around.left(TEST_WORKSPACE)).toBe(0);
  await around.pass(10 * MINUTES);
  expect((await around.tombstone()).rows_left).toBe(0);
});

it('ignores a live workspace', async () => {
  const around = new Around();
  await around.notes(TEST_WORKSPACE, 3);
  await around.show(false);
  await around.started();
  expect(around.dropped).toEqual([]);
});

it('repeats all collections after ten minutes, then is finished', async () => {
  const around = new Around();
  await around.show(true);
  await around.started();
  await around.notes(TEST_WORKSPACE, 2);
  await around.pass(10 * MINUTES - 1);
  expect(await around.left(TEST_WORKSPACE)).toBe(2);
  await around.pass(1);
  expect(await around.left(TEST_WORKSPACE)).toBe(0);
  expect((await around.tombstone()).rows_left).toBe(0);
  const { length } = around.dropped;
  await around.pass(60 * MINUTES);
  expect(around.dropped).toHaveLength(length);
});

it('tries again while the rows cannot be written, and continues where it was', async () => {
  const around = new Around();
  await around.notes(TEST_WORKSPACE, 1_200);
  await around.show(true);
  around.lasts = 2;
  await around.started();
  expect(await around.left(TEST_WORKSPACE)).toBe(200);
  around.lasts = Infinity;
  await around.pass(500);
  expect(await around.left(TEST_WORKSPACE)).toBe(0);
  expect(around.worker.parked()).toEqual([]);
});

it('parks a workspace whose rows cannot be dropped, and names it', async () => {
  const around = new Around();
  await around.show(true);
  around.failing = () => new Error('no such table');
  await around.started();
  for (let tries = 0; tries < 12; tries += 1) await around.pass(MINUTES);
  expect(around.worker.parked()).toEqual([{ workspaceId: TEST_WORKSPACE, reason: 'no such table' }]);
});

it('retries a later collection, with growing delays, and parks the workspace after ten tries', async () => {
  const around = new Around();
  await around.notes(TEST_WORKSPACE, 1_200);
  await around.show(true);
  around.failing = ({ name }) => (name === API_KEY_USAGE.name ? new Error('no such table') : undefined);
  const tries = () => around.tries.get(API_KEY_USAGE.name);
  await around.started();
  expect(tries()).toBe(1);
  for (const [n, delay] of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000].entries()) {
    expect(around.worker.parked()).toEqual([]);
    await around.pass(delay - 1);
    expect(tries()).toBe(n + 1);
    await around.pass(1);
    expect(tries()).toBe(n + 2);
  }
  expect(around.worker.parked()).toEqual([{ workspaceId: TEST_WORKSPACE, reason: 'no such table' }]);
  await around.pass(60 * MINUTES);
  expect(tries()).toBe(10);
});

it('retries a later collection without end while the rows cannot be written', async () => {
  const around = new Around();
  await around.show(true);
  const away = new ReadModelUnavailableError('away');
  around.failing = ({ name }) => (name === API_KEY_USAGE.name ? away : undefined);
  await around.started();
  for (let passed = 0; passed < 40; passed += 1) await around.pass(MINUTES);
  expect([around.tries.get(API_KEY_USAGE.name), around.worker.parked()]).toEqual([41, []]);
  around.failing = () => undefined;
  await around.pass(MINUTES);
  await around.pass(10 * MINUTES);
  expect((await around.tombstone()).rows_left).toBe(0);
});

it('counts failures of the second pass separately, and parks what cannot be removed from the list', async () => {
  const around = new Around();
  await around.show(true);
  around.failing = () => new Error('no such table');
  await around.started();
  for (let tries = 2; tries < 10; tries += 1) await around.pass(MINUTES);
  around.failing = ({ name }) => (name === WORKSPACES.name ? new Error('no such row') : undefined);
  await around.pass(MINUTES);
  await around.pass(10 * MINUTES);
  for (let tries = 1; tries < 10; tries += 1) {
    expect([around.tries.get(WORKSPACES.name), around.worker.parked()]).toEqual([tries, []]);
    await around.pass(MINUTES);
  }
  expect(around.worker.parked()).toEqual([{ workspaceId: TEST_WORKSPACE, reason: 'no such row' }]);
});

it('starts no further chunk once it is stopped', async () => {
  const around = new Around();
  await around.notes(TEST_WORKSPACE, 3);
  await around.show(true);
  await around.worker.stop();
  await around.started();
  expect(around.dropped).toEqual([]);
});
