import { StoreBarrier } from './testing/store-barrier.js';
import { settled } from './testing/scheduler.js';
import { ToyWorld } from './testing/process.js';
import { decideToy } from './testing/toy-commands.js';

const A = { kind: 'make', list: 'a', name: 'A', limit: 2 } as const;

describe('answers', () => {
  it('wait for the rows, two seconds at most', async () => {
    const world = new ToyWorld();
    const process = world.process();
    const sent = process.send(A);
    await settled();
    process.timers.advance(1_999);
    await settled();
    expect(sent.result).toBeUndefined();
    process.timers.advance(1);
    await settled();
    expect(sent.result).toMatchObject({ visible: false, revision: 0 });
    const seen = process.send({ kind: 'join', list: 'a', contacts: ['1'] });
    await settled();
    await world.projector.catchUp();
    await settled();
    expect(seen.result).toMatchObject({ visible: true, revision: 1 });
    expect(process.timers.size).toBe(0);
  });

  it.each(['append', 'append answered', 'read', 'R', 'page', 'rows'])(
    'are 503 when the store does not answer: %s',
    async (label) => {
      const barrier = new StoreBarrier();
      const world = new ToyWorld();
      await world.process().sendAndProject(world, A);
      barrier.close(label);
      const process = world.process({ pass: barrier.pass });
      const sent = process.send({ kind: 'join', list: 'a', contacts: ['1'] }, { key: 'k' });
      await settled();
      process.timers.advance(9_999);
      await settled();
      expect(sent.refused).toBeUndefined();
      process.timers.advance(1);
      await settled();
      expect(sent.refused).toBe('unavailable');
      // As soon as the store answers again, so does this process.
      await barrier.open(label);
      const retry = await process.sendAndProject(world, { kind: 'join', list: 'a', contacts: ['1'] }, { key: 'k' });
      expect(retry.result!.answer.body).toMatchObject({ joined: ['1'], count: 1 });
      expect(world.happened()).toEqual(['ListMade', 'MemberJoined']);
    },
  );

  it('are 503 with the reason while the clock is wrong, with nothing written; successful afterwards', async () => {
    const world = new ToyWorld();
    let wrong: string | undefined = 'The clock is 3600.0 s ahead.';
    const process = world.process({ ports: { clockTrouble: () => wrong } });
    await expect(process.execute(decideToy(A))).rejects.toMatchObject({ code: 'unavailable', detail: wrong });
    expect(world.happened()).toEqual([]);
    // Reads continue.
    expect(await process.heads.now('w')).toBe(new Date(world.clock.time).toISOString());
    wrong = undefined;
    await process.sendAndProject(world, A);
    expect(world.happened()).toEqual(['ListMade']);
  });

  it('answer a retry that the first request is under way', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    const process = world.process({ pass: barrier.pass });
    barrier.close('append');
    const first = process.send(A, { key: 'k' });
    await settled();
    process.timers.advance(5_000);
    const retry = process.send(A, { key: 'k' });
    const reused = process.send(A, { key: 'k', fingerprint: 'other' });
    await settled();
    process.timers.advance(5_000);
    await settled();
    expect([first.refused, retry.refused]).toEqual(['unavailable', undefined]);
    process.timers.advance(5_000);
    await settled();
    expect([retry.refused, reused.refused]).toEqual(['idempotency_in_progress', 'unavailable']);
    await barrier.open('append');
    await world.projector.catchUp();
    expect((await process.sendAndProject(world, A, { key: 'k' })).result!.replayed).toBe(true);
  });

  it('do not report a request as under way that was answered long ago', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    const process = world.process({ pass: barrier.pass });
    await process.sendAndProject(world, A, { key: 'k' });
    barrier.close('read');
    const retry = process.send(A, { key: 'k' });
    await settled();
    process.timers.advance(10_000);
    await settled();
    expect(retry.refused).toBe('unavailable');
  });

  it('are 503 after ten seconds of lost races', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    const [process, other] = [world.process({ pass: barrier.pass }), world.process()];
    await process.sendAndProject(world, A);
    barrier.close('append');
    const sent = process.send({ kind: 'rename', list: 'a', name: 'Z' });
    for (let race = 0; race < 10; race += 1) {
      await settled();
      await other.sendUnprojected({ kind: 'make', list: `x${race}`, name: `X${race}`, limit: 1 });
      await barrier.open('append', { once: true });
      process.timers.advance(1_000);
    }
    await settled();
    expect(sent.refused).toBe('unavailable');
    expect(process.log.appends).toHaveLength(1 + 11);
    // The last attempt loses its race, too. Its client was told 503 meanwhile, so no further attempt follows.
    await other.sendUnprojected({ kind: 'make', list: 'last', name: 'last', limit: 1 });
    await barrier.open('append');
    expect(process.log.appends).toHaveLength(1 + 11);
    expect(world.happened()).not.toContain('ListRenamed');
  });

  it('are 503 while the stores are away, and successful afterwards', async () => {
    const world = new ToyWorld();
    const [process, other] = [world.process(), world.process()];
    await process.sendAndProject(world, A);
    process.log.unreadable = true;
    expect((await process.sendUnprojected({ kind: 'look' })).refused).toBe('unavailable');
    await other.sendAndProject(world, { kind: 'rename', list: 'a', name: 'B' });
    // A lost race whose events cannot be read: the head can no longer be used.
    expect((await process.sendUnprojected({ kind: 'join', list: 'a', contacts: ['1'] })).refused).toBe('unavailable');
    expect((await process.sendUnprojected({ kind: 'look' })).refused).toBe('unavailable');
    process.log.unreadable = false;
    expect((await process.sendUnprojected({ kind: 'look' })).result!.answer.body).toMatchObject({
      lists: [{ name: 'B' }],
    });
  });

  it('are 503 when the rows are more than 20,000 events behind, before and after the head is loaded', async () => {
    const world = new ToyWorld();
    const first = world.process();
    await first.sendAndProject(world, A);
    const write = (events: number) =>
      first.sendDecision(() => ({
        events: Array.from({ length: events }, (_, at) => ({
          type: 'MemberJoined',
          data: { list_id: 'none', contact_id: `${at}` },
        })),
        answer: () => ({ status: 200, body: {} }),
      }));
    for (let batch = 0; batch < 4; batch += 1) write(5_000);
    await settled();
    const limit = world.process();
    expect((await first.sendUnprojected({ kind: 'rename', list: 'a', name: 'B' })).result).toBeDefined();
    expect((await first.sendUnprojected({ kind: 'rename', list: 'a', name: 'C' })).refused).toBe('unavailable');
    expect((await limit.sendUnprojected({ kind: 'rename', list: 'a', name: 'D' })).refused).toBe('unavailable');
    expect(limit.retained()).toBe(0);
    await world.projector.step(1_000);
    expect((await first.sendUnprojected({ kind: 'rename', list: 'a', name: 'C' })).result).toBeDefined();
    expect((await limit.sendUnprojected({ kind: 'rename', list: 'a', name: 'D' })).result).toBeDefined();
  });

  it('are 503 in a workspace with an event of a newer version, and in no other', async () => {
    const world = new ToyWorld();
    const process = world.process();
    await process.sendAndProject(world, A);
    await process.sendAndProject(world, { ...A, name: 'other' }, { workspaceId: 'v' });
    const { metadata } = world.log.events[0]!;
    world.log.write('workspace-w', [{ id: 'new', type: 'FromTheFuture', data: {}, metadata }], 0);
    for (const each of [process, process, world.process()]) {
      expect((await each.sendUnprojected({ kind: 'look' })).refused).toBe('unavailable');
      expect((await each.sendUnprojected({ kind: 'join', list: 'a', contacts: ['1'] })).refused).toBe('unavailable');
      expect((await each.sendUnprojected({ kind: 'look' }, { workspaceId: 'v' })).result).toBeDefined();
    }
  });

  it('are 503 while the projected revision is lower than before: another copy is being built', async () => {
    const world = new ToyWorld();
    const process = world.process();
    await process.sendAndProject(world, A);
    await process.sendAndProject(world, { kind: 'join', list: 'a', contacts: ['1'] });
    world.projector.storage.projectedRevisions.set('w', 0);
    expect((await process.sendUnprojected({ kind: 'look' })).refused).toBe('unavailable');
    world.projector.storage.projectedRevisions.set('w', 1);
    expect((await process.sendUnprojected({ kind: 'look' })).result).toBeDefined();
  });

  it('succeed although a projected revision that was read earlier arrives later', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    const process = world.process({ pass: barrier.pass });
    await process.sendAndProject(world, A);
    barrier.close('R answered');
    const late = process.send({ kind: 'join', list: 'a', contacts: ['1'] });
    await settled();
    await world.process().sendAndProject(world, { kind: 'rename', list: 'a', name: 'B' });
    // The read of the first command's projected revision (0) is still under way when a second command reads 1 and is
    // answered.
    const look = process.send({ kind: 'look' });
    await settled();
    await barrier.openLast('R answered');
    expect(look.result!.answer.body).toMatchObject({ lists: [{ name: 'B' }] });
    await barrier.open('R answered');
    await world.projector.catchUp();
    await settled();
    expect(late.result!.answer.body).toMatchObject({ joined: ['1'] });
  });
});
