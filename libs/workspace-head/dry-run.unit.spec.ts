import { type Decide, DomainError, keyText, type WriteRule } from '#kernel';
import { StoreBarrier } from './testing/store-barrier.js';
import { settled } from './testing/scheduler.js';
import { ToyWorld, WORKSPACE } from './testing/process.js';
import { LISTS } from './testing/toy.js';

const make = (list: string, limit = 9) => ({ kind: 'make', list, name: list, limit }) as const;
const rename = (list: string, name: string): Decide => {
  return (view) => ({
    events: [{ type: 'ListRenamed', data: { list_id: list, name } }],
    answer: (after) => ({
      status: 200,
      body: { before: nameOf(view, list), after: nameOf(after, list), revision: after.revision },
    }),
  });
};
const nameOf = (view: Parameters<Decide>[0], list: string): string =>
  view.resident(LISTS).get(keyText([WORKSPACE, list]))!.name;

describe('a dry run', () => {
  it('is answered on the state after its events, and appends none of them', async () => {
    const world = new ToyWorld();
    const process = world.process();
    await process.sendAndProject(world, make('a'));
    const sent = process.sendDecision(rename('a', 'B'), { dryRun: true });
    await settled();
    // The decision's view is the head itself, so by then it shows the events too.
    expect(sent.result).toMatchObject({ revision: 0, replayed: false, answer: { body: { after: 'B', revision: 1 } } });
    expect(world.happened()).toEqual(['ListMade']);
    expect(process.retained()).toBe(0);
    const next = await process.sendAndProject(world, { kind: 'rename', list: 'a', name: 'C' });
    expect(next.result).toMatchObject({ revision: 1 });
  });

  it('leaves no row behind for commands that are decided after it, in the same append or later', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    const process = world.process({ pass: barrier.pass });
    await process.sendAndProject(world, make('a', 2));
    barrier.close('append');
    const sent = [
      process.send({ kind: 'join', list: 'a', contacts: ['1'] }),
      process.send({ kind: 'join', list: 'a', contacts: ['2'] }, { dryRun: true }),
      // There is room for it only without the one that was tried.
      process.send({ kind: 'join', list: 'a', contacts: ['3'] }),
    ];
    await settled();
    await barrier.open('append');
    await world.projector.catchUp();
    await settled();
    expect(sent.map(({ refused, result }) => refused ?? result?.revision)).toEqual([1, 1, 2]);
    expect(world.happened()).toEqual(['ListMade', 'MemberJoined', 'MemberJoined']);
    const last = await process.sendAndProject(world, { kind: 'join', list: 'a', contacts: ['2'] });
    expect(last.refused).toBe('resource_conflict');
  });

  it('does not wait for rows that lag: no read could miss what it has not written', async () => {
    const world = new ToyWorld();
    const process = world.process();
    await process.sendUnprojected(make('a'));
    const sent = process.sendDecision(rename('a', 'B'), { dryRun: true });
    await settled();
    expect(sent.result).toMatchObject({ visible: true, answer: { body: { after: 'B' } } });
  });

  it('is refused like the command itself: by its key, the rule of every write, and its decision', async () => {
    const world = new ToyWorld();
    const none: WriteRule = () => () => {
      throw new DomainError('quota_exceeded', 'full');
    };
    const [process, ruled] = [world.process(), world.process({ ports: { rule: none } })];
    const refusing = (): never => {
      throw new DomainError('unauthorized', 'revoked');
    };
    const refused = async (sent: ReturnType<typeof process.send>) => {
      await settled();
      return sent.refused;
    };
    expect(await refused(process.send(make('a'), { dryRun: true, authorize: refusing }))).toBe('unauthorized');
    expect(await refused(ruled.send(make('a'), { dryRun: true }))).toBe('quota_exceeded');
    expect(await refused(process.send({ kind: 'drop', list: 'a' }, { dryRun: true }))).toBe('not_found');
    expect(world.happened()).toEqual([]);
  });

  it('neither looks an Idempotency-Key up nor records it', async () => {
    const world = new ToyWorld();
    const process = world.process();
    await process.sendAndProject(world, make('a'), { key: 'used', fingerprint: 'other' });
    for (const key of ['used', 'new']) {
      const tried = await process.sendAndProject(world, make('b'), { key, dryRun: true });
      expect(tried.result).toMatchObject({ replayed: false, answer: { status: 200 } });
    }
    const made = await process.sendAndProject(world, make('b'), { key: 'new' });
    expect(made.result).toMatchObject({ replayed: false });
    expect(world.happened()).toEqual(['ListMade', 'ListMade']);
  });
});
