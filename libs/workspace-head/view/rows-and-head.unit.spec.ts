import { settled } from '../testing/scheduler.js';
import { type ToyProcess, ToyWorld } from '../testing/process.js';
import { LISTS, MEMBERS } from '../testing/toy.js';

/** Toy answers are read as plain data. */
type Body = Record<string, unknown>;

async function looked(process: ToyProcess): Promise<Body[]> {
  const { result } = await process.sendUnprojected({ kind: 'look' });
  return (result!.answer.body as unknown as { lists: Body[] }).lists;
}

/** A list "a" of five members and an empty list "b", all of them in the rows. */
async function aWorld(): Promise<{ world: ToyWorld; first: ToyProcess }> {
  const world = new ToyWorld();
  const first = world.process();
  await first.sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 10 });
  await first.sendAndProject(world, { kind: 'make', list: 'b', name: 'B', limit: 10 });
  await first.sendAndProject(world, { kind: 'join', list: 'a', contacts: ['1', '2', '3', '4', '5'] });
  return { world, first };
}

describe('rows + head', () => {
  it('shows what the rows do not have yet', async () => {
    const { world, first } = await aWorld();
    first.send({ kind: 'join', list: 'a', contacts: ['6'] });
    first.send({ kind: 'leave', list: 'a', contacts: ['1', '3'] });
    await settled();
    expect(await looked(first)).toEqual([
      { list: 'a', name: 'A', members: ['2', '4', '5', '6'], count: 4 },
      { list: 'b', name: 'B', members: [], count: 0 },
    ]);
    await world.projector.catchUp();
    expect(await looked(first)).toMatchObject([{ members: ['2', '4', '5', '6'], count: 4 }, { members: [] }]);
  });

  it.each([1, 2, 3, 4])('counts nothing twice when rows are %i events ahead of R', async (ahead) => {
    const { world, first } = await aWorld();
    first.send({ kind: 'join', list: 'a', contacts: ['6'] });
    first.send({ kind: 'leave', list: 'a', contacts: ['2'] });
    first.send({ kind: 'join', list: 'b', contacts: ['1', '2'] });
    await settled();
    await world.projector.writeAhead(ahead);
    const expected = [
      { list: 'a', name: 'A', members: ['1', '3', '4', '5', '6'], count: 5 },
      { list: 'b', name: 'B', members: ['1', '2'], count: 2 },
    ];
    expect(await looked(first)).toEqual(expected);
    expect(await looked(world.process())).toEqual(expected);
  });

  it('ends at the last row of a full page with removed members, and continues after it', async () => {
    const { first } = await aWorld();
    first.send({ kind: 'leave', list: 'a', contacts: ['1', '2', '3'] });
    first.send({ kind: 'join', list: 'a', contacts: ['2', '6'] });
    await settled();
    const pages: unknown[] = [];
    first.sendDecision((view) => {
      const prefix = [view.workspaceId, 'a', 1];
      const one = view.scan(MEMBERS, 'by_list', prefix, { limit: 3 });
      const two = view.scan(MEMBERS, 'by_list', prefix, { after: one.next!, limit: 3 });
      const three = view.scan(MEMBERS, 'by_list', prefix, { after: two.next!, limit: 3 });
      pages.push(...[one, two, three].map(({ rows }) => rows.map(({ contact_id }) => contact_id)), three.next);
      return { events: [], answer: () => ({ status: 200, body: {} }) };
    });
    await settled();
    // The index first returned 1, 2 and 3, then 4 and 5; 2 and 6 came behind them.
    expect(pages).toEqual([[], ['4', '5', '2'], ['6'], undefined]);
  });

  it('finds members by another index, before and after the rows have them', async () => {
    const { world, first } = await aWorld();
    first.send({ kind: 'join', list: 'b', contacts: ['1'] });
    await settled();
    const sent = first.send({ kind: 'vanish', contact: '1' });
    const again = first.send({ kind: 'vanish', contact: '1' });
    await settled();
    await world.projector.catchUp();
    await settled();
    expect(sent.result!.answer.body).toEqual({ from: ['a', 'b'] });
    expect(again.result!.answer.body).toEqual({ from: [] });
  });

  it('loads resident rows that are ahead of the projected revision', async () => {
    const { world, first } = await aWorld();
    first.send({ kind: 'rename', list: 'a', name: 'A2' });
    first.send({ kind: 'drop', list: 'b' });
    await settled();
    first.send({ kind: 'make', list: 'c', name: 'B', limit: 1 });
    await settled();
    await world.projector.writeAhead(3);
    expect((await looked(world.process())).map(({ list, name }) => [list, name])).toEqual([
      ['a', 'A2'],
      ['c', 'B'],
    ]);
  });

  it('loads resident rows of which one ahead of the projected revision is not live any more', async () => {
    const { world, first } = await aWorld();
    // The renaming must not be folded into an empty row: the toy refuses that, as a slice may.
    first.send({ kind: 'rename', list: 'b', name: 'B2' });
    first.send({ kind: 'rename', list: 'b', name: 'B3' });
    first.send({ kind: 'drop', list: 'b' });
    await settled();
    await world.projector.writeAhead(3);
    expect((await looked(world.process())).map(({ list }) => list)).toEqual(['a']);
  });

  it('reports a resident row that is not live any more, before the rows show it', async () => {
    const { first } = await aWorld();
    first.send({ kind: 'drop', list: 'b' });
    await settled();
    const seen: unknown[] = [];
    first.sendDecision((view) => {
      const [row] = view.rows(LISTS, [[view.workspaceId, 'b']]);
      seen.push(row?.live, view.resident(LISTS).has(`${view.workspaceId}|b`));
      return { events: [], answer: () => ({ status: 200, body: {} }) };
    });
    await settled();
    expect(seen).toEqual([0, false]);
  });

  it('refuses to scan a collection without declared touches, instead of showing stale rows', async () => {
    const { first } = await aWorld();
    const sent = first.sendDecision((view) => {
      view.scan(LISTS, 'live', [view.workspaceId, 1], { limit: 1 });
      return { events: [], answer: () => ({ status: 200, body: {} }) };
    });
    await settled();
    expect(sent.refused).toContain('declares no touches');
  });

  it('asks for all rows, and for all scans, in one interruption each', async () => {
    const { world } = await aWorld();
    const second = world.process();
    let rounds = 0;
    second.sendDecision((view) => {
      rounds += 1;
      view.rows(LISTS, [
        [view.workspaceId, 'a'],
        [view.workspaceId, 'gone'],
        [view.workspaceId, 'never'],
      ]);
      return { events: [], answer: () => ({ status: 200, body: {} }) };
    });
    await settled();
    expect(rounds).toBe(2);
  });

  it('releases events once the rows have them, also for a workspace without further commands', async () => {
    const { world, first } = await aWorld();
    expect(first.retained()).toBe(0);
    const sent = first.send({ kind: 'join', list: 'b', contacts: ['1', '2', '3'] });
    await settled();
    expect(first.retained()).toBe(3);
    await world.projector.catchUp();
    await settled();
    expect(sent.result!.visible).toBe(true);
    expect(first.retained()).toBe(0);
  });
});
