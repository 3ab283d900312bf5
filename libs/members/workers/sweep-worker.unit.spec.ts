import { DomainError } from '#kernel';
import { callersStep, testId as id, type TestWorkspace } from '#kernel/testing';
import { settled } from '#workers/testing';
import { expectPrintable } from '../../http/testing/sent-commands.js';
import { SWEEPS } from '../domain/sweep.js';
import { Around, LIST, workspaceWith, workspaceWithLists } from '../testing/around-sweeps.js';
import { SweepWorker } from './sweep-worker.js';

const [ONE, TWO] = [id(8), id(9)] as const;
const unavailable = (): Error => new DomainError('unavailable', 'The store is away.');

it('ends all memberships in chunks, with the request that deleted the list as the cause', async () => {
  const around = new Around([workspaceWith(ONE, 1_200)]);
  new SweepWorker(around).start();
  await settled();
  expect(around.left(ONE)).toBe(0);
  expect(around.commands).toHaveLength(3);
  const [sweep] = around.of(ONE).all(SWEEPS);
  expect(sweep).toMatchObject({ done: 1 });
  expect(around.commands[0]).toMatchObject({
    actor: { kind: 'system', id: 'sweep' },
    correlationId: 'test',
    causationId: sweep!.event_id,
  });
  expect(around.sent).toHaveLength(3);
  expectPrintable(around.sent, ['AdvanceSweep']);
});

it('decides each chunk in the trace of the request that caused the sweep, where there are traces', async () => {
  const asked = new Set<string>();
  const traceAt = async (workspaceId: string, revision: number) => {
    asked.add(`${workspaceId} ${revision}`);
    return callersStep();
  };
  const around = new Around([workspaceWith(ONE, 1_200)]);
  const { since } = around.of(ONE).all(SWEEPS)[0]!;
  new SweepWorker(Object.assign(around, { traceAt })).start();
  await settled();
  expect([...asked]).toEqual([`${ONE} ${since}`]);
  expect(around.commands.map(({ traceparent }) => traceparent)).toEqual([1, 2, 3].map(() => callersStep()));
});

it('continues where another process was killed', async () => {
  const workspace = workspaceWith(ONE, 1_200);
  const first = new Around([workspace]);
  first.visible = false;
  new SweepWorker(first).start();
  await settled();
  expect(first.left(ONE)).toBe(700);
  const second = new Around([workspace]);
  new SweepWorker(second).start();
  await settled();
  expect([second.left(ONE), second.commands.length]).toEqual([0, 2]);
});

it('takes the next chunk only when the rows have the last one', async () => {
  const around = new Around([workspaceWith(ONE, 1_200)]);
  around.visible = false;
  new SweepWorker(around).start();
  await settled();
  expect([around.commands.length, around.waits.length]).toEqual([1, 1]);
  around.waits[0]!(false);
  await settled();
  expect([around.commands.length, around.waits.length]).toEqual([1, 2]);
  around.waits[1]!(true);
  await settled();
  expect(around.commands).toHaveLength(2);
});

it('finds a sweep when it is woken, with wake-ups merged, and also by polling', async () => {
  for (const wake of [true, false]) {
    const workspaces: TestWorkspace[] = [];
    const around = new Around(workspaces);
    const worker = new SweepWorker(around);
    worker.start();
    await settled();
    workspaces.push(workspaceWith(ONE, 501));
    if (wake) [1, 2, 3].forEach(() => worker.wake());
    expect(await around.passToNext()).toBe(wake ? 50 : 15_000);
    expect(around.left(ONE)).toBe(0);
  }
});

it('ignores a to-do list that is still being built', async () => {
  const around = new Around([workspaceWith(ONE, 501)]);
  let complete!: () => void;
  around.ready = new Promise((done) => (complete = done));
  const worker = new SweepWorker(around);
  worker.start();
  worker.wake();
  await settled();
  expect(around.timers.size).toBe(0);
  complete();
  await settled();
  expect(around.left(ONE)).toBe(0);
});

it('retries without end while a store is away, with growing delays, and blocks no other workspace', async () => {
  const around = new Around([workspaceWith(ONE, 501), workspaceWith(TWO, 501)]);
  around.failing = ({ workspaceId }) => (workspaceId === ONE ? unavailable() : undefined);
  const worker = new SweepWorker(around);
  worker.start();
  await settled();
  expect([around.left(ONE), around.left(TWO)]).toEqual([501, 0]);
  for (let tries = 0; tries < 40; tries += 1) await around.passToNext();
  expect([around.left(ONE), worker.parked()]).toEqual([501, []]);
  around.failing = () => undefined;
  while (around.left(ONE) > 0) await around.passToNext();
});

it('parks a sweep after ten failed tries and names it', async () => {
  const around = new Around([workspaceWith(ONE, 501), workspaceWith(TWO, 501)]);
  let tries = 0;
  around.failing = ({ workspaceId }) => {
    if (workspaceId === TWO) return undefined;
    tries += 1;
    return new Error('unknown event type');
  };
  const worker = new SweepWorker(around);
  worker.start();
  await settled();
  for (let rings = 0; rings < 100; rings += 1) await around.passToNext();
  expect(tries).toBe(10);
  expect(worker.parked()).toEqual([{ workspaceId: ONE, cause: LIST, reason: 'unknown event type' }]);
  expect(around.left(TWO)).toBe(0);
});

it('starts no further chunk once stopped', async () => {
  const around = new Around([workspaceWith(ONE, 1_200)]);
  around.visible = false;
  const worker = new SweepWorker(around);
  worker.start();
  await settled();
  const stopping = worker.stop();
  around.waits[0]!(true);
  await stopping;
  expect(around.commands).toHaveLength(1);
});

it('decides one chunk per workspace and four in all at a time, for any number of pending sweeps', async () => {
  const lists = Array.from({ length: 30 }, (_, n) => id(20 + n));
  const workspaces = [1, 2, 3, 4, 5, 6].map((n) => workspaceWithLists(id(80 + n), lists, 1));
  const around = new Around(workspaces);
  const underWay: string[] = [];
  const most = { ofAll: 0, ofOne: 0 };
  const counted = new Map<string, number>();
  around.before = async ({ workspaceId }) => {
    underWay.push(workspaceId);
    most.ofAll = Math.max(most.ofAll, underWay.length);
    most.ofOne = Math.max(most.ofOne, underWay.filter((each) => each === workspaceId).length);
    counted.set(workspaceId, (counted.get(workspaceId) ?? 0) + 1);
    // No workspace is served far ahead of another one.
    expect(counted.get(workspaceId)! - Math.min(...[...counted.values()])).toBeLessThanOrEqual(2);
    await new Promise((done) => setImmediate(done));
    underWay.splice(underWay.indexOf(workspaceId), 1);
  };
  new SweepWorker(around).start();
  while (around.commands.length < 180) await settled();
  expect(most).toEqual({ ofAll: 4, ofOne: 1 });
  expect(workspaces.map(({ workspaceId }) => around.left(workspaceId))).toEqual([0, 0, 0, 0, 0, 0]);
});

it('sweeps a workspace although the rows of five others never show their chunk', async () => {
  const ids = [1, 2, 3, 4, 5, 6].map((n) => id(80 + n));
  const last = ids.at(-1)!;
  const around = new Around(ids.map((workspaceId) => workspaceWith(workspaceId, 1_200)));
  around.visible = false;
  new SweepWorker(around).start();
  await settled();
  expect(around.commands.map(({ workspaceId }) => workspaceId).sort()).toEqual(ids);
  while (around.left(last) > 0) {
    const chunks = around.commands.length;
    around.waits[around.commands.findLastIndex(({ workspaceId }) => workspaceId === last)]!(true);
    await settled();
    expect(around.commands).toHaveLength(chunks + 1);
  }
  expect(ids.map((workspaceId) => around.left(workspaceId))).toEqual([700, 700, 700, 700, 700, 0]);
});

it('starts no chunk of another sweep of a workspace while its rows do not show the last one', async () => {
  const around = new Around([workspaceWithLists(ONE, [id(20), id(21)], 1)]);
  around.visible = false;
  new SweepWorker(around).start();
  await settled();
  expect([around.commands.length, around.waits.length]).toEqual([1, 1]);
  around.waits[0]!(true);
  await settled();
  expect([around.commands.length, around.waits.length]).toEqual([2, 2]);
});

it('skips queued sweeps once stopped', async () => {
  const around = new Around([workspaceWithLists(ONE, [id(20), id(21), id(22)], 1)]);
  let go!: () => void;
  around.before = () => new Promise((begin) => (go = begin));
  const worker = new SweepWorker(around);
  worker.start();
  await settled();
  const stopping = worker.stop();
  go();
  await stopping;
  expect(around.commands).toHaveLength(1);
});

it('ignores the sweep of a deleted workspace, which is neither retried nor parked', async () => {
  const around = new Around([workspaceWith(ONE, 501), workspaceWith(TWO, 501)]);
  let asked = 0;
  around.failing = ({ workspaceId }) => {
    if (workspaceId !== ONE) return undefined;
    asked += 1;
    return new DomainError('not_found', 'No such workspace.');
  };
  const worker = new SweepWorker(around);
  worker.start();
  await settled();
  for (let looks = 0; looks < 3; looks += 1) await around.passToNext();
  await settled();
  expect([asked, worker.parked()]).toEqual([1, []]);
  expect([around.left(ONE), around.left(TWO)]).toEqual([501, 0]);
});
