import { type Consequences, DomainError, type WriteRule } from '#kernel';
import { ToyWorld } from './testing/process.js';
import { settled } from './testing/scheduler.js';
import { COUNTS, LISTS, type ToyEvent } from './testing/toy.js';

const make = (list: string) => ({ kind: 'make', list, name: list, limit: 9 }) as const;
const join = (list: string, ...contacts: readonly string[]) => ({ kind: 'join', list, contacts }) as const;
const leave = (list: string, ...contacts: readonly string[]) => ({ kind: 'leave', list, contacts }) as const;

/** A list whose last member leaves is dropped. */
const dropEmpty: Consequences = (view, events) => {
  const left = (events as readonly ToyEvent[]).flatMap(({ type, data }) =>
    type === 'MembersLeft' ? [data.list_id] : [],
  );
  return () => {
    const counts = view.rows(
      COUNTS,
      left.map((list) => [view.workspaceId, list]),
    );
    const empty = left.filter((_list, at) => counts[at]?.members === 0);
    return empty.map((list_id) => ({ type: 'ListDropped', data: { list_id } }));
  };
};
const consequent = { ports: { consequences: dropEmpty } };

describe('what follows from every write', () => {
  it('stands behind its events, in their append, and is judged by the state after them', async () => {
    const world = new ToyWorld();
    const process = world.process(consequent);
    await process.sendAndProject(world, make('a'));
    await process.sendAndProject(world, join('a', '1', '2'));
    await process.sendAndProject(world, leave('a', '1'));
    const appends = process.log.appends.length;
    const last = await process.sendAndProject(world, leave('a', '2'), { key: 'k' });
    expect(world.happened()).toEqual([
      ...['ListMade', 'MemberJoined', 'MemberJoined', 'MembersLeft'],
      ...['MembersLeft', 'ListDropped'],
    ]);
    expect(process.log.appends.slice(appends)).toEqual([2]);
    expect(last.result).toMatchObject({ revision: 5, replayed: false });
    // The record of the key is on the last event, so the whole write is known by it.
    const again = await process.sendAndProject(world, leave('a', '2'), { key: 'k' });
    expect(again.result).toMatchObject({ replayed: true, answer: last.result!.answer });
    expect(world.happened()).toHaveLength(6);
  });

  it('is taken back with a dry run, and with a write that breaks a rule', async () => {
    const keepsLists: WriteRule = (view) => {
      const before = view.resident(LISTS).size;
      return () => {
        if (view.resident(LISTS).size < before) throw new DomainError('quota_exceeded', 'A list is gone.');
      };
    };
    const world = new ToyWorld();
    const process = world.process({ ports: { consequences: dropEmpty, rule: keepsLists } });
    await process.sendAndProject(world, make('a'));
    await process.sendAndProject(world, join('a', '1'));
    const other = world.process({ name: 'q', ...consequent });
    expect((await other.sendAndProject(world, leave('a', '1'), { dryRun: true })).result).toMatchObject({
      revision: 1,
    });
    expect((await process.sendAndProject(world, leave('a', '1'))).refused).toBe('quota_exceeded');
    expect(world.happened()).toEqual(['ListMade', 'MemberJoined']);
  });

  it('follows once where two processes write at the same time', async () => {
    const world = new ToyWorld();
    const [first, second] = [world.process(consequent), world.process({ name: 'q', ...consequent })];
    await first.sendAndProject(world, make('a'));
    await first.sendAndProject(world, join('a', '1', '2'));
    const sent = [first.send(leave('a', '1')), second.send(leave('a', '2'))];
    await settled();
    await world.projector.catchUp();
    await settled();
    expect(sent.map(({ refused }) => refused)).toEqual([undefined, undefined]);
    expect(world.happened().slice(3)).toEqual(['MembersLeft', 'MembersLeft', 'ListDropped']);
  });
});
