import { DomainError } from '#kernel';
import { type Generations, ReadModelUnavailableError } from '#read-model';
import { StoreBarrier } from './testing/store-barrier.js';
import { ToyWorld } from './testing/process.js';
import { settled } from './testing/scheduler.js';
import { COUNTS, LISTS, MEMBERS } from './testing/toy.js';

const A = { kind: 'make', list: 'a', name: 'A', limit: 9 } as const;
const JOIN = { kind: 'join', list: 'a', contacts: ['1'] } as const;

/** Rows that are dropped and made anew under running processes: one generation after another. */
class DroppedRows implements Generations {
  generation = 1;
  isComplete = true;
  /** How many times a caller asked whether a generation is still current. */
  asked = 0;

  constructor(readonly world: ToyWorld) {}

  async current(): Promise<string> {
    if (!this.isComplete) throw new ReadModelUnavailableError('being made');
    return String(this.generation);
  }

  async isCurrent(generation: string): Promise<boolean> {
    this.asked += 1;
    return this.isComplete && generation === String(this.generation);
  }

  /** A process that reads these rows. */
  process(barrier = new StoreBarrier(), singleWriter = false) {
    const reader = this.world.projector.reader((label) => barrier.pass(`p:${label}`));
    return this.world.process({ singleWriter, ports: { readModel: { ...reader, generations: this } } });
  }

  drop(): void {
    const { storage } = this.world.projector;
    for (const part of [storage.collections, storage.projectedRevisions, storage.checkpoints]) part.clear();
    this.world.projector.restart(Infinity);
    [this.generation, this.isComplete] = [this.generation + 1, false];
  }

  /** Rows of another generation, as complete as these, are live in their place. */
  exchange(): void {
    this.generation += 1;
  }

  async makeAnew(): Promise<void> {
    await this.world.projector.catchUp();
    this.isComplete = true;
  }
}

const DECIDED = { status: 200, body: {} };

describe('rows that are exchanged while a command is decided', () => {
  /** A process that is held while it reads the row of a member. @returns how many times it has decided */
  const held = async () => {
    const world = new ToyWorld();
    const rows = new DroppedRows(world);
    const barrier = new StoreBarrier();
    const process = rows.process(barrier);
    await process.sendAndProject(world, A);
    await process.sendAndProject(world, JOIN);
    barrier.close('page');
    let decisions = 0;
    const sent = process.sendDecision((view) => {
      const { rows: found } = view.scan(MEMBERS, 'by_list', ['w', 'a', 1], { limit: 9 });
      decisions += 1;
      return { events: [], answer: () => ({ ...DECIDED, body: { found: found.length } }) };
    });
    await settled();
    expect(barrier.held).toEqual(['page']);
    return { rows, barrier, sent, decisions: () => decisions };
  };

  it('have it decided once more, on the rows that are live by then', async () => {
    const { rows, barrier, sent, decisions } = await held();
    rows.exchange();
    await barrier.open('page');
    expect(sent.result).toMatchObject({ answer: { body: { found: 1 } } });
    expect(decisions()).toBeGreaterThan(1);
  });

  it('refuse it where they are exchanged a second time', async () => {
    const { rows, barrier, sent } = await held();
    rows.exchange();
    await barrier.open('page', { once: true });
    expect(barrier.held).toEqual(['page']);
    rows.exchange();
    await barrier.open('page');
    expect(sent.refused).toBe('unavailable');
  });

  it('have it begin again where this process still reads the rows of before, which end at an older revision', async () => {
    const world = new ToyWorld();
    const rows = new DroppedRows(world);
    const reader = world.projector.reader();
    /** Until the process looks which rows are live. */
    let isStale = false;
    const generations: Generations = {
      current: async () => (isStale ? '1' : rows.current()),
      isCurrent: async (generation) => {
        isStale = false;
        return rows.isCurrent(generation);
      },
    };
    const projectedRevision = async (workspaceId: string) => (isStale ? 0 : reader.projectedRevision(workspaceId));
    const process = world.process({ ports: { readModel: { ...reader, generations, projectedRevision } } });
    await process.sendAndProject(world, A);
    await process.sendAndProject(world, JOIN);
    rows.exchange();
    isStale = true;
    const sent = await process.sendAndProject(world, { kind: 'look' });
    expect(sent.result).toMatchObject({ revision: 1, visible: true });
    expect(isStale).toBe(false);
  });
});

describe('rows that are dropped while a command is decided', () => {
  let world: ToyWorld;
  let rows: DroppedRows;

  beforeEach(() => {
    world = new ToyWorld();
    rows = new DroppedRows(world);
  });

  it.each([false, true])('do nothing twice under one Idempotency-Key (single writer: %s)', async (singleWriter) => {
    const first = rows.process(new StoreBarrier(), singleWriter);
    await first.sendAndProject(world, A);
    expect((await first.sendAndProject(world, JOIN, { key: 'k' })).result!.answer.body).toMatchObject({
      joined: ['1'],
    });
    const barrier = new StoreBarrier();
    // Its head is loaded when the rows are complete: the record of the key is in a row, and not in the head's events.
    const second = rows.process(barrier, singleWriter);
    await second.sendAndProject(world, { kind: 'look' });
    barrier.close('rows');
    const retry = second.send(JOIN, { key: 'k' });
    await settled();
    expect(barrier.held).toEqual(['rows']);
    rows.drop();
    await barrier.open('rows');
    expect(retry.refused).toBe('unavailable');
    expect(world.happened()).toEqual(['ListMade', 'MemberJoined']);

    await rows.makeAnew();
    const again = await second.sendAndProject(world, JOIN, { key: 'k' });
    expect(again.result).toMatchObject({ replayed: true, answer: { body: { joined: ['1'] } } });
    expect(world.happened()).toEqual(['ListMade', 'MemberJoined']);
  });

  it.each([false, true])('refuse nothing that is only missing (single writer: %s)', async (singleWriter) => {
    const barrier = new StoreBarrier();
    const process = rows.process(barrier, singleWriter);
    await process.sendAndProject(world, A);
    await process.sendAndProject(world, JOIN);
    barrier.close('page');
    const sent = process.sendDecision((view) => {
      const { rows: found } = view.scan(MEMBERS, 'by_list', ['w', 'a', 1], { limit: 9 });
      if (found.length === 0) throw new DomainError('not_found', 'no member found');
      return { events: [], answer: () => ({ status: 200, body: {} }) };
    });
    await settled();
    expect(barrier.held).toEqual(['page']);
    rows.drop();
    await barrier.open('page');
    expect(sent.refused).toBe('unavailable');
  });

  it('make no head without lists: it is not loaded then, but once the rows are complete again', async () => {
    await rows.process().sendAndProject(world, A);
    const barrier = new StoreBarrier();
    const process = rows.process(barrier);
    barrier.close('page');
    const sent = process.send({ kind: 'rename', list: 'a', name: 'B' });
    await settled();
    expect(barrier.held).toEqual(['page']);
    rows.drop();
    await barrier.open('page');
    expect(sent.refused).toBe('unavailable');
    expect((await process.sendUnprojected({ kind: 'rename', list: 'a', name: 'B' })).refused).toBe('unavailable');

    await rows.makeAnew();
    const again = await process.sendAndProject(world, { kind: 'rename', list: 'a', name: 'B' });
    expect(again.result).toMatchObject({ visible: true });
    expect(world.happened()).toEqual(['ListMade', 'ListRenamed']);
  });

  /** A process of whose rows one lacks an event: the count of a list with four members. */
  const counting = async (barrier = new StoreBarrier()) => {
    const other = rows.process();
    const process = rows.process(barrier);
    await other.sendAndProject(world, A);
    await other.sendAndProject(world, { ...JOIN, contacts: ['1', '2', '3'] });
    await other.sendUnprojected({ ...JOIN, contacts: ['4'] });
    const facts: object[] = [];
    const count = () =>
      process.sendDecision((view) => {
        facts.push(view.facts);
        const members = view.rows(COUNTS, [['w', 'a']])[0]?.members;
        return { events: [], answer: () => ({ status: 200, body: { members: members ?? 0 } }) };
      });
    const answered = async () => {
      const sent = count();
      await settled();
      process.timers.advance(2_000);
      await settled();
      return sent.result?.answer.body;
    };
    return { count, answered, facts };
  };

  it('leave nothing behind in the head for the commands that follow', async () => {
    const barrier = new StoreBarrier();
    const { count, answered, facts } = await counting(barrier);
    barrier.close('rows');
    const first = count();
    await settled();
    expect(barrier.held).toEqual(['rows']);
    rows.drop();
    await barrier.open('rows');
    expect(first.refused).toBe('unavailable');
    await rows.makeAnew();
    expect(await answered()).toEqual({ members: 4 });
    // What the first one remembered of its facts is not found by the second one.
    expect(facts.at(-1)).not.toBe(facts[0]);
  });

  it('are asked for where a command reads none itself, and is shown what an earlier one has read', async () => {
    const { answered, facts } = await counting();
    expect([await answered(), facts.length]).toEqual([{ members: 4 }, 2]);
    rows.asked = 0;
    expect([await answered(), facts.length, rows.asked]).toEqual([{ members: 4 }, 3, 1]);
  });

  it('are asked for once an append with any number of commands, once a head, and never without a read', async () => {
    const barrier = new StoreBarrier();
    const process = rows.process();
    const slow = world.process({
      pass: barrier.pass,
      ports: { readModel: { ...world.projector.reader(), generations: rows } },
    });
    await process.sendAndProject(world, A);
    const [head, append] = [1, 1];
    expect(rows.asked).toBe(head + append);
    const ofHead = process.sendDecision((view) => {
      const lists = [...view.resident(LISTS).keys()];
      return { events: [], answer: () => ({ status: 200, body: { lists } }) };
    });
    await settled();
    expect(ofHead.result).toMatchObject({ answer: { body: { lists: ['w|a'] } } });
    expect(rows.asked).toBe(head + append);
    await process.sendAndProject(world, JOIN, { key: 'k' });
    expect(rows.asked).toBe(head + 2 * append);
    await slow.sendAndProject(world, { kind: 'look' });
    rows.asked = 0;
    barrier.close('append');
    const commandes = ['2', '3', '4', '5'].map((contact) => slow.send({ ...JOIN, contacts: [contact] }));
    await settled();
    await barrier.open('append');
    await world.projector.catchUp();
    await settled();
    expect(commandes.every(({ result }) => result?.visible)).toBe(true);
    expect(rows.asked).toBe(2);
  });
});
