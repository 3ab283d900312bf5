import type { Decide } from '#kernel';
import { MAX_LAG } from './head/load-head.js';
import { StoreBarrier } from './testing/store-barrier.js';
import { counted } from './testing/counted-rows.js';
import { type ProcessOptions, type SentCommand, type ToyProcess, ToyWorld } from './testing/process.js';
import { settled } from './testing/scheduler.js';
import { MEMBERS } from './testing/toy.js';

const A = { kind: 'make', list: 'a', name: 'A', limit: 1_000_000 } as const;

/** Contacts that no command has named yet. */
function fresh(count: number, name: string): string[] {
  return Array.from({ length: count }, (_, at) => `${name}.${at}`);
}

/** Adds members. Each row is read and each event is written; the answer reads no further row. */
const joined =
  (contacts: readonly string[]): Decide =>
  (view) => {
    const rows = view.rows(
      MEMBERS,
      contacts.map((contact) => [view.workspaceId, 'a', contact]),
    );
    const joining = contacts.filter((_, at) => rows[at]?.active !== 1);
    return {
      events: joining.map((contact) => ({ type: 'MemberJoined', data: { list_id: 'a', contact_id: contact } })),
      answer: () => ({ status: 200, body: { joined: joining } }),
    };
  };

/** The toy's own command `rename` answers with every member. */
const renamed: Decide = () => ({
  events: [{ type: 'ListRenamed', data: { list_id: 'a', name: 'B' } }],
  answer: () => ({ status: 200, body: {} }),
});

/** Like `ToyProcess.done`, for a decision. */
async function done(world: ToyWorld, process: ToyProcess, decide: Decide): Promise<SentCommand> {
  const sent = process.sendDecision(decide);
  await settled();
  await world.projector.catchUp();
  await settled();
  return sent;
}

/** A process that has list a, and another process that wrote `events` events since. The rows are complete. */
async function leftBehind(events: number, options: ProcessOptions = {}) {
  const world = new ToyWorld();
  const [other, behind] = [world.process(), world.process(options)];
  await other.sendAndProject(world, A);
  await behind.sendUnprojected({ kind: 'look' });
  for (let at = 0; at < events; at += 1_000) {
    await done(world, other, joined(fresh(Math.min(1_000, events - at), `n${at}`)));
  }
  return { world, other, behind };
}

describe('a head that another process has overtaken', () => {
  it('is loaded again from complete rows instead of reading the events between', async () => {
    const { world, behind } = await leftBehind(5_000);
    const before = behind.log.eventsRead;
    const sent = await done(world, behind, renamed);
    expect(sent.result!.revision).toBe(5_001);
    // One event: the end of the stream.
    expect(behind.log.eventsRead - before).toBe(1);
    expect(behind.log.appends).toEqual([1]);
    expect(behind.retained()).toBe(0);
  });

  it('reads the events between if these are fewer', async () => {
    const { world, behind } = await leftBehind(90);
    const before = behind.log.eventsRead;
    await done(world, behind, renamed);
    expect(behind.log.eventsRead - before).toBe(90);
    expect(behind.log.appends).toEqual([1]);
  });

  it('reads the events between if the rows lack them: a new head would read them too', async () => {
    const { world, other, behind } = await leftBehind(0);
    for (let at = 0; at < 3; at += 1) other.sendDecision(joined(fresh(1_000, `n${at}`)));
    await settled();
    const before = behind.log.eventsRead;
    const sent = await done(world, behind, renamed);
    expect(sent.result!.revision).toBe(3_001);
    expect(behind.log.eventsRead - before).toBe(3_000);
  });

  it('reads at most one page if the rows have caught up since the command came', async () => {
    const barrier = new StoreBarrier();
    const { world, other, behind } = await leftBehind(0, { pass: barrier.pass });
    barrier.close('append');
    const sent = behind.sendDecision(renamed);
    await settled();
    for (let at = 0; at < 5; at += 1) await done(world, other, joined(fresh(1_000, `n${at}`)));
    const before = behind.log.eventsRead;
    await barrier.open('append');
    await world.projector.catchUp();
    await settled();
    expect(sent.result!.revision).toBe(5_001);
    expect(behind.log.eventsRead - before).toBe(1_001);
  });

  it('keeps every waiting command, in order, decided once, on rows that are read again', async () => {
    const barrier = new StoreBarrier();
    const { world, other, behind } = await leftBehind(0, { pass: barrier.pass });
    barrier.close('append');
    // Every command has read its rows, in which no x is a member.
    const sent: SentCommand[] = [];
    for (let at = 0; at < 5; at += 1) {
      sent.push(behind.sendDecision(joined([`x${at}`, `y${at}`]), { key: `k${at}`, correlationId: `c${at}` }));
      await settled();
    }
    await done(world, other, joined(['x0', 'x1', 'x2', 'x3', 'x4']));
    for (let at = 0; at < 3; at += 1) await done(world, other, joined(fresh(1_000, `n${at}`)));
    await barrier.open('append');
    const late = behind.sendDecision(joined(['y4', 'z']));
    await settled();
    await world.projector.catchUp();
    await settled();
    expect(sent.map(({ result, refused }) => result?.answer.body ?? refused)).toMatchObject(
      sent.map((_, at) => ({ joined: [`y${at}`] })),
    );
    expect(sent.map(({ result }) => result!.revision)).toEqual([3_006, 3_007, 3_008, 3_009, 3_010]);
    expect(late.result!.answer.body).toMatchObject({ joined: ['z'] });
    const written = world.log.events.slice(3_006).map(({ metadata }) => metadata.correlation_id);
    expect(written).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c']);
    expect(behind.log.mostInFlight).toBe(1);
  });

  it('does not start again for a client that got 503', async () => {
    const barrier = new StoreBarrier();
    const { world, other, behind } = await leftBehind(0, { pass: barrier.pass });
    barrier.close('append');
    const sent = behind.sendDecision(renamed);
    await settled();
    for (let at = 0; at < 3; at += 1) await done(world, other, joined(fresh(1_000, `n${at}`)));
    behind.timers.advance(10_000);
    await barrier.open('append');
    await world.projector.catchUp();
    await settled();
    expect(sent.refused).toBe('unavailable');
    expect(world.happened()).not.toContain('ListRenamed');
    expect((await done(world, behind, joined(['z']))).result!.revision).toBe(3_001);
  });

  it('is brought to the end of a log that grows, with its rows, while it is read', async () => {
    const barrier = new StoreBarrier();
    const { world, other, behind } = await leftBehind(0, { pass: barrier.pass });
    await done(world, other, joined(['x']));
    barrier.close('read answered');
    const first = behind.sendDecision(joined(['y']));
    await settled();
    expect(barrier.held).toEqual(['read answered']);
    // The process has read the log up to these events, whose rows its next command sees.
    await done(world, other, joined(['z']));
    const second = behind.sendDecision(joined(['v']));
    await settled();
    await barrier.open('read answered');
    await world.projector.catchUp();
    await settled();
    expect([first, second].map(({ result, refused }) => result?.revision ?? refused)).toEqual([3, 4]);
  });

  it('of a log that ends before its rows do, is unavailable', async () => {
    const { world, behind } = await leftBehind(0);
    world.projector.storage.projectedRevisions.set('w', 1);
    expect((await behind.sendUnprojected({ kind: 'look' })).refused).toBe('unavailable');
    world.projector.storage.projectedRevisions.set('w', MAX_LAG);
    expect((await behind.sendUnprojected({ kind: 'look' })).refused).toBe('unavailable');
  });
});

describe('processes that handle the requests of one workspace in turn', () => {
  /** Events and rows that `processes` processes read and write for the same commands. */
  async function costs(processes: number, size: number): Promise<number> {
    const world = new ToyWorld();
    const rows = counted(world.projector.reader());
    const all = Array.from({ length: processes }, () => world.process({ ports: { readModel: rows.reader } }));
    await all[0]!.sendAndProject(world, A);
    for (const process of all) await process.sendAndProject(world, { kind: 'look' });
    const read = (): number => all.reduce((sum, { log }) => sum + log.eventsRead, rows.read());
    const before = read();
    for (let at = 0; at < 40; at += 1) {
      const sent = await done(world, all[at % processes]!, joined(fresh(size, `m${at}`)));
      expect(sent.result!.revision).toBe((at + 1) * size);
    }
    // No append was lost to another process.
    const written = all.reduce((sum, { log }) => sum + log.appends.reduce((a, b) => a + b, 0), 0);
    expect(written).toBe(40 * size + 1);
    return read() - before + written;
  }

  it.each([20, 100, 500])('read and write at most twice what one does (%i events a request)', async (size) => {
    expect(await costs(10, size)).toBeLessThanOrEqual(2 * (await costs(1, size)));
  });

  it('read only the events between, for small requests', async () => {
    expect((await costs(10, 1)) - (await costs(1, 1))).toBeLessThanOrEqual(40 * 9);
  });
});
