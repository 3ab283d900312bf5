import { DomainError } from '#kernel';
import { VirtualTimers } from '#kernel/testing';
import { ReadModelUnavailableError } from '#read-model';
import { MemoryParking } from './testing/memory-parking.js';
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
  /** How often the cause of an item was asked for. */
  causes = 0;
  readonly records = {
    worker: 'toys',
    recordedItem: ({ name, version }: Item) => ({
      ...{ worker: 'toys', workspaceId: 'w', item: name, version: String(version) },
      subject: { type: 'toy', id: name },
    }),
    causeOf: () => {
      this.causes += 1;
      return { correlationId: 'c', causationId: 'e' };
    },
  };
  readonly worker = new ToDoWorker(this, this);

  constructor(
    readonly capacity?: number,
    readonly parking = new MemoryParking(),
  ) {}

  /** An operator decides about an item of version 1, and its rows move. */
  async decide(name: string, state: 'retried' | 'skipped'): Promise<void> {
    this.parking.decide({ worker: 'toys', workspaceId: 'w', item: name, version: '1' }, state);
    this.worker.wake();
    await this.pass(50);
  }

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
  await toy.pass(15_000);
  expect([toy.begun.length, toy.worker.parked()]).toEqual([11, []]);
});

describe('the record of parked items', () => {
  const parkedToy = async (): Promise<Toy> => {
    const toy = new Toy();
    toy.items = [item('a1')];
    toy.working = () => Promise.reject(new Error('torn'));
    await toy.started();
    for (let tries = 0; tries < 12; tries += 1) await toy.pass(60_000);
    return toy;
  };

  it('has an item with its failures, once', async () => {
    const toy = await parkedToy();
    const failures = { attempts: 10, firstFailedAt: '2030-01-01T00:00:00.000Z', error: 'torn' };
    expect(toy.parking.recorded).toEqual([{ item: 'a1', causationId: 'e', ...failures }]);
  });

  it('is written once the stores are back', async () => {
    const toy = new Toy();
    toy.parking.fails = true;
    toy.items = [item('a1')];
    toy.working = () => Promise.reject(new Error('torn'));
    await toy.started();
    for (let tries = 0; tries < 12; tries += 1) await toy.pass(60_000);
    expect([toy.parking.recorded, toy.worker.parked()]).toEqual([[], [{ name: 'a1', reason: 'torn' }]]);
    toy.parking.fails = false;
    await toy.pass(15_000);
    expect(toy.parking.recorded).toHaveLength(1);
  });

  it.each([
    ['polls', false],
    ['it takes an operator to have it tried again', true],
  ])('counts each failure once, though the append takes longer than %s', async (_, isRetriedMeanwhile) => {
    const toy = new Toy();
    const park = toy.parking.park.bind(toy.parking);
    const appends: (() => void)[] = [];
    toy.parking.park = async (...parked) => {
      await new Promise<void>((resolve) => appends.push(resolve));
      return park(...parked);
    };
    toy.items = [item('a1')];
    toy.working = () => Promise.reject(new Error('torn'));
    await toy.started();
    for (let tries = 0; tries < 12; tries += 1) await toy.pass(60_000);
    if (isRetriedMeanwhile) await toy.decide('a1', 'retried');
    toy.parking.park = park;
    for (const each of appends) each();
    for (let polls = 0; polls < 2; polls += 1) await toy.pass(15_000);
    if (!isRetriedMeanwhile) await toy.decide('a1', 'retried');
    expect(toy.parking.recorded.map(({ attempts }) => attempts)).toEqual([10, 1]);
  });

  it('has an item tried again at once, and parked at its next failure', async () => {
    const toy = await parkedToy();
    toy.working = () => Promise.reject(new Error('torn again'));
    await toy.decide('a1', 'retried');
    expect([toy.begun.length, toy.worker.parked()]).toEqual([11, [{ name: 'a1', reason: 'torn again' }]]);
    expect(toy.parking.recorded[1]).toMatchObject({ attempts: 1, error: 'torn again' });
    toy.working = () => Promise.resolve(undefined);
    await toy.decide('a1', 'retried');
    for (let polls = 0; polls < 3; polls += 1) await toy.pass(15_000);
    expect([toy.begun.length, toy.worker.parked()]).toEqual([12, []]);
  });

  it('has a retried item parked for its own failure alone, not for that of a store', async () => {
    const toy = await parkedToy();
    toy.working = () => Promise.reject(new ReadModelUnavailableError('away'));
    await toy.decide('a1', 'retried');
    expect(toy.worker.parked()).toEqual([]);
  });

  it('has an item tried again at once that waits for a retry in another process', async () => {
    const toy = new Toy();
    toy.items = [item('a1')];
    toy.working = () => Promise.reject(new Error('torn'));
    await toy.started();
    for (let tries = 0; tries < 5; tries += 1) await toy.pass(15_000);
    const { length } = toy.begun;
    await toy.decide('a1', 'retried');
    expect([toy.begun.length, toy.parking.recorded.length]).toEqual([length + 1, 1]);
  });

  it('never has a skipped item tried again: not by this worker, not by the next one', async () => {
    const toy = await parkedToy();
    await toy.decide('a1', 'skipped');
    for (let polls = 0; polls < 3; polls += 1) await toy.pass(60_000);
    expect([toy.begun.length, toy.worker.parked(), toy.offered]).toEqual([10, [], ['parked']]);
    const next = new Toy(undefined, toy.parking);
    next.items = [item('a1'), item('a2')];
    await next.started();
    expect(next.begun).toEqual(['a2']);
    // Only the park asked for the cause: to know what is skipped, its name is enough.
    expect([toy.causes, next.causes]).toEqual([1, 0]);
  });

  it('has no further try of an item that is skipped while it waits for a retry', async () => {
    const toy = new Toy();
    toy.items = [item('a1')];
    toy.working = () => Promise.reject(new Error('torn'));
    await toy.started();
    await toy.decide('a1', 'skipped');
    for (let tries = 0; tries < 3; tries += 1) await toy.pass(60_000);
    expect(toy.begun).toEqual(['a1']);
  });

  it('says nothing of another version of a skipped item', async () => {
    const toy = await parkedToy();
    await toy.decide('a1', 'skipped');
    toy.working = () => Promise.resolve(undefined);
    toy.items = [item('a1', 2)];
    await toy.pass(15_000);
    expect(toy.begun).toHaveLength(11);
  });
});

it('ignores an item of a deleted workspace, and does not report it', async () => {
  const toy = new Toy();
  toy.items = [item('a1'), item('a2')];
  toy.working = ({ name }) =>
    name === 'a1' ? Promise.reject(new DomainError('not_found', 'No such workspace.')) : Promise.resolve(undefined);
  await toy.started();
  for (let polls = 0; polls < 3; polls += 1) await toy.pass(15_000);
  expect([toy.begun, toy.offered, toy.worker.parked()]).toEqual([['a1', 'a2'], ['parked'], []]);
});

it('does not report an item that failed ten times and whose workspace is deleted: it has no record', async () => {
  const toy = new Toy();
  toy.parking.isDeleted = true;
  toy.items = [item('a1')];
  toy.working = () => Promise.reject(new Error('torn'));
  await toy.started();
  for (let tries = 0; tries < 12; tries += 1) await toy.pass(60_000);
  expect([toy.begun.length, toy.parking.recorded, toy.worker.parked()]).toEqual([10, [], []]);
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
