import { testId as id } from '#kernel/testing';
import { MEMBERS } from '#members/domain';
import { ReadModelUnavailableError } from '#read-model';
import { settled } from '#workers/testing';
import { AroundReindexing, calledBefore } from '../testing/around-reindexing.js';
import { REINDEX_JOBS } from '../domain/queue/reindex-jobs.js';
import { ReindexWorker } from './reindex-worker.js';

const [ONE, TWO, LIST, OTHER] = [id(8), id(9), id(2), id(3)] as const;
const UTC = { limits: { max_attempts_per_day: null, max_attempts_total: null, min_retry_seconds: 0 }, zone: 'UTC' };
const GAP = { min_retry_seconds: 3_600 };

/** Workspaces with a member on each of two lists who was called a minute ago; the gap of both is an hour now. */
async function around(...workspaces: readonly string[]): Promise<AroundReindexing> {
  const made = new AroundReindexing();
  for (const workspace of workspaces) {
    for (const list of [LIST, OTHER]) await made.members(workspace, list, [calledBefore(60)], UTC);
    await made.set(workspace, { lists: { [LIST]: GAP, [OTHER]: GAP } }, { scopes: [LIST, OTHER] });
  }
  return made;
}

const states = async (made: AroundReindexing, workspace: string) => {
  const rows = await Promise.all([LIST, OTHER].map((list) => made.rows(MEMBERS, 'by_number', [workspace, list, 1])));
  return rows.flat().map(({ state }) => state);
};

async function started(made: AroundReindexing): Promise<ReindexWorker> {
  const worker = new ReindexWorker(made);
  worker.start();
  await settled();
  return worker;
}

it('does the jobs on the to-do list and removes them', async () => {
  const made = await around(ONE, TWO);
  await started(made);
  for (const workspace of [ONE, TWO]) {
    expect([await states(made, workspace), await made.pending(workspace)]).toEqual([['waiting', 'waiting'], []]);
  }
});

it('handles the scopes of a workspace in sequence, workspaces concurrently', async () => {
  const made = await around(ONE, TWO);
  const underWay: (() => void)[] = [];
  made.before = () => new Promise((go) => underWay.push(go));
  await started(made);
  expect(underWay).toHaveLength(2);
  for (let turn = 0; turn < 8; turn += 1) {
    underWay.splice(0).forEach((go) => go());
    await settled();
    expect(underWay.length).toBeLessThanOrEqual(2);
  }
  expect([...(await made.pending(ONE)), ...(await made.pending(TWO))]).toEqual([]);
});

it('starts again if the settings change meanwhile', async () => {
  const made = await around(ONE);
  made.before = async () => {
    made.before = () => Promise.resolve();
    await made.set(ONE, { lists: { [LIST]: { min_retry_seconds: 7_200 } } }, { revision: 2, scopes: [LIST] });
  };
  await started(made);
  const [row] = await made.rows(MEMBERS, 'by_number', [ONE, LIST, 1]);
  expect(row).toMatchObject({ state: 'waiting', due: Date.parse('2030-01-01T01:59:00.000Z') });
  expect(await made.pending(ONE)).toEqual([]);
});

it('waits until the rows have the change that caused the job', async () => {
  const made = await around(ONE);
  await made.set(ONE, { lists: { [LIST]: { min_retry_seconds: 7_200 } } }, { revision: 5, scopes: [LIST] });
  await made.put({ name: 'requeues', key: ['workspace_id', 'scope'], indexes: [] }, [ONE, LIST], {
    workspace_id: ONE,
    scope: LIST,
    pending: 1,
    revision: 6,
  });
  await started(made);
  expect([made.amendments, made.waits.length]).toEqual([0, 1]);
  await made.complete(ONE, 6);
  made.waits[0]!(true);
  await settled();
  expect(await made.pending(ONE)).toEqual([]);
});

it('finds its jobs when it is woken, and also by polling', async () => {
  for (const wake of [true, false]) {
    const made = new AroundReindexing();
    const worker = await started(made);
    await made.set(ONE, { lists: { [LIST]: GAP } }, { scopes: [LIST] });
    if (wake) worker.wake();
    made.timers.advance(wake ? 50 : 15_000);
    await settled();
    expect(await made.pending(ONE)).toEqual([]);
  }
});

it('retries without end while the read model is away, and blocks no other workspace', async () => {
  const made = await around(ONE);
  let away = true;
  made.before = () => (away ? Promise.reject(new ReadModelUnavailableError('away')) : Promise.resolve());
  const worker = await started(made);
  await made.set(TWO, {}, { scopes: ['zone'] });
  for (let tries = 0; tries < 30; tries += 1) {
    made.timers.advance(60_000);
    await settled();
  }
  expect([await made.pending(ONE), worker.parked()]).toEqual([[LIST, OTHER], []]);
  away = false;
  made.timers.advance(60_000);
  await settled();
  expect([await made.pending(ONE), await made.pending(TWO)]).toEqual([[], []]);
});

it('parks a job after ten failed tries, names it, and continues with the next', async () => {
  const made = await around(ONE);
  let tries = 0;
  made.before = async () => {
    const [row] = await made.rows(MEMBERS, 'by_number', [ONE, LIST, 1]);
    if (row?.state === 'waiting' || tries >= 10) return;
    tries += 1;
    throw new Error('no such index');
  };
  const worker = await started(made);
  for (let turn = 0; turn < 30; turn += 1) {
    made.timers.advance(60_000);
    await settled();
  }
  expect(tries).toBe(10);
  expect(worker.parked()).toEqual([{ workspaceId: ONE, scope: LIST, reason: 'no such index' }]);
  expect([await made.pending(ONE), await states(made, ONE)]).toEqual([[LIST], ['ready', 'waiting']]);
});

it('tries a parked job again when the settings have changed again', async () => {
  const made = await around(ONE);
  made.before = () => Promise.reject(new Error('no such index'));
  const worker = await started(made);
  for (let turn = 0; turn < 30; turn += 1) {
    made.timers.advance(60_000);
    await settled();
  }
  expect(worker.parked().map(({ scope }) => scope)).toEqual([LIST, OTHER]);
  made.before = () => Promise.resolve();
  await made.set(ONE, { lists: { [LIST]: { min_retry_seconds: 7_200 } } }, { revision: 2, scopes: [LIST] });
  made.timers.advance(15_000);
  await settled();
  expect([await made.pending(ONE), worker.parked().map(({ scope }) => scope)]).toEqual([[OTHER], [OTHER]]);
});

it('ignores a to-do list that is still being built', async () => {
  const made = await around(ONE);
  made.ready = new Promise(() => undefined);
  const worker = await started(made);
  worker.wake();
  made.timers.advance(10_000);
  await settled();
  expect(made.amendments).toBe(0);
});

it('starts no further chunk once stopped, and leaves its job to the next process', async () => {
  const made = await around(ONE);
  let go: () => void = () => undefined;
  made.before = () => new Promise((resolve) => (go = resolve));
  const worker = await started(made);
  const stopping = worker.stop();
  made.before = () => Promise.resolve();
  go();
  await stopping;
  expect(await made.pending(ONE)).toContain(OTHER);
  await started(made);
  expect(await made.pending(ONE)).toEqual([]);
});

it('walks a scope once more when no write of an earlier walk can arrive any more', async () => {
  const made = await around(ONE);
  let arrive: () => Promise<unknown> = () => Promise.resolve();
  const { readModel, progress, timers, clock, cacheWriter } = made;
  let isFirst = true;
  const amendRows: typeof cacheWriter.amendRows = (changes) => {
    if (!isFirst) return cacheWriter.amendRows(changes);
    // It is late, and its sender is told that there was no answer.
    isFirst = false;
    arrive = () => readModel.amendRows(changes);
    return Promise.reject(new ReadModelUnavailableError('no answer'));
  };
  const lossy = { readModel, progress, timers, clock, cacheWriter: { amendRows } };
  const worker = new ReindexWorker(lossy);
  worker.start();
  await settled();
  // The gap is gone again before anything was written: the member is ready, as at first.
  await made.set(ONE, { lists: { [LIST]: { min_retry_seconds: 0 } } }, { revision: 2, scopes: [LIST] });
  await made.pass(60_000 - 1);
  expect([await made.pending(ONE), (await states(made, ONE))[0]]).toEqual([[], 'ready']);
  await arrive();
  expect((await states(made, ONE))[0]).toBe('waiting');
  await made.pass(20_000);
  expect((await states(made, ONE))[0]).toBe('ready');
  const jobs = await made.rows(REINDEX_JOBS, 'pending', []);
  expect(jobs.map(({ scope, pending }) => [scope, pending])).toEqual([
    [LIST, 0],
    [OTHER, 0],
  ]);
  await worker.stop();
});

it('leaves no timer behind where a write fails while it stops', async () => {
  const made = await around(ONE);
  let fail: () => void = () => undefined;
  made.before = () => new Promise((_go, reject) => (fail = () => reject(new ReadModelUnavailableError('no answer'))));
  const worker = await started(made);
  const stopped = worker.stop();
  fail();
  await stopped;
  expect(made.timers.size).toBe(0);
});
