import type { Decide } from '#kernel';
import { ReadModelUnavailableError } from '#read-model';
import { StoreBarrier } from './testing/store-barrier.js';
import { LogClient } from './testing/memory-log.js';
import { type SentCommand, type ToyProcess, ToyWorld, WORKSPACE } from './testing/process.js';
import type { RowReader } from './head/load-head.js';
import { settled } from './testing/scheduler.js';
import { FRONT, MEMBERS, type ToyMember } from './testing/toy.js';

/** A member joins, and the answer waits until background work has moved it to the front. */
const joinToTheFront =
  (contact: string, others: readonly string[] = []): Decide =>
  () => ({
    events: [{ type: 'MemberJoined', data: { list_id: 'a', contact_id: contact } }],
    answer: () => ({ status: 200, body: { contact } }),
    awaits: [contact, ...others].map((each) => ({
      collection: MEMBERS,
      key: [WORKSPACE, 'a', each],
      isDone: (row) => (row as ToyMember | undefined)?.shelf === FRONT,
    })),
  });

describe('an answer that awaits background work', () => {
  let world: ToyWorld;
  let process: ToyProcess;
  let sent: SentCommand;

  const begin = async (options: Parameters<ToyWorld['process']>[0] = {}, others: readonly string[] = []) => {
    world = new ToyWorld();
    await world.process().sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 9 });
    process = world.process(options);
    sent = process.sendDecision(joinToTheFront('1', others), { key: 'k' });
    await settled();
  };
  const pass = async (milliseconds: number) => {
    process.timers.advance(milliseconds);
    await settled();
  };
  const move = (contact: string) =>
    world.projector.amend(MEMBERS, (row) => (row.contact_id === contact ? { shelf: FRONT } : undefined));

  it('is sent when the work is done', async () => {
    await begin();
    await world.projector.catchUp();
    for (let passed = 0; passed < 1_000; passed += 10) await pass(10);
    expect(sent.result).toBeUndefined();
    await move('1');
    await pass(159);
    await pass(1);
    expect(sent.result).toMatchObject({ visible: true, revision: 1, answer: { body: { contact: '1' } } });
    expect(process.timers.size).toBe(0);
  });

  it('is sent at once if the work is done already', async () => {
    await begin();
    await world.projector.writeAhead(1);
    await move('1');
    expect(sent.result).toBeUndefined();
    await world.projector.catchUp();
    await settled();
    expect(sent.result).toMatchObject({ visible: true });
    expect(process.timers.size).toBe(0);
  });

  it('waits for all of the work', async () => {
    await begin({}, ['2']);
    await process.sendAndProject(world, { kind: 'join', list: 'a', contacts: ['2'] });
    await move('1');
    await pass(500);
    expect(sent.result).toBeUndefined();
    await move('2');
    await pass(500);
    expect(sent.result).toMatchObject({ visible: true });
  });

  it.each(['before the rows follow', 'after it'])(
    'is sent without it two seconds after being durable, %s',
    async (when) => {
      await begin();
      if (when === 'after it') await world.projector.catchUp();
      await settled();
      for (let passed = 0; passed < 1_990; passed += 10) await pass(10);
      expect(sent.result).toBeUndefined();
      await pass(10);
      expect(sent.result).toMatchObject({ visible: false, revision: 1 });
    },
  );

  it('does not wait longer for a read model that hangs', async () => {
    const barrier = new StoreBarrier();
    await begin({ pass: barrier.pass });
    barrier.close('rows');
    await world.projector.catchUp();
    await settled();
    expect(barrier.held).toEqual(['rows']);
    await pass(2_000);
    expect(sent.result).toMatchObject({ visible: false });
  });

  it('waits for a read model that is away, since the answer is in the log', async () => {
    let away = false;
    await begin();
    const rows = world.projector.reader();
    const getMany: RowReader['getMany'] = (collection, keys) =>
      away ? Promise.reject(new ReadModelUnavailableError('away')) : rows.getMany(collection, keys);
    process = world.process({ ports: { readModel: { ...rows, getMany } } });
    sent = process.sendDecision(joinToTheFront('2'));
    await settled();
    away = true;
    await world.projector.catchUp();
    await pass(100);
    expect(sent).toEqual({});
    away = false;
    await move('2');
    await pass(500);
    expect(sent.result).toMatchObject({ visible: true });
  });

  it('is sent without it if the rows cannot be read because of an internal error', async () => {
    let faulty = false;
    await begin();
    const rows = world.projector.reader();
    const getMany: RowReader['getMany'] = (collection, keys) =>
      faulty ? Promise.reject(new TypeError('a fault')) : rows.getMany(collection, keys);
    process = world.process({ ports: { readModel: { ...rows, getMany } } });
    sent = process.sendDecision(joinToTheFront('2'));
    await settled();
    faulty = true;
    await world.projector.catchUp();
    for (let passed = 0; passed < 2_000; passed += 10) await pass(10);
    expect(sent).toMatchObject({ result: { visible: false } });
  });

  it('is repeated to a retry like any answer', async () => {
    await begin();
    await world.projector.catchUp();
    const retry = process.sendDecision(joinToTheFront('1'), { key: 'k' });
    await settled();
    expect(retry.result).toMatchObject({ replayed: true, visible: true });
    expect(sent.result).toBeUndefined();
  });
});

it('an answer that no background work can be awaited for is sent when its own rows follow, and says that others lag', async () => {
  const world = new ToyWorld();
  const process = world.process();
  await process.sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 9 });
  const sent = process.sendDecision((view) => ({ ...joinToTheFront('1')(view), awaits: [], lags: true }));
  await settled();
  expect(sent.result).toBeUndefined();
  await world.projector.catchUp();
  await settled();
  expect(sent.result).toMatchObject({ visible: false, answer: { body: { contact: '1' } } });
  expect(process.timers.size).toBe(0);
});

describe('a worker that polls for work', () => {
  it('can wait for the rows of all answered commands', async () => {
    const world = new ToyWorld();
    const process = world.process();
    await process.sendUnprojected({ kind: 'make', list: 'a', name: 'A', limit: 9 });
    let there = false;
    const waiting = process.heads.rowsFollow().then(() => (there = true));
    await settled();
    expect(there).toBe(false);
    await world.projector.catchUp();
    await waiting;
    await process.heads.rowsFollow();
    expect(process.timers.size).toBe(0);
  });

  it('is reported when they stay behind', async () => {
    const world = new ToyWorld();
    const process = world.process();
    await process.sendUnprojected({ kind: 'make', list: 'a', name: 'A', limit: 9 });
    const waiting = expect(process.heads.rowsFollow()).rejects.toMatchObject({ code: 'unavailable' });
    await settled();
    process.timers.advance(10_000);
    await waiting;
  });
});

describe('t of a read', () => {
  const NOON = '2030-01-01T12:00:00.000Z';

  it("is the clock's, or that of the workspace's last event where the clock is behind it", async () => {
    const world = new ToyWorld();
    const process = world.process();
    expect(await process.heads.now(WORKSPACE)).toBe(NOON);
    await process.sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 9 });
    world.clock.time -= 60_000;
    expect(await process.heads.now(WORKSPACE)).toBe(NOON);
    expect(await process.heads.now('another')).toBe('2030-01-01T11:59:00.000Z');
    expect(await world.process().heads.now(WORKSPACE)).toBe(NOON);
    world.clock.time += 120_000;
    expect(await process.heads.now(WORKSPACE)).toBe('2030-01-01T12:01:00.000Z');
  });

  it('costs one event where the head is not loaded, and loads none', async () => {
    const world = new ToyWorld();
    await world.process().sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 9 });
    world.clock.time -= 60_000;
    const barrier = new StoreBarrier();
    const process = world.process({ pass: barrier.pass, singleWriter: true });
    // The reads that load a head.
    barrier.close('R', 'page', 'rows');
    expect([await process.heads.now(WORKSPACE), await process.heads.now(WORKSPACE)]).toEqual([NOON, NOON]);
    expect([process.log.reads, process.log.eventsRead]).toEqual([2, 2]);
    expect(barrier.held).toEqual([]);
  });

  it("is the clock's where the last event is of a newer version", async () => {
    const world = new ToyWorld();
    const process = world.process();
    await process.sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 9 });
    const { metadata } = world.log.events[0]!;
    world.log.write('workspace-w', [{ id: 'new', type: 'FromTheFuture', data: {}, metadata }], 0);
    world.clock.time -= 60_000;
    expect(await world.process().heads.now(WORKSPACE)).toBe('2030-01-01T11:59:00.000Z');
  });

  it('costs nothing if the head is loaded', async () => {
    const world = new ToyWorld();
    const process = world.process({ singleWriter: true });
    await process.sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 9 });
    const { reads } = process.log;
    await process.heads.now(WORKSPACE);
    expect(process.log.reads).toBe(reads);
  });

  it('is that of the clock while the log is away', async () => {
    const world = new ToyWorld();
    await world.process().sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 9 });
    world.clock.time -= 60_000;
    const process = world.process();
    process.log.unreadable = true;
    expect(await process.heads.now(WORKSPACE)).toBe('2030-01-01T11:59:00.000Z');
    process.log.unreadable = false;
    expect(await process.heads.now(WORKSPACE)).toBe(NOON);
  });

  it('hides no internal error', async () => {
    const world = new ToyWorld();
    const fault = new Error('a fault');
    const store = { ...new LogClient(world.log), read: () => Promise.reject(fault) } as unknown as LogClient;
    await expect(world.process({ ports: { store } }).heads.now(WORKSPACE)).rejects.toBe(fault);
  });
});
