import type { Decide } from '#kernel';
import { RetryPolicy } from '#workers';
import { StoreBarrier } from './testing/store-barrier.js';
import { settled } from './testing/scheduler.js';
import { ToyWorld } from './testing/process.js';
import { decideToy } from './testing/toy-commands.js';
import { COUNTS, LISTS, MEMBERS } from './testing/toy.js';

const A = { kind: 'make', list: 'a', name: 'A', limit: 2 } as const;

describe('a command without an append', () => {
  it('is decided again when another process was faster: a refusal of a stale state is not sent', async () => {
    const world = new ToyWorld();
    const [first, second] = [world.process(), world.process()];
    await first.sendAndProject(world, A);
    await second.sendUnprojected({ kind: 'look' });
    await first.sendUnprojected({ kind: 'rename', list: 'a', name: 'Z' });
    // The second process has not read the renaming: for it, the name A is still taken.
    expect((await second.sendAndProject(world, { kind: 'make', list: 'b', name: 'A', limit: 2 })).result).toBeDefined();
    expect((await second.sendAndProject(world, { kind: 'make', list: 'c', name: 'Z', limit: 2 })).refused).toBe(
      'resource_conflict',
    );
  });

  it('is decided again when another process was faster: a no-op on a stale state becomes a write', async () => {
    const world = new ToyWorld();
    const [first, second] = [world.process(), world.process()];
    await first.sendAndProject(world, A);
    await second.sendUnprojected({ kind: 'look' });
    await first.sendUnprojected({ kind: 'rename', list: 'a', name: 'Z' });
    await second.sendAndProject(world, { kind: 'rename', list: 'a', name: 'A' });
    expect(world.happened()).toEqual(['ListMade', 'ListRenamed', 'ListRenamed']);
  });

  it.each([
    { singleWriter: true, reads: 0 },
    { singleWriter: false, reads: 1 },
  ])('costs $reads reads of the end (only writer: $singleWriter)', async ({ singleWriter, reads }) => {
    const world = new ToyWorld();
    const process = world.process({ singleWriter });
    await process.sendAndProject(world, A);
    for (const command of [
      { kind: 'make', list: 'b', name: 'A', limit: 1 },
      { kind: 'look' },
      { kind: 'rename', list: 'a', name: 'A' },
    ] as const) {
      const before = process.log.reads;
      await process.sendAndProject(world, command);
      expect(process.log.reads - before).toBe(reads);
    }
  });

  it('is proven by a read that begins after the command came', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    const [first, second] = [world.process(), world.process({ pass: barrier.pass })];
    await first.sendAndProject(world, A);
    await second.sendUnprojected({ kind: 'look' });
    barrier.close('read answered');
    const early = second.send({ kind: 'rename', list: 'a', name: 'A' });
    await settled();
    // The read for the first command is answered but not delivered yet; a change now must be seen by the second
    // command.
    await first.sendAndProject(world, { kind: 'rename', list: 'a', name: 'Z' });
    const late = second.send({ kind: 'rename', list: 'a', name: 'A' });
    await settled();
    await barrier.open('read answered');
    await world.projector.catchUp();
    await settled();
    expect(early.result!.revision).toBe(0);
    expect(late.result!.revision).toBe(2);
  });

  it.each([true, false])('waits for the append it was decided on (only writer: %s)', async (singleWriter) => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    const process = world.process({ singleWriter, pass: barrier.pass });
    await process.sendAndProject(world, { ...A, limit: 5 });
    await process.sendAndProject(world, { kind: 'join', list: 'a', contacts: ['1'] }, { key: 'early' });
    barrier.close('append');
    const write = process.send({ kind: 'join', list: 'a', contacts: ['2'] }, { key: 'k' });
    await settled();
    const rest = [
      process.send({ kind: 'make', list: 'b', name: 'A', limit: 2 }),
      process.send({ kind: 'rename', list: 'a', name: 'A' }),
      process.send({ kind: 'join', list: 'a', contacts: ['2'] }, { key: 'k' }),
      process.send({ kind: 'join', list: 'a', contacts: ['2'] }, { key: 'k', fingerprint: 'other' }),
      process.send({ kind: 'join', list: 'a', contacts: ['1'] }, { key: 'early' }),
      process.sendDecision(() => ({ events: [], answer: () => ({ status: 200, body: {} }) }), {
        authorize: () => {
          throw new TypeError('fault');
        },
      }),
    ];
    await settled();
    await world.projector.catchUp();
    expect([write, ...rest].map((sent) => sent.result ?? sent.refused)).toEqual(Array(7).fill(undefined));
    await barrier.open('append');
    await world.projector.catchUp();
    await settled();
    expect(rest.map((sent) => sent.result?.replayed ?? sent.refused)).toEqual([
      'resource_conflict',
      false,
      true,
      'idempotency_key_reused',
      true,
      'TypeError: fault',
    ]);
    expect(rest[2]!.result!.answer).toEqual(write.result!.answer);
  });

  it('is decided again when the append it was decided on fails', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    const process = world.process({ singleWriter: true, pass: barrier.pass });
    await process.sendAndProject(world, A);
    barrier.close('append');
    process.log.fates.push('unavailable');
    const failing = process.send({ kind: 'join', list: 'a', contacts: ['1', '2'] }, { key: 'k' });
    await settled();
    const full = process.send({ kind: 'join', list: 'a', contacts: ['3'] });
    const retry = process.send({ kind: 'join', list: 'a', contacts: ['1', '2'] }, { key: 'k' });
    await settled();
    await barrier.open('append');
    await world.projector.catchUp();
    await settled();
    expect(failing.refused).toBe('unavailable');
    // If the first join had been written, the list would be full, and the retry a replay.
    expect(full.result!.answer.body).toMatchObject({ joined: ['3'] });
    expect(retry.refused).toBe('resource_conflict');
  });

  it('is not taken from the head alone after a failed append: it may have been written', async () => {
    const world = new ToyWorld();
    const process = world.process({ singleWriter: true });
    await process.sendAndProject(world, A);
    process.log.fates.push('unavailable');
    expect((await process.sendUnprojected({ kind: 'rename', list: 'a', name: 'Z' })).refused).toBe('unavailable');
    const before = process.log.reads;
    await process.sendAndProject(world, { kind: 'look' });
    await process.sendAndProject(world, { kind: 'look' });
    expect(process.log.reads - before).toBe(1);
  });

  it('checks the key in the same queue: a revoked one is refused', async () => {
    const world = new ToyWorld();
    const [first, second] = [world.process(), world.process()];
    await first.sendAndProject(world, A);
    await second.sendUnprojected({ kind: 'look' });
    await first.sendUnprojected({ kind: 'drop', list: 'a' });
    const sent = second.send({ kind: 'make', list: 'b', name: 'B', limit: 1 }, { authorize: asKey });
    await settled();
    expect(sent.refused).toBe('not_found');
  });
});

describe('a fault in a decision', () => {
  // Reads the lists of a member by their rows: a list without a row is an internal error.
  const listsOfMember: Decide = (view) => {
    const { rows } = view.scan(MEMBERS, 'by_contact', [view.workspaceId, '1', 1], { limit: 10 });
    const lists = view.rows(
      LISTS,
      rows.map(({ list_id }) => [view.workspaceId, list_id]),
    );
    return { events: [], answer: () => ({ status: 200, body: { names: lists.map((list) => list!.name) } }) };
  };

  /**
   * List b and its member are in the log. Only the row of the member is written, and the second head has neither event.
   */
  async function rowsAhead() {
    const world = new ToyWorld();
    const [first, second] = [world.process(), world.process()];
    await first.sendAndProject(world, A);
    await first.sendAndProject(world, { kind: 'join', list: 'a', contacts: ['1'] });
    await second.sendUnprojected({ kind: 'look' });
    await first.sendUnprojected({ kind: 'make', list: 'b', name: 'B', limit: 2 });
    await first.sendUnprojected({ kind: 'join', list: 'b', contacts: ['1'] });
    await world.projector.writeAhead(2, [MEMBERS]);
    return { world, second };
  }

  it('is not reported if rows were ahead of the head: it reads the events between and decides again', async () => {
    const { world, second } = await rowsAhead();
    const sent = second.sendDecision(listsOfMember);
    await settled();
    await world.projector.catchUp();
    await settled();
    expect(sent.result?.answer.body ?? sent.refused).toEqual({ names: ['A', 'B'] });
  });

  it('is not reported if an index was ahead of the head, although no row that was read was', async () => {
    const world = new ToyWorld();
    const [first, second] = [world.process(), world.process()];
    await first.sendAndProject(world, A);
    await first.sendAndProject(world, { kind: 'join', list: 'a', contacts: ['1'] });
    await second.sendUnprojected({ kind: 'look' });
    await first.sendUnprojected({ kind: 'leave', list: 'a', contacts: ['1'] });
    await world.projector.writeAhead(1, [MEMBERS]);
    const sent = second.sendDecision((view) => {
      const [count] = view.rows(COUNTS, [[view.workspaceId, 'a']]);
      const { rows } = view.scan(MEMBERS, 'by_list', [view.workspaceId, 'a', 1], { limit: 10 });
      if (rows.length !== count!.members) throw new TypeError('a count without its member');
      return { events: [], answer: () => ({ status: 200, body: { members: rows.length } }) };
    });
    await settled();
    await world.projector.catchUp();
    await settled();
    expect(sent.result?.answer.body ?? sent.refused).toEqual({ members: 0 });
  });

  it.each([
    { singleWriter: true, reads: 0 },
    { singleWriter: false, reads: 1 },
  ])('is reported if it persists, after $reads reads of the end (only writer: $singleWriter)', async (each) => {
    const world = new ToyWorld();
    const process = world.process({ singleWriter: each.singleWriter });
    await process.sendAndProject(world, A);
    const before = process.log.reads;
    const sent = process.sendDecision(() => {
      throw new TypeError('fault');
    });
    await settled();
    expect(sent.refused).toBe('TypeError: fault');
    expect(process.log.reads - before).toBe(each.reads);
  });

  it('is reported as unavailable if it cannot be proven, so that no worker parks an item for it', async () => {
    const { second } = await rowsAhead();
    second.log.unreadable = true;
    const retries = new RetryPolicy();
    for (let tried = 0; tried < 11; tried += 1) {
      const error: unknown = await second.execute(listsOfMember).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'unavailable' });
      expect(retries.delayAfter(error)).toBeDefined();
    }
  });

  it('is decided again when the append it was decided on fails', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    const process = world.process({ singleWriter: true, pass: barrier.pass });
    barrier.close('append');
    process.log.fates.push('unavailable');
    process.send(A);
    await settled();
    const sent = process.sendDecision((view) => {
      if (view.resident(LISTS).size > 0) throw new TypeError('a list');
      return { events: [], answer: () => ({ status: 200, body: {} }) };
    });
    await settled();
    expect(sent).toEqual({});
    await barrier.open('append');
    expect(sent.result?.answer ?? sent.refused).toEqual({ status: 200, body: {} });
  });
});

/** Treats list a as if it were the API key. */
function asKey(view: Parameters<ReturnType<typeof decideToy>>[0]): void {
  decideToy({ kind: 'rename', list: 'a', name: 'x' })(view);
}
