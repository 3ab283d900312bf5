import type { Upcaster } from '#kernel';
import { LogClient } from './testing/memory-log.js';
import { NOON, type ToyProcess, ToyWorld, WORKSPACE } from './testing/process.js';
import { settled } from './testing/scheduler.js';
import { StoreBarrier } from './testing/store-barrier.js';
import { TOY_EVENTS } from './testing/toy.js';

const A = { kind: 'make', list: 'a', name: 'A', limit: 100 } as const;
const B = { ...A, list: 'b', name: 'B' } as const;

describe('the head of a workspace whose log cannot be read', () => {
  let world: ToyWorld;
  /** Whether this process knows that the event was skipped. */
  let known: boolean;
  let log: LogClient;
  let process: ToyProcess;

  const upcast: Upcaster = (event) =>
    event.type === 'FromTheFuture' && known ? { ...event, type: 'EventSkipped' } : TOY_EVENTS.upcast(event);

  beforeEach(async () => {
    world = new ToyWorld();
    known = false;
    await world.process().sendAndProject(world, A);
    const metadata = world.log.stream(`workspace-${WORKSPACE}`)[0]!.metadata;
    const event = { id: 'future', type: 'FromTheFuture', data: {}, metadata };
    world.log.write(`workspace-${WORKSPACE}`, [event], 0);
    log = new LogClient(world.log, { upcast });
    process = world.process({ ports: { store: log } });
  });

  it('is not loaded for each command, but after a while; other workspaces are served', async () => {
    const first = process.sendDecision(() => ({ events: [], answer: () => ({ status: 200, body: {} }) }));
    await settled();
    expect(first.refused).toBe('unavailable');
    const reads = log.reads;
    for (let command = 0; command < 20; command += 1) {
      await expect(
        process.execute(() => ({ events: [], answer: () => ({ status: 200, body: {} }) })),
      ).rejects.toMatchObject({
        code: 'unavailable',
        detail: expect.stringContaining('(stream revision 1)'),
      });
    }
    expect(log.reads).toBe(reads);
    process.timers.advance(4_999);
    expect(process.send(B).refused).toBeUndefined();
    await settled();
    expect(log.reads).toBe(reads);
    process.timers.advance(1);
    const later = process.send(B);
    await settled();
    expect([later.refused, log.reads > reads]).toEqual(['unavailable', true]);
    const other = await process.sendUnprojected(B, { workspaceId: 'other' });
    expect(other.result).toBeDefined();
  });

  it('is not loaded for a read that needs only the time, which reads one event', async () => {
    expect((await process.sendUnprojected(B)).refused).toBe('unavailable');
    const { reads } = log;
    for (let read = 1; read <= 20; read += 1) {
      expect(await process.heads.now(WORKSPACE)).toBe(new Date(NOON).toISOString());
      expect(log.reads).toBe(reads + read);
    }
  });

  it('is loaded once the event is known to be skipped, and counts its revision', async () => {
    process = world.process({ ports: { store: log, learnSkips: async () => (known = true) } });
    const sent = await process.sendUnprojected(B);
    expect(sent.result).toMatchObject({ revision: 2 });
    expect(world.happened()).toEqual(['ListMade', 'FromTheFuture', 'ListMade']);
  });

  it('is loaded at once after the workspace is reported as released', async () => {
    expect((await process.sendUnprojected(B)).refused).toBe('unavailable');
    known = true;
    expect((await process.sendUnprojected(B)).refused).toBe('unavailable');
    process.heads.forgetHead(WORKSPACE);
    expect((await process.sendUnprojected(B)).result).toMatchObject({ revision: 2 });
  });
});

describe('a workspace whose rows are held back', () => {
  it('decides nothing, and nothing is read for it; other workspaces continue', async () => {
    const world = new ToyWorld();
    const held = new Map([[WORKSPACE, 7]]);
    const process = world.process({ ports: { heldAt: (workspaceId) => held.get(workspaceId) } });
    await expect(
      process.execute(() => ({ events: [], answer: () => ({ status: 200, body: {} }) })),
    ).rejects.toMatchObject({
      code: 'unavailable',
      detail:
        'This workspace waits for an event that this version of the service cannot read (stream revision 7); an operator is needed.',
    });
    expect(process.log.reads).toBe(0);
    expect((await process.sendUnprojected(A, { workspaceId: 'other' })).result).toBeDefined();
    held.clear();
    expect((await process.sendUnprojected(A)).result).toBeDefined();
  });

  it('drops a head that interpreted the event differently', async () => {
    const world = new ToyWorld();
    const process = world.process({ singleWriter: true });
    await process.sendAndProject(world, A);
    const reads = process.log.reads;
    await process.sendAndProject(world, B);
    expect(process.log.reads).toBe(reads);
    process.heads.forgetHead(WORKSPACE);
    expect((await process.sendAndProject(world, { ...B, list: 'c', name: 'C' })).result).toBeDefined();
    expect(process.log.reads).toBeGreaterThan(reads);
  });
});

describe('a head that is forgotten while an append is in flight', () => {
  it('is followed by one that has the events of the append, on which the commands that waited are decided', async () => {
    const world = new ToyWorld();
    const barrier = new StoreBarrier();
    const process = world.process({ pass: barrier.pass, singleWriter: true });
    await process.sendAndProject(world, A);
    barrier.close('append');
    const inFlight = process.send(B);
    await settled();
    const waiting = [process.send({ ...A, list: 'c', name: 'C' }), process.send({ ...A, list: 'd', name: 'B' })];
    await settled();
    expect(barrier.held).toEqual(['append']);
    process.heads.forgetHead(WORKSPACE);
    const later = process.send({ kind: 'rename', list: 'b', name: 'B' });
    await settled();
    await barrier.open('append');
    await world.projector.catchUp();
    await settled();
    expect(inFlight.result).toMatchObject({ revision: 1 });
    expect(waiting[0]!.result).toMatchObject({ revision: 2 });
    // A second list of the same name is refused.
    expect(waiting[1]!.refused).toBe('resource_conflict');
    expect(later.result).toMatchObject({ answer: { body: { list: 'b', name: 'B' } } });
    expect(world.happened()).toEqual(['ListMade', 'ListMade', 'ListMade']);
  });
});
