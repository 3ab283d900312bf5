import { DomainError } from '#kernel';
import { VirtualTimers } from '#kernel/testing';
import { ReadModelUnavailableError } from '#read-model';
import type { Offered, ToDoList } from './to-do-worker.js';
import { ToDoWorker } from './to-do-worker.js';

interface Item {
  readonly queue: string;
  readonly name: string;
  readonly version: number;
}

const item = (name: string, version = 1): Item => ({ queue: name[0]!, name, version });

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
}

/** A worker whose to-do list is an array, and whose work the test defines. */
class Toy implements ToDoList<Item, { readonly name: string }> {
  readonly timers = new VirtualTimers();
  readonly progress = { whenReady: () => Promise.resolve(), whenComplete: () => Promise.resolve(true) };
  items: Item[] = [];
  /** The result of offering each item that was read last. */
  offered: Offered[] = [];
  /** Names of the items whose work began, in order. */
  readonly begun: string[] = [];
  working: (item: Item) => Promise<number | undefined> = () => Promise.resolve(undefined);
  readFails = false;
  readonly worker = new ToDoWorker(this, this);

  constructor(readonly capacity?: number) {}

  queueOf = ({ queue }: Item) => queue;
  keyOf = ({ name }: Item) => name;
  versionOf = ({ version }: Item) => version;
  nameOf = ({ name }: Item) => ({ name });

  async read(offer: (item: Item) => Offered): Promise<undefined> {
    this.offered = this.items.map(offer);
    if (this.readFails) throw new ReadModelUnavailableError('away');
  }

  async work(each: Item): Promise<number | undefined> {
    this.begun.push(each.name);
    const delay = await this.working(each);
    if (delay === undefined) this.items = this.items.filter((other) => other !== each);
    return delay;
  }

  async started(): Promise<this> {
    this.worker.start();
    await settled();
    return this;
  }

  async pass(milliseconds: number): Promise<void> {
    this.timers.advance(milliseconds);
    await settled();
  }
}

it('handles the items of a queue in order, and queues concurrently', async () => {
  const toy = new Toy();
  toy.items = ['a1', 'a2', 'b1'].map((name) => item(name));
  const ends: (() => void)[] = [];
  toy.working = () => new Promise((end) => ends.push(() => end(undefined)));
  await toy.started();
  expect(toy.begun).toEqual(['a1', 'b1']);
  ends[0]!();
  await settled();
  expect(toy.begun).toEqual(['a1', 'b1', 'a2']);
});

it('counts due items until they are done, those that wait for a retry included', async () => {
  const toy = new Toy();
  toy.items = ['a1', 'a2', 'b1'].map((name) => item(name));
  toy.working = ({ name }) => (name === 'a1' ? Promise.reject(new Error('torn')) : Promise.resolve(undefined));
  expect(toy.worker.due).toBe(0);
  await toy.started();
  expect([toy.begun, toy.worker.due]).toEqual([['a1', 'b1'], 2]);
  toy.working = () => Promise.resolve(undefined);
  await toy.pass(60_000);
  expect(toy.worker.due).toBe(0);
});

it('handles the items that were read before a page failed', async () => {
  const toy = new Toy();
  toy.items = [item('a1')];
  toy.readFails = true;
  await toy.started();
  expect(toy.begun).toEqual(['a1']);
});

it('reads the list again as soon as a full queue is empty, if queues have a capacity', async () => {
  for (const [capacity, begun] of [
    [2, ['a1', 'a2', 'a3']],
    [undefined, ['a1', 'a2', 'a3']],
  ] as const) {
    const toy = new Toy(capacity);
    toy.items = ['a1', 'a2', 'a3'].map((name) => item(name));
    await toy.started();
    expect(toy.offered).toEqual(capacity ? ['queued', 'queued', 'full'] : ['queued', 'queued', 'queued']);
    await toy.pass(50);
    expect(toy.begun).toEqual(begun);
  }
});

it('handles an item again after the delay that its work returns, and later items after it', async () => {
  const toy = new Toy();
  toy.items = ['a1', 'a2'].map((name) => item(name));
  const delays = [600_000];
  toy.working = () => Promise.resolve(delays.shift());
  await toy.started();
  await toy.pass(599_999);
  expect(toy.begun).toEqual(['a1']);
  await toy.pass(1);
  expect(toy.begun).toEqual(['a1', 'a1', 'a2']);
});

it('parks an item after ten failures, and handles it again once another cause adds it to the list', async () => {
  const toy = new Toy();
  toy.items = [item('a1')];
  toy.working = () => Promise.reject(new Error('torn'));
  await toy.started();
  for (let tries = 0; tries < 20; tries += 1) await toy.pass(60_000);
  expect([toy.begun.length, toy.worker.parked()]).toEqual([10, [{ name: 'a1', reason: 'torn' }]]);
  toy.working = () => Promise.resolve(undefined);
  toy.items = [item('a1', 2)];
  await toy.pass(5_000);
  expect([toy.begun.length, toy.worker.parked()]).toEqual([11, []]);
});

it('ignores an item of a deleted workspace, and does not report it', async () => {
  const toy = new Toy();
  toy.items = [item('a1'), item('a2')];
  toy.working = ({ name }) =>
    name === 'a1' ? Promise.reject(new DomainError('not_found', 'No such workspace.')) : Promise.resolve(undefined);
  await toy.started();
  for (let polls = 0; polls < 3; polls += 1) await toy.pass(5_000);
  expect([toy.begun, toy.offered, toy.worker.parked()]).toEqual([['a1', 'a2'], ['parked'], []]);
});

it('loses no item that is read while its queue becomes empty', async () => {
  // A poll and the end of a queue each take several microtasks: every order of them is tried.
  for (let steps = -15; steps <= 15; steps += 1) {
    const toy = new Toy();
    toy.items = [item('a1')];
    let end!: () => void;
    toy.working = () => new Promise((resolve) => (end = () => resolve(undefined)));
    await toy.started();
    toy.working = () => Promise.resolve(undefined);
    toy.items = [...toy.items, item('a2')];
    const poll = () => (toy.worker.wake(), toy.timers.advance(50));
    const [first, second] = steps < 0 ? [poll, end] : [end, poll];
    first();
    for (let step = 0; step < Math.abs(steps); step += 1) await Promise.resolve();
    second();
    await settled();
    expect(toy.begun).toEqual(['a1', 'a2']);
  }
});
