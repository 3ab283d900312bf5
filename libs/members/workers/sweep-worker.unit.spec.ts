import { DomainError, type DomainEvent, type Timers } from '#kernel';
import { TestWorkspace } from '#kernel/testing';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';
import type { Command, CommandDecider, Outcome } from '#workspace-head';
import { MEMBERS, SWEEPS } from '../domain/index.js';
import { MEMBER_PROJECTIONS } from '../index.js';
import { type SweepPorts, SweepWorker } from './sweep-worker.js';

const id = (n: number): string => `018f3a00-0000-7000-8000-${String(n).padStart(12, '0')}`;
const LIST = id(1);

/** A workspace whose list of so many members was just deleted. */
function workspaceWith(workspaceId: string, members: number): TestWorkspace {
  const settings = { smart_list_id: LIST, name: 'L', ...SETTINGS_DEFAULTS, source: 'api' };
  const added = Array.from({ length: members }, (_, n): DomainEvent => ({
    type: 'MemberAdded',
    data: { smart_list_id: LIST, contact_id: id(100 + n), source: 'api' },
  }));
  return new TestWorkspace([...SMART_LIST_PROJECTIONS, ...MEMBER_PROJECTIONS], { workspaceId })
    .append([{ type: 'SmartListCreated', data: settings }, ...added])
    .append([{ type: 'SmartListDeleted', data: { smart_list_id: LIST, members_left: members } }]);
}

/** Timers that ring when the test says so. */
class HandTimers implements Timers {
  private readonly set_ = new Map<number, { readonly at: number; readonly ring: () => void }>();
  private last = 0;
  now = 0;

  set(milliseconds: number, callback: () => void): () => void {
    const id = (this.last += 1);
    this.set_.set(id, { at: this.now + milliseconds, ring: callback });
    return () => this.set_.delete(id);
  }

  /** Lets time pass until the next timer, and everything that follows from it happen. */
  async next(): Promise<number> {
    const [id, timer] = [...this.set_].sort(([, a], [, b]) => a.at - b.at)[0]!;
    this.set_.delete(id);
    const passed = timer.at - this.now;
    this.now = timer.at;
    timer.ring();
    await settled();
    return passed;
  }
}

/** Until nothing is left to do but wait for timers. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
}

/** The service around a worker, with what each test lets go wrong. */
class Around implements SweepPorts {
  readonly commands: Command[] = [];
  readonly timers = new HandTimers();
  failing: (command: Command) => Error | undefined = () => undefined;
  visible = true;
  readonly waits: ((there: boolean) => void)[] = [];

  constructor(readonly workspaces: readonly TestWorkspace[]) {}

  readonly decider: CommandDecider = {
    execute: (command: Command): Promise<Outcome> => {
      const error = this.failing(command);
      if (error) return Promise.reject(error);
      this.commands.push(command);
      const workspace = this.of(command.workspaceId);
      const decision = command.decide(workspace);
      workspace.append(decision.events);
      const visible = this.visible;
      return Promise.resolve({
        answer: decision.answer(workspace),
        replayed: false,
        visible,
        revision: workspace.revision,
      });
    },
  };

  readonly progress = {
    whenReady: () => Promise.resolve(),
    whenComplete: () => new Promise<boolean>((done) => this.waits.push(done)),
  };

  readonly readModel = {
    page: (() => {
      const pending = this.workspaces.flatMap((each) => each.all(SWEEPS)).filter(({ done }) => done === 0);
      return Promise.resolve(pending);
    }) as never,
  };

  of(workspaceId: string): TestWorkspace {
    return this.workspaces.find((each) => each.workspaceId === workspaceId)!;
  }

  left(workspaceId: string): number {
    return this.of(workspaceId)
      .all(MEMBERS)
      .filter(({ active }) => active === 1).length;
  }
}

const [ONE, TWO] = [id(8), id(9)] as const;
const unavailable = (): Error => new DomainError('unavailable', 'The store is away.');

it('ends all memberships in chunks, on behalf of the request that deleted the list', async () => {
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
});

it('goes on where another process was killed', async () => {
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

it('finds a sweep when it is woken, wake-ups gathered, and without them all the same', async () => {
  for (const wake of [true, false]) {
    const workspaces: TestWorkspace[] = [];
    const around = new Around(workspaces);
    const worker = new SweepWorker(around);
    worker.start();
    await settled();
    workspaces.push(workspaceWith(ONE, 501));
    if (wake) [1, 2, 3].forEach(() => worker.wake());
    expect(await around.timers.next()).toBe(wake ? 50 : 5_000);
    expect(around.left(ONE)).toBe(0);
  }
});

it('retries for ever while a store is away, later and later, and holds back no other workspace', async () => {
  const around = new Around([workspaceWith(ONE, 501), workspaceWith(TWO, 501)]);
  around.failing = ({ workspaceId }) => (workspaceId === ONE ? unavailable() : undefined);
  const worker = new SweepWorker(around);
  worker.start();
  await settled();
  expect([around.left(ONE), around.left(TWO)]).toEqual([501, 0]);
  for (let tries = 0; tries < 40; tries += 1) await around.timers.next();
  expect([around.left(ONE), worker.parked()]).toEqual([501, []]);
  around.failing = () => undefined;
  while (around.left(ONE) > 0) await around.timers.next();
});

it('parks a sweep that cannot be done after ten tries and names it', async () => {
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
  for (let rings = 0; rings < 100; rings += 1) await around.timers.next();
  expect(tries).toBe(10);
  expect(worker.parked()).toEqual([{ workspaceId: ONE, cause: LIST, reason: 'unknown event type' }]);
  expect(around.left(TWO)).toBe(0);
});

it('takes no further chunk once stopped', async () => {
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
