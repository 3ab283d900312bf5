import { DomainError, type Instant } from '#kernel';
import { VirtualTimers } from '#kernel/testing';
import {
  type Lease,
  type LeaseRecords,
  type OpenedRows,
  ReadModelUnavailableError,
  type RebuildRecord,
  type RebuiltRows,
  type RowsBeside,
} from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import { settled } from '#workers/testing';
import type { RebuildStatus } from './rebuild-run.js';
import type { FromSharedRebuild, SharedBuild, ToSharedRebuild } from './shared-building.js';
import { REBUILD_CLOSE_MS, SharedRebuilds, type SharedRebuildsPorts } from './shared-rebuilds.js';

const NOW = Date.parse('2031-03-03T17:00:00.000Z');
const DAY_MS = 86_400_000;
const BY = { by: 'ops' };
const EQUAL = {
  kind: 'done',
  result: { equal: 3, blanked: 0, moving: 0, unjudged: 0, held: [], isPartial: false, position: undefined },
} as const;
const DIFFERENCE = { collection: 'calls', key: ['w', 'c'], kind: 'missing', fields: [] } as const;

/** A thread that does nothing by itself. */
interface Thread {
  readonly build: SharedBuild;
  readonly hear: (message: FromSharedRebuild) => void;
  readonly posted: ToSharedRebuild[];
  readonly end: (error?: Error) => void;
}

const RIGHT = { clockTrouble: () => undefined };

/** Shared rows of which only the marks matter, and the processes that rebuild them. */
class Rows {
  record: RebuildRecord | undefined;
  keptSince: Instant | undefined;
  abandoned = 0;
  readonly lease = new Map<string, Lease>();
  /** While true the database does not answer. */
  hangs = false;
  /** Opens the rows of a rebuild. */
  open: () => Promise<OpenedRows> = () => Promise.reject(new ReadModelUnavailableError('not needed'));
  /** Holds up a write of the record. */
  whileSaving: (status: RebuildStatus) => Promise<void> = async () => undefined;
  readonly logged: (readonly [level: string, about: object, sentence: string])[] = [];
  readonly threads: Thread[] = [];
  readonly timers = new VirtualTimers();
  private now = NOW;
  private ids = 0;

  /** A process of which the rows are complete. */
  process(owner: string): SharedRebuilds {
    const process = this.unheard(owner);
    process.listen({ ...RIGHT, prepare: async () => undefined, replaced: () => undefined });
    return process;
  }

  /** A process in which nobody listens yet. */
  unheard(owner: string): SharedRebuilds {
    const log = (level: string) => (about: object, sentence: string) => void this.logged.push([level, about, sentence]);
    const records: LeaseRecords = {
      find: async (name) => this.lease.get(name),
      exchange: async (name, _seen, next) => Boolean(this.lease.set(name, next)),
    };
    const rows: RebuiltRows = {
      rebuilds: {
        find: () => (this.hangs ? new Promise(() => undefined) : Promise.resolve(this.record)),
        begin: async (next, before) => {
          if (this.record?.id !== before) return false;
          this.record = next;
          return true;
        },
        update: async (next) => {
          await this.whileSaving(JSON.parse(next.status) as RebuildStatus);
          if (this.record?.id === next.id && !this.record.isEnded) this.record = next;
        },
      },
      rowsBeside: () => ({ open: () => this.open() }) as RowsBeside,
      origin: async () => undefined,
      keptSince: async () => this.keptSince,
      dropAbandoned: async () => void (this.abandoned += 1),
      dropKept: async () => void (this.keptSince = undefined),
      onExchange: () => undefined,
    };
    return new SharedRebuilds({
      rows,
      lease: { records, owner },
      isReady: () => true,
      startBuilding: (build, hear) => {
        const posted: ToSharedRebuild[] = [];
        const ended = new Promise<void>((resolve, reject) => {
          this.threads.push({ build, hear, posted, end: (error) => (error ? reject(error) : resolve()) });
        });
        return { post: (message) => posted.push(message), ended };
      },
      clock: { now: () => this.now },
      ids: { next: () => `r${(this.ids += 1)}` },
      timers: this.timers,
      monotonic: () => this.now - NOW,
      logger: { info: log('info'), warn: log('warn'), error: log('error') } as unknown as SharedRebuildsPorts['logger'],
    });
  }

  get status(): RebuildStatus {
    return JSON.parse(this.record!.status) as RebuildStatus;
  }

  async pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 500) {
      this.now += 500;
      this.timers.advance(500);
      await settled();
    }
  }
}

describe('rebuilds of shared rows', () => {
  let rows: Rows;
  let process: SharedRebuilds;
  const thread = (at = 0): Thread => rows.threads[at]!;
  /** A rebuild whose thread has compared the rows. */
  const compared = async (force: boolean, differences: number): Promise<void> => {
    await process.start({ ...BY, force });
    await rows.pass(2_000);
    for (let n = 0; n < differences; n += 1) thread().hear({ kind: 'differs', difference: DIFFERENCE });
    thread().hear(EQUAL);
    await settled();
  };
  /** A rebuild whose equal rows were to be prepared. */
  const prepared = async (): Promise<void> => {
    await compared(false, 0);
    thread().hear({ kind: 'prepare' });
    await settled();
  };
  const preparedWith = (error: Error): Promise<void> => {
    const writer = new MemoryReadModel();
    rows.open = async () => ({ model: writer, writer });
    process.listen({ ...RIGHT, prepare: () => Promise.reject(error), replaced: () => undefined });
    return prepared();
  };
  const logged = (level: string) => rows.logged.filter(([of]) => of === level);

  beforeEach(() => {
    rows = new Rows();
    process = rows.process('p1');
  });
  afterEach(async () => {
    const closing = process.close();
    for (const { end } of rows.threads) end();
    await rows.pass(REBUILD_CLOSE_MS);
    await closing;
  });

  it.each([
    ['equal', false, 0, { kind: 'exchange', differs: false }, 'switching'],
    ['different', false, 1, { kind: 'discard' }, 'differs'],
    ['different and forced', true, 1, { kind: 'exchange', differs: true }, 'switching'],
  ])('have the thread go on where rows are %s', async (_what, force, differences, message, state) => {
    await compared(force, differences);
    expect(thread().posted).toEqual([expect.objectContaining(message)]);
    await rows.pass(2_000);
    expect(rows.status).toMatchObject({ state, by: 'ops', different_rows: differences });
  });

  it('are continued after a store was away, and are one rebuild with one end', async () => {
    await compared(false, 0);
    thread().hear({ kind: 'failed', message: 'away', isTransient: true });
    thread().end();
    await rows.pass(2_000);
    expect(rows.status.ended_at).toBeNull();
    expect(thread(1).build).toEqual({ id: 'r1', kind: 'rebuild', folded: 0 });
    thread(1).hear({ kind: 'exchanged' });
    thread(1).end();
    await rows.pass(2_000);
    expect(rows.status).toMatchObject({ state: 'done', error: null });
    await rows.pass(5_000);
    expect(rows.threads).toHaveLength(2);
  });

  it.each([
    ['a thread tells of', (each: Thread) => each.hear({ kind: 'failed', message: 'broken', isTransient: false })],
    ['a thread ends by', (each: Thread) => each.end(new Error('broken'))],
  ])('fail for good by an error that %s', async (_what, fail) => {
    await compared(false, 0);
    fail(thread());
    thread().end();
    await rows.pass(2_000);
    expect(rows.status).toMatchObject({ state: 'failed', error: 'broken' });
    expect(rows.threads).toHaveLength(1);
  });

  it('are continued at growing pauses while a store is away, which is logged once', async () => {
    await process.start({ ...BY, force: false });
    for (let seen = 0, passed = 0; passed < 60_000; passed += 500) {
      await rows.pass(500);
      if (rows.threads.length === seen) continue;
      seen += 1;
      rows.threads.at(-1)!.hear({ kind: 'failed', message: 'away', isTransient: true });
      rows.threads.at(-1)!.end();
    }
    expect(rows.threads.length).toBeGreaterThan(5);
    expect(rows.threads.length).toBeLessThan(15);
    expect(logged('warn')).toEqual([['warn', { kind: 'rebuild', by: 'ops', error: 'away' }, expect.anything()]]);
    expect(rows.status).toMatchObject({ ended_at: null, error: null });
  });

  it('fail for good where rows cannot be prepared: what was built is dropped', async () => {
    await preparedWith(new Error('broken'));
    expect(thread().posted.at(-1)).toEqual({ kind: 'discard' });
    thread().end();
    await rows.pass(30_000);
    expect(rows.status).toMatchObject({ state: 'failed', error: 'broken' });
    expect(rows.threads).toHaveLength(1);
    expect(logged('error')).toHaveLength(1);
  });

  it('are continued where rows are away that are to be prepared', async () => {
    await prepared();
    expect(thread().posted.at(-1)).toEqual({ kind: 'stop' });
    thread().end();
    await rows.pass(2_000);
    expect(rows.threads).toHaveLength(2);
    expect(logged('warn')).toHaveLength(1);
  });

  it('are continued where the clock is wrong by which rows are prepared', async () => {
    await preparedWith(new DomainError('unavailable', 'The clock is wrong.'));
    expect(thread().posted.at(-1)).toEqual({ kind: 'stop' });
    thread().end();
    await rows.pass(2_000);
    expect(rows.threads).toHaveLength(2);
    expect(rows.status).toMatchObject({ ended_at: null, error: null });
  });

  it('are left to another process while the clock is wrong', async () => {
    await process.close();
    let trouble: string | undefined = 'The clock is wrong.';
    const wrong = (process = rows.unheard('p2'));
    wrong.listen({ clockTrouble: () => trouble, prepare: async () => undefined, replaced: () => undefined });
    await wrong.start({ ...BY, force: false });
    await rows.pass(30_000);
    expect(rows.threads).toHaveLength(0);
    trouble = undefined;
    await rows.pass(2_000);
    expect(rows.threads).toHaveLength(1);
    trouble = 'The clock is wrong again.';
    await rows.pass(2_000);
    expect(thread().posted.at(-1)).toEqual({ kind: 'stop' });
    thread().end();
    await settled();
    expect(rows.lease.get('rebuild')?.owner).toBe('');
  });

  it('do not begin before somebody listens who prepares the rows', async () => {
    await process.close();
    const late = (process = rows.unheard('p2'));
    await late.start({ ...BY, force: false });
    await rows.pass(30_000);
    expect(rows.threads).toHaveLength(0);
    late.listen({ ...RIGHT, prepare: async () => undefined, replaced: () => undefined });
    await rows.pass(2_000);
    expect(rows.threads).toHaveLength(1);
  });

  it('write their record one after the other: the end is written last', async () => {
    const states: string[] = [];
    let go: () => void = () => undefined;
    await process.start({ ...BY, force: false });
    await rows.pass(2_000);
    rows.whileSaving = async ({ state }) => {
      if (states.push(state) === 1) await new Promise<void>((resolve) => (go = resolve));
    };
    await rows.pass(5_000);
    thread().hear({ kind: 'exchanged' });
    thread().end();
    await rows.pass(2_000);
    expect(states).toEqual(['building']);
    go();
    await rows.pass(2_000);
    expect(states).toEqual(['building', 'done']);
    expect(rows.status.state).toBe('done');
  });

  it('keep what was recorded before, where a process finds that the rows are live already', async () => {
    await compared(true, 2);
    thread().hear({ kind: 'failed', message: 'away', isTransient: true });
    thread().end();
    await rows.pass(2_000);
    const { started_at } = rows.status;
    await rows.pass(2_000);
    expect(rows.status).toMatchObject({ state: 'switching', different_rows: 2 });
    thread(1).hear({ kind: 'exchanged' });
    thread(1).end();
    await rows.pass(2_000);
    const differences = [DIFFERENCE, DIFFERENCE];
    expect(rows.status).toMatchObject({ state: 'done', started_at, different_rows: 2, equal_rows: 3, differences });
    expect(logged('warn').at(-1)?.[2]).toMatch(/differ/);
  });

  it('count differences anew where rows are compared again', async () => {
    await compared(true, 2);
    thread().hear({ kind: 'failed', message: 'away', isTransient: true });
    thread().end();
    await rows.pass(2_000);
    thread(1).hear({ kind: 'compared', rows: 1 });
    thread(1).hear({ kind: 'differs', difference: DIFFERENCE });
    await rows.pass(2_000);
    expect(rows.status).toMatchObject({ state: 'comparing', different_rows: 1, differences: [DIFFERENCE] });
  });

  it('record how rows differ before they are exchanged', async () => {
    await process.start({ ...BY, force: true });
    await rows.pass(2_000);
    rows.whileSaving = async () => expect(thread().posted).toEqual([]);
    thread().hear({ kind: 'differs', difference: DIFFERENCE });
    thread().hear(EQUAL);
    await settled();
    expect(rows.status).toMatchObject({ state: 'switching', different_rows: 1 });
    rows.whileSaving = async () => undefined;
    await settled();
    expect(thread().posted).toEqual([expect.objectContaining({ kind: 'exchange' })]);
  });

  it('have ended once the rows are live, whatever becomes of the thread', async () => {
    await compared(false, 0);
    thread().hear({ kind: 'exchanged' });
    thread().hear({ kind: 'failed', message: 'broken', isTransient: false });
    thread().end(new Error('broken'));
    await rows.pass(2_000);
    expect(rows.status).toMatchObject({ state: 'done', error: null });
  });

  it('have the rows that they do not keep dropped at the next look', async () => {
    await rows.pass(2_000);
    rows.abandoned = 0;
    await compared(false, 0);
    thread().hear({ kind: 'exchanged' });
    thread().end();
    expect(rows.abandoned).toBe(0);
    await rows.pass(4_000);
    expect(rows.abandoned).toBe(1);
  });

  it('are one at a time: the same one again is the one under way, another one is refused', async () => {
    const first = await process.start({ ...BY, force: false });
    expect(await process.start({ by: 'other', force: false })).toEqual(first);
    await expect(process.start({ ...BY, force: true })).rejects.toMatchObject({ code: 'resource_conflict' });
    rows.keptSince = new Date(NOW).toISOString();
    await expect(process.back(BY)).rejects.toMatchObject({ code: 'resource_conflict' });
    expect((await process.state()).canGoBack).toBe(false);
  });

  it('go back only while the rows before are kept', async () => {
    await expect(process.back(BY)).rejects.toMatchObject({ message: expect.stringMatching(/not kept any more/) });
    rows.keptSince = new Date(NOW).toISOString();
    expect((await process.state()).canGoBack).toBe(true);
    expect(await process.back(BY)).toMatchObject({ kind: 'back', by: 'ops' });
    await rows.pass(2_000);
    expect(thread().build).toMatchObject({ kind: 'back' });
  });

  it('leave rows before for a day, and nothing that no rebuild continues', async () => {
    rows.keptSince = new Date(NOW - DAY_MS + 30_000).toISOString();
    await rows.pass(20_000);
    expect(rows.keptSince).toBeDefined();
    expect(rows.abandoned).toBeGreaterThan(0);
    await rows.pass(20_000);
    expect(rows.keptSince).toBeUndefined();
  });

  it('end in time with their process, though the database hangs', async () => {
    rows.hangs = true;
    await rows.pass(2_000);
    let isClosed = false;
    const closing = process.close().then(() => (isClosed = true));
    await rows.pass(REBUILD_CLOSE_MS - 500);
    expect(isClosed).toBe(false);
    await rows.pass(2_000);
    expect(isClosed).toBe(true);
    await closing;
  });

  it('drop nothing while one is under way', async () => {
    await process.start({ ...BY, force: false });
    await rows.pass(2_000);
    rows.abandoned = 0;
    rows.keptSince = new Date(NOW - 2 * DAY_MS).toISOString();
    await rows.pass(30_000);
    expect([rows.abandoned, rows.keptSince]).toEqual([0, expect.anything()]);
  });
});
