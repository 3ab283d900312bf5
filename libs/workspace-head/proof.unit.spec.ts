import { Gate } from './testing/gate.js';
import { settled } from './testing/scheduler.js';
import { ToyWorld } from './testing/process.js';
import { decideToy } from './testing/toy-commands.js';

const A = { kind: 'make', list: 'a', name: 'A', limit: 2 } as const;

describe('what is answered without an append', () => {
  it('is decided again when another process was faster: a refusal on a stale state is none', async () => {
    const world = new ToyWorld();
    const [first, second] = [world.process(), world.process()];
    await first.done(world, A);
    await second.now({ kind: 'look' });
    await first.done(world, { kind: 'rename', list: 'a', name: 'Z' });
    // The second process has not read the renaming: to it, the name A is still taken.
    expect((await second.done(world, { kind: 'make', list: 'b', name: 'A', limit: 2 })).outcome).toBeDefined();
    expect((await second.done(world, { kind: 'make', list: 'c', name: 'Z', limit: 2 })).refused).toBe(
      'resource_conflict',
    );
  });

  it('is decided again when another process was faster: a no-op on a stale state is a write', async () => {
    const world = new ToyWorld();
    const [first, second] = [world.process(), world.process()];
    await first.done(world, A);
    await second.now({ kind: 'look' });
    await first.done(world, { kind: 'rename', list: 'a', name: 'Z' });
    await second.done(world, { kind: 'rename', list: 'a', name: 'A' });
    expect(world.happened()).toEqual(['ListMade', 'ListRenamed', 'ListRenamed']);
  });

  it.each([
    { singleWriter: true, reads: 0 },
    { singleWriter: false, reads: 1 },
  ])('costs $reads reads of the end (only writer: $singleWriter)', async ({ singleWriter, reads }) => {
    const world = new ToyWorld();
    const process = world.process({ singleWriter });
    await process.done(world, A);
    for (const wish of [
      { kind: 'make', list: 'b', name: 'A', limit: 1 },
      { kind: 'look' },
      { kind: 'rename', list: 'a', name: 'A' },
    ] as const) {
      const before = process.log.reads;
      await process.done(world, wish);
      expect(process.log.reads - before).toBe(reads);
    }
  });

  it('is proven by a read that begins after it came', async () => {
    const gate = new Gate();
    const world = new ToyWorld();
    const [first, second] = [world.process(), world.process({ pass: gate.pass })];
    await first.done(world, A);
    await second.now({ kind: 'look' });
    gate.close('read answered');
    const early = second.wish({ kind: 'rename', list: 'a', name: 'A' });
    await settled();
    // The read for the first command is on its way back; a change now must be seen by the second one.
    await first.done(world, { kind: 'rename', list: 'a', name: 'Z' });
    const late = second.wish({ kind: 'rename', list: 'a', name: 'A' });
    await settled();
    await gate.open('read answered');
    await world.projector.catchUp();
    await settled();
    expect(early.outcome!.revision).toBe(0);
    expect(late.outcome!.revision).toBe(2);
  });

  it.each([true, false])('waits for the append it was decided on (only writer: %s)', async (singleWriter) => {
    const gate = new Gate();
    const world = new ToyWorld();
    const process = world.process({ singleWriter, pass: gate.pass });
    await process.done(world, { ...A, limit: 5 });
    await process.done(world, { kind: 'join', list: 'a', contacts: ['1'] }, { key: 'early' });
    gate.close('append');
    const write = process.wish({ kind: 'join', list: 'a', contacts: ['2'] }, { key: 'k' });
    await settled();
    const rest = [
      process.wish({ kind: 'make', list: 'b', name: 'A', limit: 2 }),
      process.wish({ kind: 'rename', list: 'a', name: 'A' }),
      process.wish({ kind: 'join', list: 'a', contacts: ['2'] }, { key: 'k' }),
      process.wish({ kind: 'join', list: 'a', contacts: ['2'] }, { key: 'k', fingerprint: 'other' }),
      process.wish({ kind: 'join', list: 'a', contacts: ['1'] }, { key: 'early' }),
      process.tell(() => ({ events: [], answer: () => ({ status: 200, body: {} }) }), {
        authorize: () => {
          throw new Error('a fault is nobody to wait for');
        },
      }),
    ];
    await settled();
    await world.projector.catchUp();
    expect([write, ...rest].map((told) => told.outcome ?? told.refused)).toEqual([
      ...Array<undefined>(6).fill(undefined),
      'Error: a fault is nobody to wait for',
    ]);
    await gate.open('append');
    await world.projector.catchUp();
    await settled();
    expect(rest.slice(0, 5).map((told) => told.outcome?.replayed ?? told.refused)).toEqual([
      'resource_conflict',
      false,
      true,
      'idempotency_key_reused',
      true,
    ]);
    expect(rest[2]!.outcome!.answer).toEqual(write.outcome!.answer);
  });

  it('is decided again when the append it was decided on fails', async () => {
    const gate = new Gate();
    const world = new ToyWorld();
    const process = world.process({ singleWriter: true, pass: gate.pass });
    await process.done(world, A);
    gate.close('append');
    process.log.fates.push('unavailable');
    const failing = process.wish({ kind: 'join', list: 'a', contacts: ['1', '2'] }, { key: 'k' });
    await settled();
    const full = process.wish({ kind: 'join', list: 'a', contacts: ['3'] });
    const retry = process.wish({ kind: 'join', list: 'a', contacts: ['1', '2'] }, { key: 'k' });
    await settled();
    await gate.open('append');
    await world.projector.catchUp();
    await settled();
    expect(failing.refused).toBe('unavailable');
    // Had the first join been written, the list would be full, and the retry a replay.
    expect(full.outcome!.answer.body).toMatchObject({ joined: ['3'] });
    expect(retry.refused).toBe('resource_conflict');
  });

  it('is not trusted to the head alone after an append that failed: it may have been written all the same', async () => {
    const world = new ToyWorld();
    const process = world.process({ singleWriter: true });
    await process.done(world, A);
    process.log.fates.push('unavailable');
    expect((await process.now({ kind: 'rename', list: 'a', name: 'Z' })).refused).toBe('unavailable');
    const before = process.log.reads;
    await process.done(world, { kind: 'look' });
    await process.done(world, { kind: 'look' });
    expect(process.log.reads - before).toBe(1);
  });

  it('asks whether a key may do it in the same queue: a revoked one is refused', async () => {
    const world = new ToyWorld();
    const [first, second] = [world.process(), world.process()];
    await first.done(world, A);
    await second.now({ kind: 'look' });
    await first.done(world, { kind: 'drop', list: 'a' });
    const told = second.wish({ kind: 'make', list: 'b', name: 'B', limit: 1 }, { authorize: asKey });
    await settled();
    expect(told.refused).toBe('not_found');
  });
});

/** As if list a were the API key. */
function asKey(view: Parameters<ReturnType<typeof decideToy>>[0]): void {
  decideToy({ kind: 'rename', list: 'a', name: 'x' })(view);
}
