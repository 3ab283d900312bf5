import type { Decide } from '#kernel';
import { settled } from './testing/scheduler.js';
import { type SendOptions, type SentCommand, type ToyProcess, ToyWorld, WORKSPACE } from './testing/process.js';
import { MEMBERS } from './testing/toy.js';

/** Options of a request: a key sends it. */
const REQUEST: SendOptions = { authorize: () => undefined };

const joining =
  (members: number): Decide =>
  () => ({
    events: Array.from({ length: members }, (_, n) => ({
      type: 'MemberJoined',
      data: { list_id: 'a', contact_id: `${members} ${n}` },
    })),
    answer: () => ({ status: 200, body: {} }),
  });
const nothing: Decide = () => ({ events: [], answer: () => ({ status: 200, body: {} }) });

describe('a process that alone reads its rows', () => {
  let world: ToyWorld;
  let process: ToyProcess;
  let held: number | undefined;

  beforeEach(async () => {
    world = new ToyWorld();
    await world.process().sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 99 });
    held = undefined;
    process = world.process({ singleWriter: true, ports: { mayAnswerAhead: true, heldAt: () => held } });
  });

  const send = async (decide: Decide, options: SendOptions = REQUEST): Promise<SentCommand> => {
    const sent = process.sendDecision(decide, options);
    await settled();
    return sent;
  };
  const pass = async (milliseconds: number) => {
    process.timers.advance(milliseconds);
    await settled();
  };
  const project = async () => {
    await world.projector.catchUp();
    await settled();
  };
  const untilShown = (workspaceId?: string) => process.heads.answersAhead.untilShown(workspaceId);
  /** What a read learns once it need not wait; nothing while it waits. */
  const reading = async (workspaceId?: string) => {
    const read: { shown?: boolean } = {};
    void untilShown(workspaceId)!.then((shown) => (read.shown = shown));
    await settled();
    return read;
  };
  /** Answers a write ahead of rows that then stand still. */
  const standStill = async () => {
    await send(joining(1));
    await pass(100);
    await pass(2_000);
  };

  it('answers a small write once it is durable, and has reads of its workspace wait for the rows', async () => {
    const sent = await send(joining(8));
    expect(sent.result).toMatchObject({ visible: true, revision: 8 });
    expect(untilShown('another')).toBeUndefined();
    const reads = [await reading(WORKSPACE), await reading()];
    expect(reads).toEqual([{}, {}]);
    await project();
    expect(reads).toEqual([{ shown: true }, { shown: true }]);
    expect([untilShown(WORKSPACE), untilShown()]).toEqual([undefined, undefined]);
    expect([process.retained(), process.timers.size]).toEqual([0, 0]);
  });

  it('has a read wait for the last of several answers', async () => {
    await send(joining(1));
    await world.projector.catchUp();
    await send(joining(2));
    const read = await reading(WORKSPACE);
    expect(read).toEqual({});
    await project();
    expect([read, untilShown(WORKSPACE)]).toEqual([{ shown: true }, undefined]);
  });

  it.each([
    ['of more events', joining(9), REQUEST],
    ['of a worker', joining(1), {}],
    ['that is a part of an import', joining(1), { ...REQUEST, isPaced: true }],
    ['that cannot tell when its background work is done', (view) => ({ ...joining(1)(view), lags: true }), REQUEST],
    [
      'that awaits background work',
      (view) => ({ ...joining(1)(view), awaits: [{ collection: MEMBERS, key: ['w', 'a', '1 0'], isDone: Boolean }] }),
      REQUEST,
    ],
  ] as readonly (readonly [string, Decide, SendOptions])[])(
    'answers a write %s behind its rows',
    async (_, decide, options) => {
      const sent = await send(decide, options);
      expect([sent.result, untilShown(WORKSPACE)]).toEqual([undefined, undefined]);
      await project();
      expect(sent.result).toBeDefined();
    },
  );

  it('answers behind the rows while they take longer than 100 ms', async () => {
    await send(joining(1));
    await pass(99);
    expect((await send(joining(2))).result).toBeDefined();
    await pass(1);
    const late = await send(joining(3));
    expect(late.result).toBeUndefined();
    await project();
    expect(late.result).toMatchObject({ visible: true });
    expect((await send(joining(4))).result).toBeDefined();
  });

  it('answers every workspace behind the rows while those of two take longer', async () => {
    const inAnother = (workspaceId: string) =>
      process.send({ kind: 'make', list: 'b', name: 'B', limit: 9 }, { ...REQUEST, workspaceId });
    await send(joining(1));
    inAnother('second');
    await settled();
    await pass(100);
    const third = inAnother('third');
    await settled();
    expect(third.result).toBeUndefined();
    await project();
    expect(third.result).toMatchObject({ visible: true });
    const fourth = inAnother('fourth');
    await settled();
    expect(fourth.result).toBeDefined();
  });

  it('tells reads after two seconds, and from then on at once, that the rows stand still', async () => {
    await send(joining(1));
    const first = await reading(WORKSPACE);
    await pass(1_999);
    expect(first).toEqual({});
    await pass(1);
    expect([first, await reading(WORKSPACE), await reading()]).toEqual([
      { shown: false },
      { shown: false },
      { shown: false },
    ]);
    const [write, decided] = [await send(joining(2)), await send(nothing)];
    // What writes nothing takes nothing away from later reads.
    expect([write.result, decided.result]).toMatchObject([undefined, { visible: false }]);
    await pass(2_000);
    expect(write.result).toMatchObject({ visible: false });
  });

  it('finds by itself that the rows follow again', async () => {
    await standStill();
    await pass(100);
    await pass(2_000);
    await project();
    await pass(100);
    expect(untilShown(WORKSPACE)).toBeUndefined();
    expect((await send(joining(2))).result).toBeDefined();
    await project();
    expect(process.timers.size).toBe(0);
  });

  it('has no read wait for rows that an event holds back, and no other workspace', async () => {
    await send(joining(1));
    process.send({ kind: 'make', list: 'b', name: 'B', limit: 9 }, { ...REQUEST, workspaceId: 'second' });
    await settled();
    held = 1;
    await pass(100);
    await pass(2_000);
    await pass(100);
    expect([await reading(WORKSPACE), await reading('second')]).toEqual([{ shown: false }, { shown: false }]);
    held = undefined;
    const third = process.send({ kind: 'make', list: 'b', name: 'B', limit: 9 }, { ...REQUEST, workspaceId: 'third' });
    await settled();
    expect(third.result).toMatchObject({ visible: true });
    await project();
    expect(untilShown()).toBeUndefined();
  });

  it('answers behind the rows where they lack a large write', async () => {
    const large = await send(joining(501), {});
    const small = await send(joining(1));
    expect([large.result, small.result, untilShown(WORKSPACE)]).toEqual([undefined, undefined, undefined]);
    await project();
    expect(small.result).toMatchObject({ visible: true });
    expect((await send(joining(2))).result).toBeDefined();
  });

  it('has a worker wait for what was answered, also where its head was dropped', async () => {
    const small = world.process({
      singleWriter: true,
      bounds: { rowsHeld: 0 },
      ports: { mayAnswerAhead: true },
    });
    small.sendDecision(joining(1), REQUEST);
    await settled();
    expect(small.loaded()).toBe(0);
    let there = false;
    const waiting = small.heads.rowsFollow().then(() => (there = true));
    await settled();
    expect(there).toBe(false);
    await project();
    await waiting;
  });

  it('ends when the process does', async () => {
    await standStill();
    process.heads.stop();
    await pass(100);
    expect(process.timers.size).toBe(0);
  });
});

it('a process that shares its rows answers behind them', async () => {
  const world = new ToyWorld();
  const process = world.process();
  const sent = process.send({ kind: 'make', list: 'a', name: 'A', limit: 9 }, REQUEST);
  await settled();
  expect([sent.result, process.heads.answersAhead.untilShown()]).toEqual([undefined, undefined]);
  await world.projector.catchUp();
  await settled();
  expect(sent.result).toMatchObject({ visible: true });
});
