import { DomainError } from '#kernel';
import type { BatchLimits } from './pipeline/batch.js';
import { StoreBarrier } from './testing/store-barrier.js';
import { settled } from './testing/scheduler.js';
import { type ToyProcess, ToyWorld } from './testing/process.js';
import type { SentCommand } from './testing/process.js';
import { LISTS, MEMBERS } from './testing/toy.js';

const MB = 1_048_576;
const ROOMY: BatchLimits = { commandBytes: MB, dataBytes: MB, metadataBytes: 2 * MB, events: 10_000 };

/** Makes a list. The decision reads resident rows only, so it is made as soon as the command arrives. */
function make(process: ToyProcess, number: number): SentCommand {
  const [list_id, name] = [`l${number}`, `N${number}`];
  return process.sendDecision((view) => {
    const taken = [...view.resident(LISTS).values()].some((list) => list.name === name);
    if (taken) throw new DomainError('resource_conflict', 'name is taken');
    return {
      events: [{ type: 'ListMade', data: { list_id, name, limit: 1_000 } }],
      answer: () => ({ status: 201, body: {} }),
    };
  });
}

/** A process whose first append is held, and `count` lists made meanwhile, which wait for the second append. */
async function gathered(count: number, limits?: BatchLimits) {
  const barrier = new StoreBarrier();
  const world = new ToyWorld();
  const process = world.process({ pass: barrier.pass, ...(limits ? { limits } : {}) });
  barrier.close('append');
  const sent = [make(process, 0)];
  await settled();
  for (let number = 1; number <= count; number += 1) sent.push(make(process, number));
  await settled();
  return { barrier, world, process, sent };
}

describe('one append in flight', () => {
  it('gathers commands decided meanwhile in the next one', async () => {
    const { barrier, world, process, sent } = await gathered(10);
    expect(process.log.appends).toEqual([1]);
    await barrier.open('append', { once: true });
    expect(process.log.appends).toEqual([1, 10]);
    await barrier.open('append');
    await world.projector.catchUp();
    await settled();
    expect(sent.map(({ result }) => result!.revision)).toEqual([...Array(11).keys()]);
    expect(process.log.mostInFlight).toBe(1);
  });

  it.each([
    { limit: 'events', limits: { ...ROOMY, events: 4 }, appends: [1, 4, 4, 2] },
    // {"list_id":"l1","name":"N1","limit":1000} is 42 bytes
    { limit: 'bytes of data', limits: { ...ROOMY, dataBytes: 42 * 3 + 5 }, appends: [1, 3, 3, 3, 1] },
    { limit: 'bytes of metadata', limits: { ...ROOMY, metadataBytes: 1_200 }, appends: [1, 2, 2, 2, 2, 2] },
  ])('splits at the limit of $limit', async ({ limits, appends }) => {
    const { barrier, world, process, sent } = await gathered(10, limits);
    await barrier.open('append');
    await world.projector.catchUp();
    await settled();
    expect(process.log.appends).toEqual(appends);
    expect(sent.every(({ result }) => result)).toBe(true);
  });

  it('allows one command more events than the limit, but no more data than fits', async () => {
    const world = new ToyWorld();
    const process = world.process({ limits: { ...ROOMY, events: 2, commandBytes: 400 } });
    await process.sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 100 });
    await process.sendAndProject(world, { kind: 'join', list: 'a', contacts: ['1', '2', '3', '4'] });
    const many = Array.from({ length: 50 }, (_, at) => `x${at}`);
    const sent = await process.sendAndProject(world, { kind: 'join', list: 'a', contacts: many });
    expect(sent.refused).toBe('payload_too_large');
    expect(process.log.appends).toEqual([1, 4]);
    expect((await process.sendUnprojected({ kind: 'look' })).result!.answer.body).toMatchObject({
      lists: [{ count: 4 }],
    });
  });

  it('allows one command more data than is gathered from several', async () => {
    const world = new ToyWorld();
    const process = world.process({ limits: { ...ROOMY, dataBytes: 400 } });
    await process.sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 100 });
    const many = Array.from({ length: 50 }, (_, at) => `x${at}`);
    await process.sendAndProject(world, { kind: 'join', list: 'a', contacts: many });
    expect(process.log.appends).toEqual([1, 50]);
  });

  it('counts bytes, not characters', async () => {
    const world = new ToyWorld();
    const process = world.process({ limits: { ...ROOMY, commandBytes: 100 } });
    const long = (name: string) => process.sendAndProject(world, { kind: 'make', list: 'a', name, limit: 1 });
    expect((await long('é'.repeat(40))).refused).toBe('payload_too_large');
    expect((await long('e'.repeat(40))).result).toBeDefined();
  });

  it('fails with its commands; later ones that depend on it are decided again', async () => {
    const { barrier, world, process, sent } = await gathered(2);
    process.log.fates.push('unavailable');
    await barrier.open('append', { once: true });
    // The gathered append fails; this name was taken on top of its predicted events.
    const third = make(process, 1);
    await settled();
    await barrier.open('append');
    await world.projector.catchUp();
    await settled();
    expect(sent.map(({ result, refused }) => result?.revision ?? refused)).toEqual([0, 'unavailable', 'unavailable']);
    expect(third.result!.revision).toBe(1);
    expect(world.happened()).toEqual(['ListMade', 'ListMade']);
  });

  it('decides all again, in order and in one append, when another process was faster', async () => {
    const { barrier, world, process, sent } = await gathered(3);
    const other = world.process();
    await other.sendAndProject(world, { kind: 'make', list: 'z', name: 'N2', limit: 1 });
    await barrier.open('append', { once: true });
    await barrier.open('append');
    await world.projector.catchUp();
    await settled();
    expect(sent.map(({ result, refused }) => result?.revision ?? refused)).toEqual([1, 2, 'resource_conflict', 3]);
    expect(process.log.appends).toEqual([1, 3]);
  });

  it('recognises an append whose answer was lost when it is repeated', async () => {
    const world = new ToyWorld();
    const process = world.process();
    process.log.fates.push('answer_lost', 'answer_lost');
    await process.sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 9 });
    await process.sendAndProject(world, { kind: 'join', list: 'a', contacts: ['1', '2'] });
    expect(world.happened()).toEqual(['ListMade', 'MemberJoined', 'MemberJoined']);
  });

  it('does not start a command whose client got 503', async () => {
    const { barrier, world, process, sent } = await gathered(3);
    process.timers.advance(10_000);
    await settled();
    expect(sent.map(({ refused }) => refused)).toEqual(Array(4).fill('unavailable'));
    await barrier.open('append');
    const late = make(process, 9);
    await settled();
    await world.projector.catchUp();
    await settled();
    expect(late.result!.revision).toBe(1);
    // The first append had begun: whether it was written is never guessed.
    expect(world.happened()).toEqual(['ListMade', 'ListMade']);
  });

  it.each([
    ['decide', 'before'],
    ['answer', 'after'],
  ])('drops all effects of a command that fails in its %s', async (where) => {
    const { barrier, world, process } = await gathered(1);
    const faulty = process.sendDecision(() => {
      if (where === 'decide') throw new TypeError('fault');
      return {
        events: [{ type: 'ListMade', data: { list_id: 'x', name: 'N5', limit: 1 } }],
        answer: () => {
          throw new TypeError('fault');
        },
      };
    });
    const unknown = process.sendDecision(() => ({
      events: [
        { type: 'ListMade', data: { list_id: 'x', name: 'N5', limit: 1 } },
        { type: 'NotDeclared', data: {} },
      ],
      answer: () => ({ status: 200, body: {} }),
    }));
    const unwritable = process.sendDecision(
      () => ({
        events: [{ type: 'ListMade', data: { list_id: 'x', name: 'N5', limit: 1 } }],
        answer: () => ({ status: 200, body: { big: 1n as unknown as number } }),
      }),
      { key: 'k' },
    );
    const next = make(process, 5);
    await barrier.open('append');
    await world.projector.catchUp();
    await settled();
    expect([faulty, unknown, unwritable].map(({ refused }) => refused)).toEqual([
      'TypeError: fault',
      expect.stringContaining('NotDeclared'),
      expect.stringContaining('BigInt'),
    ]);
    expect(next.result!.revision).toBe(2);
    expect((await process.sendUnprojected({ kind: 'look' })).result!.answer.body).toMatchObject({
      lists: [{}, {}, { name: 'N5' }],
    });
  });

  it('predicts nothing while an answer needs rows or is a refusal', async () => {
    const world = new ToyWorld();
    const process = world.process();
    await process.sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 9 });
    const refused = process.sendDecision(() => ({
      events: [{ type: 'ListMade', data: { list_id: 'x', name: 'X', limit: 1 } }],
      answer: (after) => {
        after.rows(MEMBERS, [[after.workspaceId, 'a', 'nobody']]);
        throw new DomainError('resource_conflict', 'after all');
      },
    }));
    await settled();
    expect(refused.refused).toBe('resource_conflict');
    // Joining reads the members only for its answer, page by page.
    await process.sendAndProject(world, { kind: 'join', list: 'a', contacts: ['1', '2', '3', '4', '5'] });
    expect(world.happened()).toEqual(['ListMade', ...Array<string>(5).fill('MemberJoined')]);
    expect((await process.sendUnprojected({ kind: 'look' })).result!.answer.body).toMatchObject({
      lists: [{ list: 'a', count: 5, members: ['1', '2', '3', '4', '5'] }],
    });
  });

  it('dates a decision not before the last event, also if that one was rolled back', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    const process = world.process({ pass: barrier.pass });
    await process.sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 9 });
    world.clock.time += 60_000;
    process.log.fates.push('unavailable');
    await process.sendUnprojected({ kind: 'rename', list: 'a', name: 'B' });
    world.clock.time -= 90_000;
    await process.sendAndProject(world, { kind: 'rename', list: 'a', name: 'C' });
    expect(world.log.events.map(({ metadata }) => metadata.occurred_at)).toEqual([
      '2030-01-01T12:00:00.000Z',
      '2030-01-01T12:00:00.000Z',
    ]);
    const restarted = world.process();
    await restarted.sendAndProject(world, { kind: 'rename', list: 'a', name: 'D' });
    expect(world.log.events.at(-1)!.metadata.occurred_at).toBe('2030-01-01T12:00:00.000Z');
  });
});
