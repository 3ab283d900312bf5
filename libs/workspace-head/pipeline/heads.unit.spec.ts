import { StoreBarrier } from '../testing/store-barrier.js';
import { settled } from '../testing/scheduler.js';
import { type ToyProcess, ToyWorld } from '../testing/process.js';

const A = { kind: 'make', list: 'a', name: 'A', limit: 100 } as const;
/** An empty head counts as three rows. */
const EMPTY = 3;
const KEPT = 100;

describe('the heads of a process', () => {
  it('are loaded once for any number of waiting commands', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    await world.process().sendAndProject(world, A);
    const process = world.process({ pass: barrier.pass, singleWriter: true });
    barrier.close('read');
    const sent = Array.from({ length: 20 }, () => process.send({ kind: 'look' }));
    await settled();
    expect(barrier.held).toEqual(['read']);
    await barrier.open('read');
    expect(sent.every(({ result }) => result)).toBe(true);
    expect(process.log.reads).toBe(1);
  });

  it('are counted: what they hold, and which commands found one', async () => {
    const world = new ToyWorld();
    const process = world.process({ singleWriter: true });
    await process.sendAndProject(world, A);
    await process.execute(nothing, { workspaceId: 'other' });
    await process.execute(nothing, { workspaceId: 'other' });
    expect(process.heads.headCache).toMatchObject({ heads: 2, hits: 1, loads: 2 });
    expect(process.heads.headCache.rows).toBeGreaterThanOrEqual(2 * EMPTY);
    expect(process.heads.residentRows().map((rows) => rows.liveRows('toy_lists')?.size)).toEqual([1, 0]);
  });

  it('are loaded again after a failure', async () => {
    const world = new ToyWorld();
    const process = world.process();
    process.log.unreadable = true;
    expect((await process.sendUnprojected(A)).refused).toBe('unavailable');
    process.log.unreadable = false;
    expect((await process.sendAndProject(world, A)).result).toBeDefined();
  });

  it('are released when unused, and a workspace in use never has two', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    const process = world.process({ pass: barrier.pass, singleWriter: true, bounds: { rowsHeld: KEPT * EMPTY } });
    barrier.close('append');
    const writing = process.send(A, { workspaceId: 'busy' });
    await settled();
    // Its client was answered with 503, its append is still in flight: a second head would not know of it.
    process.timers.advance(10_000);
    await settled();
    expect(writing.refused).toBe('unavailable');
    for (let other = 0; other < KEPT + 50; other += 1) await process.execute(nothing, { workspaceId: `v${other}` });
    const reads = process.log.reads;
    const early = process.send({ ...A, list: 'b' }, { workspaceId: 'busy' });
    await settled();
    expect(early.refused).toBe('unavailable');
    await barrier.open('append');
    const late = process.send({ ...A, list: 'b' }, { workspaceId: 'busy' });
    await settled();
    await world.projector.catchUp();
    await settled();
    expect(late.refused).toBe('resource_conflict');
    expect(process.log.reads).toBe(reads);
    expect(process.log.mostInFlight).toBe(1);

    await process.execute(nothing, { workspaceId: `v${KEPT + 49}` });
    expect(process.log.reads).toBe(reads);
    await process.execute(nothing, { workspaceId: 'v0' });
    expect(process.log.reads).toBe(reads + 1);
  });

  it('are all kept when 10,000 small workspaces are served in turn', async () => {
    const world = new ToyWorld();
    const process = world.process({ singleWriter: true });
    const round = async () => {
      for (let number = 0; number < 10_000; number += 1) {
        await process.execute(nothing, { workspaceId: `v${number}` });
      }
    };
    await round();
    expect(process.log.reads).toBe(10_000);
    await round();
    expect(process.log.reads).toBe(10_000);
  });

  it('are bounded by the rows they hold: the least recently used are released first', async () => {
    const world = new ToyWorld();
    await Promise.all(['a', 'b', 'c', 'd'].map((workspaceId) => lists(world.process(), 30, workspaceId)));
    await world.projector.catchUp();
    const process = world.process({ singleWriter: true, bounds: { rowsHeld: 3 * (EMPTY + 30) } });
    const loaded = async (workspaceId: string) => {
      const { reads } = process.log;
      await process.execute(nothing, { workspaceId });
      return process.log.reads > reads;
    };
    for (const workspaceId of ['a', 'b', 'c']) expect(await loaded(workspaceId)).toBe(true);
    for (const workspaceId of ['a', 'b', 'c', 'a']) expect(await loaded(workspaceId)).toBe(false);
    expect(await loaded('d')).toBe(true);
    for (const workspaceId of ['a', 'c', 'd']) expect(await loaded(workspaceId)).toBe(false);
    expect(await loaded('b')).toBe(true);
    for (const workspaceId of ['c', 'd', 'b']) expect(await loaded(workspaceId)).toBe(false);
  });

  it.each([
    { rows: 'lag', loadedAgain: true },
    { rows: 'followed', loadedAgain: false },
  ])('hold the events that rows lack (rows: $rows)', async ({ rows, loadedAgain }) => {
    const world = new ToyWorld();
    const process = world.process({ singleWriter: true, bounds: { rowsHeld: 200 } });
    const joined = process.sendDecision(() => ({
      events: Array.from({ length: 150 }, (_, at) => ({
        type: 'MemberJoined',
        data: { list_id: 'none', contact_id: `${at}` },
      })),
      answer: () => ({ status: 200, body: {} }),
    }));
    await settled();
    if (rows === 'followed') await world.projector.catchUp();
    await settled();
    expect(joined.result !== undefined).toBe(rows === 'followed');
    for (let number = 0; number < 20; number += 1) await process.execute(nothing, { workspaceId: `v${number}` });
    const { reads } = process.log;
    process.sendDecision(nothing);
    await settled();
    expect(process.log.reads > reads).toBe(loadedAgain);
  });

  it('are released although many less recently used ones are in use', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    const process = world.process({ pass: barrier.pass, singleWriter: true, bounds: { rowsHeld: 30 * EMPTY } });
    barrier.close('append');
    for (let number = 0; number < 20; number += 1) process.send(A, { workspaceId: `busy${number}` });
    await settled();
    for (let number = 0; number < 100; number += 1) await process.execute(nothing, { workspaceId: `v${number}` });
    await settled();
    // Of 121 heads. A command that passes only heads in use leaves its own head to the next command.
    expect(process.loaded()).toBeLessThanOrEqual(32);
    await barrier.open('append');
    await world.projector.catchUp();
    await settled();
    expect(process.log.mostInFlight).toBe(1);
  });
});

/** Makes lists in a workspace whose rows do not follow yet. */
async function lists(process: ToyProcess, count: number, workspaceId: string): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    process.send({ kind: 'make', list: `l${number}`, name: `N${number}`, limit: 1 }, { workspaceId });
  }
  await settled();
}

function nothing() {
  return { events: [], answer: () => ({ status: 200, body: {} }) };
}
