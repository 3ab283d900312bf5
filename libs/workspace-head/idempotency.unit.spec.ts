import { StoreBarrier } from './testing/store-barrier.js';
import { settled } from './testing/scheduler.js';
import { NOON, type ToyProcess, ToyWorld } from './testing/process.js';

const DAY = 86_400_000;
const A = { kind: 'make', list: 'a', name: 'A', limit: 100 } as const;

function join(process: ToyProcess, contact: number, key = `k${contact}`) {
  return process.send({ kind: 'join', list: 'a', contacts: [`${contact}`] }, { key });
}

describe('Idempotency-Key', () => {
  it.each(['rows have it', 'rows lag'])('gives the first answer again, in every process (%s)', async (rows) => {
    const world = new ToyWorld();
    const [first, second] = [world.process(), world.process()];
    await first.sendAndProject(world, A);
    const sent = await first.sendUnprojected({ kind: 'join', list: 'a', contacts: ['1'] }, { key: 'k' });
    if (rows === 'rows have it') await world.projector.catchUp();
    for (const process of [first, second, world.process()]) {
      await process.sendUnprojected({ kind: 'leave', list: 'a', contacts: ['1'] });
      const again = await process.sendUnprojected({ kind: 'join', list: 'a', contacts: ['1'] }, { key: 'k' });
      expect(again.result).toMatchObject({ replayed: true, answer: sent.result!.answer });
    }
    expect(world.happened()).toEqual(['ListMade', 'MemberJoined', 'MembersLeft']);
  });

  it('reads one event of the log for a retry that the head does not have, and none for a fresh key', async () => {
    const world = new ToyWorld();
    await world.process().sendAndProject(world, A);
    await world.process().sendAndProject(world, { kind: 'look' }, { key: 'k' });
    // Of the only writer: the answers of another one are proven by a read as well.
    const process = world.process({ singleWriter: true });
    await process.sendUnprojected({ kind: 'look' });
    const read = async (key: string) => {
      const before = process.log.eventsRead;
      const { result } = await process.sendAndProject(world, { kind: 'look' }, { key });
      return [result!.replayed, process.log.eventsRead - before];
    };
    expect(await read('k')).toEqual([true, 1]);
    expect(await read('fresh')).toEqual([false, 0]);
  });

  it('is 503 while the log cannot be read, and nothing is done twice', async () => {
    const world = new ToyWorld();
    await world.process().sendAndProject(world, A);
    await world.process().sendAndProject(world, { kind: 'join', list: 'a', contacts: ['1'] }, { key: 'k' });
    const process = world.process();
    await process.sendUnprojected({ kind: 'look' });
    const retry = () => process.sendAndProject(world, { kind: 'join', list: 'a', contacts: ['1'] }, { key: 'k' });
    process.log.unreadable = true;
    expect((await retry()).refused).toBe('unavailable');
    process.log.unreadable = false;
    expect((await retry()).result).toMatchObject({ replayed: true });
    expect(world.happened()).toEqual(['ListMade', 'MemberJoined']);
  });

  it('is refused where the event that its row names has no record of it: nobody knows what was done', async () => {
    const world = new ToyWorld();
    await world.process().sendAndProject(world, { kind: 'look' }, { key: 'k' });
    const { metadata } = world.log.events[0]!;
    Object.assign(metadata, { idempotency: { ...metadata.idempotency, key_hash: 'another' } });
    expect((await world.process().sendAndProject(world, { kind: 'look' }, { key: 'k' })).refused).toBe(
      'idempotency_key_reused',
    );
    expect(world.happened()).toHaveLength(1);
  });

  it('is refused for other content, in every process, and can be used again after any refusal', async () => {
    const world = new ToyWorld();
    const process = world.process();
    const options = { key: 'k', fingerprint: 'one' };
    expect((await process.sendAndProject(world, { kind: 'join', list: 'a', contacts: ['1'] }, options)).refused).toBe(
      'not_found',
    );
    await process.sendAndProject(world, A);
    expect(
      (await process.sendAndProject(world, { kind: 'join', list: 'a', contacts: ['1'] }, options)).result,
    ).toBeDefined();
    for (const each of [process, world.process()]) {
      const other = await each.sendAndProject(world, { kind: 'drop', list: 'a' }, { key: 'k', fingerprint: 'two' });
      expect(other.refused).toBe('idempotency_key_reused');
    }
  });

  it('is recorded by an event of its own when nothing changed', async () => {
    const world = new ToyWorld();
    const process = world.process();
    await process.sendAndProject(world, A);
    const first = await process.sendAndProject(world, { kind: 'look' }, { key: 'k' });
    await process.sendAndProject(world, { kind: 'drop', list: 'a' });
    const again = await world.process().sendAndProject(world, { kind: 'look' }, { key: 'k' });
    expect(again.result).toMatchObject({ replayed: true, answer: first.result!.answer });
    expect(world.happened()).toEqual(['ListMade', 'CommandRecorded', 'ListDropped']);
  });

  it('records the part of a body that its command returns, and repeats the whole, with or without rows', async () => {
    const world = new ToyWorld();
    const process = world.process();
    const body = { ok: true, long: 'x'.repeat(1_000) };
    const recordedBody = { keep: () => ({ ok: true }), restore: () => body };
    const decide = () => ({ events: [], answer: () => ({ status: 200, body }) });
    const first = process.sendDecision(decide, { key: 'k', recordedBody });
    await settled();
    const lagging = process.sendDecision(decide, { key: 'k', recordedBody });
    await world.projector.catchUp();
    await settled();
    const shown = world.process().sendDecision(decide, { key: 'k', recordedBody });
    await settled();
    expect(first.result).toMatchObject({ replayed: false, answer: { body } });
    for (const again of [lagging, shown]) expect(again.result).toMatchObject({ replayed: true, answer: { body } });
    expect(world.log.events.map(({ metadata }) => metadata.idempotency?.body)).toEqual([{ ok: true }]);
  });

  it('is recorded on the last event of its own command only', async () => {
    const world = new ToyWorld();
    const process = world.process();
    await process.sendAndProject(world, A);
    await process.sendAndProject(world, { kind: 'join', list: 'a', contacts: ['1', '2', '3'] }, { key: 'k' });
    expect(world.log.events.map(({ metadata }) => metadata.idempotency?.key_hash)).toEqual([
      undefined,
      undefined,
      undefined,
      'k',
    ]);
  });

  it.each(['rows have it', 'rows lag'])(
    'is forgotten after its days, then can be recorded again (%s)',
    async (rows) => {
      const world = new ToyWorld();
      const process = world.process();
      const look = async (at: number) => {
        world.clock.time = at;
        const { result } = await process.sendUnprojected(
          { kind: 'look' },
          { key: 'k', fingerprint: `${at > NOON + 6 * DAY}` },
        );
        if (rows === 'rows have it') await world.projector.catchUp();
        return result!.replayed;
      };
      expect(await look(NOON)).toBe(false);
      expect(await look(NOON + 6 * DAY)).toBe(true);
      expect(await look(NOON + 7 * DAY)).toBe(false);
      expect(await look(NOON + 8 * DAY)).toBe(true);
      expect(await look(NOON + 14 * DAY - 1)).toBe(true);
      expect(await look(NOON + 14 * DAY)).toBe(false);
      expect(world.happened()).toHaveLength(3);
      await world.projector.catchUp();
      expect(
        (await world.process().sendUnprojected({ kind: 'look' }, { key: 'k', fingerprint: 'true' })).result!.replayed,
      ).toBe(true);
    },
  );

  it('used concurrently in several processes has one effect', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    const processes = [1, 2, 3].map((number) => world.process({ name: `p${number}`, pass: barrier.pass }));
    await processes[0]!.sendAndProject(world, A);
    barrier.close('append');
    const sent = processes.flatMap((process) => [1, 2, 3].map(() => join(process, 1)));
    await settled();
    expect(barrier.held).toHaveLength(3);
    await barrier.open('append');
    await world.projector.catchUp();
    await settled();
    expect(sent.filter(({ result }) => !result!.replayed)).toHaveLength(1);
    expect(new Set(sent.map(({ result }) => JSON.stringify(result!.answer))).size).toBe(1);
    expect(world.happened()).toEqual(['ListMade', 'MemberJoined']);
  });

  it.each(['before', 'after'])(
    'of each of ten commands in one append is kept when the process is killed %s it',
    async (when) => {
      const barrier = new StoreBarrier();
      const world = new ToyWorld();
      const process = world.process({ pass: barrier.pass });
      await process.sendAndProject(world, A);
      barrier.close('append');
      process.send({ kind: 'rename', list: 'a', name: 'B' });
      await settled();
      const lost = [...Array(10).keys()].map((number) => join(process, number));
      // Joining reads rows: these loads end before the append that gathers the ten begins.
      await settled();
      barrier.close(when === 'before' ? 'append' : 'append answered');
      await barrier.open('append', { once: true });
      if (when === 'after') {
        // The first append is answered. Then the ten are written, and the answer of that append is lost.
        await barrier.open('append answered', { once: true });
        await barrier.open('append', { once: true });
      } else await barrier.open('append answered');
      expect(process.log.appends.at(-1)).toBe(10);
      expect(lost.map(({ result, refused }) => result ?? refused)).toEqual(Array(10).fill(undefined));
      expect(world.happened().slice(2)).toHaveLength(when === 'before' ? 0 : 10);

      const next = world.process();
      const retries = [...Array(10).keys()].map((number) => join(next, number));
      await settled();
      await world.projector.catchUp();
      await settled();
      expect(retries.map(({ result }) => result!.replayed)).toEqual(Array(10).fill(when === 'after'));
      expect(retries.map(({ result }) => result!.answer.body)).toEqual(
        [...Array(10).keys()].map((number) => ({
          joined: [`${number}`],
          members: [...Array(number + 1).keys()].map(String),
          count: number + 1,
        })),
      );
      expect(world.happened().slice(2)).toEqual(Array(10).fill('MemberJoined'));
    },
  );
});
