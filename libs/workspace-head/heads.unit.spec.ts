import { Gate } from './testing/gate.js';
import { settled } from './testing/scheduler.js';
import { ToyWorld } from './testing/process.js';

const A = { kind: 'make', list: 'a', name: 'A', limit: 100 } as const;
const KEPT = 1_000;

describe('the heads of a process', () => {
  it('are loaded once, however many wait for one', async () => {
    const gate = new Gate();
    const world = new ToyWorld();
    await world.process().done(world, A);
    const process = world.process({ pass: gate.pass, singleWriter: true });
    gate.close('read');
    const told = Array.from({ length: 20 }, () => process.wish({ kind: 'look' }));
    await settled();
    expect(gate.held).toEqual(['read']);
    await gate.open('read');
    expect(told.every(({ outcome }) => outcome)).toBe(true);
    expect(process.log.reads).toBe(1);
  });

  it('are loaded again after a failure', async () => {
    const world = new ToyWorld();
    const process = world.process();
    process.log.unreadable = true;
    expect((await process.now(A)).refused).toBe('unavailable');
    process.log.unreadable = false;
    expect((await process.done(world, A)).outcome).toBeDefined();
  });

  it('are let go when unused, and a workspace in use never has two', async () => {
    const gate = new Gate();
    const world = new ToyWorld();
    const process = world.process({ pass: gate.pass, singleWriter: true });
    gate.close('append');
    const writing = process.wish(A, { workspaceId: 'busy' });
    await settled();
    // Its client is gone, its append is not: a second head would not know of it.
    process.timers.advance(10_000);
    await settled();
    expect(writing.refused).toBe('unavailable');
    for (let other = 0; other < KEPT + 50; other += 1) await process.execute(nothing, { workspaceId: `v${other}` });
    const reads = process.log.reads;
    const late = process.wish({ ...A, list: 'b' }, { workspaceId: 'busy' });
    await settled();
    expect(process.log.reads).toBe(reads);
    await gate.open('append');
    await world.projector.catchUp();
    await settled();
    expect(late.refused).toBe('resource_conflict');
    expect(process.log.mostInFlight).toBe(1);

    await process.execute(nothing, { workspaceId: `v${KEPT + 49}` });
    expect(process.log.reads).toBe(reads);
    await process.execute(nothing, { workspaceId: 'v0' });
    expect(process.log.reads).toBe(reads + 1);
  });
});

function nothing() {
  return { events: [], answer: () => ({ status: 200, body: {} }) };
}
