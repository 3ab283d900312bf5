import { DomainError } from '#kernel';
import { testId as id } from '#kernel/testing';
import { settled } from '#workers/testing';
import { expectPrintable } from '../../http/testing/sent-commands.js';
import { DUE_CALLBACKS } from '../domain/callbacks/due-callbacks.js';
import { AroundCallbacks } from '../testing/around-callbacks.js';
import { at } from '../testing/around-timers.js';
import { event, SPRING } from '../testing/past.js';
import { DueCallbackWorker } from './due-callback-worker.js';

const [ONE, TWO] = [id(8), id(9)] as const;

async function started(around: AroundCallbacks): Promise<DueCallbackWorker> {
  const worker = new DueCallbackWorker(around);
  worker.start();
  await settled();
  return worker;
}

const open = (around: AroundCallbacks) =>
  around.readModel.page(DUE_CALLBACKS, { index: 'checks', prefix: [1], limit: 1_000 });

it('tells a callback at its instant, by one timer, with the cause that set it', async () => {
  const around = new AroundCallbacks();
  await around.callbacks(ONE, 1, 3);
  const causationId = (await open(around))[0]!.event_id;
  await started(around);
  expect(around.timers.size).toBe(1);
  await around.pass(2_999);
  expect([around.told(ONE), around.commands]).toEqual([0, []]);
  await around.pass(1);
  expect([around.told(ONE), await open(around)]).toEqual([1, []]);
  const actor = { kind: 'system', id: 'due_callbacks' };
  expect(around.commands).toEqual([
    expect.objectContaining({ workspaceId: ONE, actor, correlationId: 'test', causationId }),
  ]);
  expectPrintable(around.sent, ['TellDueCallbacks']);
});

it('tells many in chunks, of several workspaces, each once, also where another process checks them too', async () => {
  const around = new AroundCallbacks();
  await around.callbacks(ONE, 250, 1);
  await around.callbacks(TWO, 2, 2);
  around.setClock(5);
  await Promise.all([started(around), started(around)]);
  for (let looks = 0; looks < 5; looks += 1) await around.pass(50);
  expect([around.told(ONE), around.told(TWO), await open(around)]).toEqual([250, 2, []]);
  const events = around.of(ONE).revision + around.of(TWO).revision + 2;
  // The past of a workspace has 6 events; of each callback there are three, and one by which it was told.
  expect(events).toBe(2 * 6 + 252 * 4);
});

it('checks one again that waits for its cap, a minute later at most, and at none that has ended', async () => {
  const around = new AroundCallbacks();
  await around.callbacks(ONE, 2, 1);
  await around.change(ONE, { max_attempts_per_day: 0 });
  const [first] = await open(around);
  const left = { lists: [SPRING], contacts: [{ contact_id: first!.contact_id, lists: [0] }] };
  around.of(ONE).append([event('MemberRemoved', { reason: 'removed_by_request', ...left })]);
  around.setClock(10);
  await started(around);
  expect(await open(around)).toMatchObject([{ check_at: Date.parse(at(70)) }]);
  await around.change(ONE, { max_attempts_per_day: null });
  await around.pass(59_999);
  expect(around.told(ONE)).toBe(0);
  await around.pass(1);
  expect([around.told(ONE), await open(around)]).toEqual([1, []]);
});

it('tells what is due by a given instant, and tries on after a failure', async () => {
  const around = new AroundCallbacks();
  await around.callbacks(ONE, 3, 60);
  const worker = new DueCallbackWorker(around);
  around.setClock(59);
  await worker.settle(at(59));
  expect(around.told(ONE)).toBe(0);
  around.setClock(60);
  around.failing = () => new DomainError('unavailable', 'The store is away.');
  await expect(worker.settle(at(60))).rejects.toThrow('The store is away.');
  around.failing = () => undefined;
  await around.pass(1_000);
  await worker.settle(at(61));
  expect(around.told(ONE)).toBe(3);
  await worker.stop();
});
