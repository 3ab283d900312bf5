import { DomainError } from '#kernel';
import { callersStep, testId as id } from '#kernel/testing';
import { settled } from '#workers/testing';
import { expectPrintable } from '../../http/testing/sent-commands.js';
import { endCall } from '../domain/calls/call-life.js';
import { CALLS } from '../domain/calls/call.js';
import { AroundTimers, at } from '../testing/around-timers.js';
import { CallTimerWorker } from './call-timer-worker.js';

const [ONE, TWO] = [id(8), id(9)] as const;
const [FIRST, SECOND, THIRD] = [id(401), id(402), id(403)] as const;
const unavailable = (): Error => new DomainError('unavailable', 'The store is away.');

async function started(around: AroundTimers): Promise<CallTimerWorker> {
  const worker = new CallTimerWorker(around);
  worker.start();
  await settled();
  return worker;
}

it('expires a call in the trace of its last event, where there are traces', async () => {
  const asked: unknown[] = [];
  const traceAt = async (...what: unknown[]) => {
    asked.push(what);
    return callersStep();
  };
  const around = Object.assign(new AroundTimers(), { traceAt });
  await around.call(ONE, FIRST, 3);
  const { revision } = around.row(ONE, FIRST);
  await started(around);
  await around.pass(3_000);
  expect(asked).toEqual([[ONE, revision]]);
  expect(around.commands).toEqual([expect.objectContaining({ traceparent: callersStep() })]);
});

it('loses a call at the instant its lease expires, by one timer, with the cause that set the lease', async () => {
  const around = new AroundTimers();
  await around.call(ONE, FIRST, 3);
  await started(around);
  expect(around.timers.size).toBe(1);
  await around.pass(2_999);
  expect(around.commands).toEqual([]);
  await around.pass(1);
  const row = around.row(ONE, FIRST);
  expect(row).toMatchObject({ state: 'completed', result: 'lost', ended_at: at(3) });
  expect(around.commands).toEqual([
    expect.objectContaining({
      workspaceId: ONE,
      actor: { kind: 'system', id: 'call_timers' },
      correlationId: 'test',
      causationId: '00000000-0000-7000-9000-000000000007',
    }),
  ]);
  expect(around.sent).toHaveLength(1);
  expectPrintable(around.sent, ['ExpireCall']);
});

it('completes a call whose wrap-up time is over', async () => {
  const around = new AroundTimers();
  await around.call(ONE, FIRST, 7_200);
  const workspace = around.workspaces.get(ONE)!;
  workspace.append(endCall(FIRST, 'answered')(workspace).events, at(0));
  await around.show(ONE);
  around.setClock(600);
  await started(around);
  expect(around.row(ONE, FIRST)).toMatchObject({ state: 'completed', result: 'answered', completed_at: at(600) });
});

it('handles the calls of a workspace in the order of due time, then of dispatch', async () => {
  const around = new AroundTimers();
  await around.call(ONE, THIRD, 20);
  await around.call(ONE, SECOND, 20);
  await around.call(ONE, FIRST, 10);
  around.setClock(30);
  await started(around);
  const ended = around.workspaces.get(ONE)!;
  const order = [FIRST, THIRD, SECOND].map((call) => around.row(ONE, call).revision);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order.at(-1)).toBe(ended.revision);
});

it('polls at least every fifteen seconds, because the clock may be set', async () => {
  const around = new AroundTimers();
  await around.call(ONE, FIRST, 7_200);
  await started(around);
  around.setClock(7_200);
  around.timers.advance(14_999);
  await settled();
  expect(around.commands).toEqual([]);
  around.timers.advance(1);
  await settled();
  expect(around.done()).toHaveLength(1);
});

it('finds an earlier instant when it is woken, with wake-ups merged', async () => {
  const around = new AroundTimers();
  const worker = await started(around);
  await around.call(ONE, FIRST, 0);
  [1, 2, 3].forEach(() => worker.wake());
  expect(around.timers.size).toBe(1);
  await around.pass(50);
  expect([around.done().length, around.commands.length]).toEqual([1, 1]);
});

it('handles many calls in one workspace and in many', async () => {
  const around = new AroundTimers();
  for (let n = 0; n < 250; n += 1) await around.call(n % 10 === 0 ? TWO : ONE, id(1_000 + n), 10);
  around.setClock(10);
  await started(around);
  // More than are held at once: another poll each time.
  for (let looks = 0; looks < 3; looks += 1) await around.pass(50);
  expect([around.done().length, around.commands.length]).toEqual([250, 250]);
});

it('ignores a to-do list that is still being built', async () => {
  const around = new AroundTimers();
  await around.call(ONE, FIRST, 0);
  let complete!: () => void;
  around.ready = new Promise((done) => (complete = done));
  const worker = await started(around);
  worker.wake();
  expect([around.timers.size, around.commands.length]).toEqual([0, 0]);
  complete();
  await settled();
  expect(around.done()).toHaveLength(1);
});

it('retries without end while a store is away, with growing delays, and blocks no other workspace', async () => {
  const around = new AroundTimers();
  await around.call(ONE, FIRST, 0);
  await around.call(TWO, SECOND, 0);
  around.failing = ({ workspaceId }) => (workspaceId === ONE ? unavailable() : undefined);
  const worker = await started(around);
  expect(around.done()).toEqual([`${TWO}|${SECOND}`]);
  for (let tries = 0; tries < 30; tries += 1) await around.pass(60_000);
  expect(worker.parked()).toEqual([]);
  around.failing = () => undefined;
  await around.pass(60_000);
  expect(around.done()).toHaveLength(2);
});

it('parks a call after ten failed tries, names it, and continues after it', async () => {
  const around = new AroundTimers();
  await around.call(ONE, FIRST, 0);
  await around.call(ONE, SECOND, 1);
  around.setClock(1);
  let tries = 0;
  // The first call of the workspace: no later call is handled before it is done or parked.
  around.failing = () => (tries < 10 ? ((tries += 1), new Error('a fault of ours')) : undefined);
  const worker = await started(around);
  for (let rings = 0; rings < 20; rings += 1) await around.pass(60_000);
  expect(tries).toBe(10);
  expect(worker.parked()).toEqual([{ workspaceId: ONE, callId: FIRST, reason: 'a fault of ours' }]);
  expect(around.done()).toEqual([`${ONE}|${SECOND}`]);
});

it('tries a parked call again when it is due for another reason', async () => {
  const around = new AroundTimers();
  await around.call(ONE, FIRST, 0);
  around.failing = () => new Error('a fault of ours');
  const worker = await started(around);
  for (let rings = 0; rings < 20; rings += 1) await around.pass(60_000);
  expect(worker.parked()).toHaveLength(1);
  around.failing = () => undefined;
  const workspace = around.workspaces.get(ONE)!;
  workspace.append(endCall(FIRST, 'answered')(workspace).events, at(1_200));
  await around.show(ONE);
  await around.pass(600_000);
  expect(around.row(ONE, FIRST)).toMatchObject({ state: 'completed', result: 'answered' });
  expect(worker.parked()).toEqual([]);
});

it('reads a long backlog only as far as its queue holds, but finds calls of other workspaces after it', async () => {
  const around = new AroundTimers();
  await around.call(ONE, FIRST, 0);
  const call = around.row(ONE, FIRST);
  for (let n = 1; n < 1_200; n += 1) {
    const document = { ...call, call_id: id(1_000 + n), number: call.number + n };
    await around.readModel.putRows([{ collection: CALLS, key: [ONE, document.call_id], document }]);
  }
  around.visible = false;
  let pages = 0;
  const page = around.readModel.page.bind(around.readModel);
  around.readModel.page = (...asked) => ((pages += 1), page(...asked));
  const worker = await started(around);
  expect(pages).toBeGreaterThan(12);
  pages = 0;
  worker.wake();
  await around.pass(50);
  expect(pages).toBeLessThan(6);
  await around.call(TWO, SECOND, 1);
  await around.pass(15_000);
  await around.pass(15_000);
  expect(around.commands.map(({ workspaceId }) => workspaceId)).toEqual([ONE, TWO]);
});

it('does not handle a call again before the rows show the result', async () => {
  const around = new AroundTimers();
  await around.call(ONE, FIRST, 0);
  await around.call(ONE, SECOND, 0);
  around.visible = false;
  const worker = await started(around);
  worker.wake();
  await around.pass(15_000);
  expect([around.commands.length, around.waits.length]).toEqual([1, 1]);
  around.waits[0]!(false);
  await settled();
  await around.show(ONE);
  around.waits[1]!(true);
  await settled();
  expect(around.commands).toHaveLength(2);
});

describe('asked to settle', () => {
  it('resolves when everything due by then is done and visible in the rows', async () => {
    const around = new AroundTimers();
    for (let n = 0; n < 150; n += 1) await around.call(n % 2 ? ONE : TWO, id(1_000 + n), n);
    const worker = await started(around);
    around.setClock(100);
    await worker.settle(at(100));
    expect(around.done()).toHaveLength(101);
    const open = await around.readModel.page(CALLS, {
      index: 'timers',
      prefix: [1],
      limit: 1,
    });
    expect(open[0]!.due_at).toBe(at(101));
  });

  it('tries again at once what waits for a retry, and reports its error', async () => {
    const around = new AroundTimers();
    await around.call(ONE, FIRST, 0);
    around.failing = unavailable;
    const worker = await started(around);
    await expect(worker.settle(at(0))).rejects.toThrow('The store is away.');
    around.failing = () => undefined;
    await worker.settle(at(0));
    // Only the timer of the next poll is set.
    expect([around.done().length, around.timers.size]).toEqual([1, 1]);
  });

  it('skips parked calls', async () => {
    const around = new AroundTimers();
    await around.call(ONE, FIRST, 0);
    around.failing = () => new Error('a fault of ours');
    const worker = await started(around);
    for (let tries = 0; tries < 9; tries += 1) await worker.settle(at(0)).catch(() => undefined);
    expect(worker.parked()).toHaveLength(1);
    await worker.settle(at(0));
  });
});

it('takes no further call once stopped', async () => {
  const around = new AroundTimers();
  await around.call(ONE, FIRST, 0);
  await around.call(ONE, SECOND, 0);
  around.visible = false;
  const worker = await started(around);
  const stopping = worker.stop();
  around.waits[0]!(true);
  await stopping;
  await worker.settle(at(0));
  expect(around.commands).toHaveLength(1);
  expect(around.timers.size).toBe(0);
});

it('ignores a call of a deleted workspace, which is neither retried nor parked', async () => {
  const around = new AroundTimers();
  await around.call(ONE, FIRST, 1);
  await around.call(TWO, SECOND, 1);
  let asked = 0;
  around.failing = ({ workspaceId }) => {
    if (workspaceId !== ONE) return undefined;
    asked += 1;
    return new DomainError('not_found', 'No such workspace.');
  };
  around.setClock(1);
  const worker = await started(around);
  await worker.settle(at(1));
  await around.pass(60_000);
  expect(asked).toBe(1);
  expect(worker.parked()).toEqual([]);
  expect(around.row(TWO, SECOND)).toMatchObject({ state: 'completed', result: 'lost' });
});
