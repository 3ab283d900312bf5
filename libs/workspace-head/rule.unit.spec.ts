import { DomainError, type WriteRule } from '#kernel';
import { ToyWorld } from './testing/process.js';
import { settled } from './testing/scheduler.js';
import { LISTS } from './testing/toy.js';

const make = (list: string) => ({ kind: 'make', list, name: list, limit: 9 }) as const;
const drop = (list: string) => ({ kind: 'drop', list }) as const;

/** At most two lists. */
const atMostTwo: WriteRule = (view) => {
  const before = view.resident(LISTS).size;
  return () => {
    const after = view.resident(LISTS).size;
    if (after > before && after > 2) throw new DomainError('quota_exceeded', `${before} are in use.`);
  };
};
const ruled = { ports: { rule: atMostTwo } };

describe('a rule of every write', () => {
  it('refuses commands that break it, without any effect', async () => {
    const world = new ToyWorld();
    const process = world.process(ruled);
    await process.sendAndProject(world, make('a'));
    await process.sendAndProject(world, make('b'));
    expect((await process.sendAndProject(world, make('c'))).refused).toBe('quota_exceeded');
    expect((await process.sendAndProject(world, drop('a'))).result).toBeDefined();
    expect((await process.sendAndProject(world, make('c'))).result).toBeDefined();
    expect(world.happened()).toEqual(['ListMade', 'ListMade', 'ListDropped', 'ListMade']);
  });

  it('includes events that are decided and not yet written, by this process and by another one', async () => {
    const world = new ToyWorld();
    const [first, second] = [world.process({ name: 'p', ...ruled }), world.process({ name: 'q', ...ruled })];
    const sent = ['a', 'b', 'c', 'd', 'e'].map((list, n) => (n % 2 === 0 ? first : second).send(make(list)));
    await settled();
    await world.projector.catchUp();
    await settled();
    expect(sent.filter(({ refused }) => refused === 'quota_exceeded')).toHaveLength(3);
    expect(world.happened()).toEqual(['ListMade', 'ListMade']);
  });

  it('neither prevents a replay nor records a refusal', async () => {
    const world = new ToyWorld();
    const process = world.process(ruled);
    const first = await process.sendAndProject(world, make('a'), { key: 'k' });
    await process.sendAndProject(world, make('b'));
    expect((await process.sendAndProject(world, make('c'), { key: 'l' })).refused).toBe('quota_exceeded');
    const again = await process.sendAndProject(world, make('a'), { key: 'k' });
    expect(again.result).toMatchObject({ replayed: true, answer: first.result!.answer });
    await process.sendAndProject(world, drop('b'));
    expect((await process.sendAndProject(world, make('c'), { key: 'l' })).result).toMatchObject({ replayed: false });
  });
});

it('a command of a key is decided only if a key check is configured and allows it', async () => {
  const world = new ToyWorld();
  const refusing = (): never => {
    throw new DomainError('unauthorized', 'revoked');
  };
  const [judging, unjudged] = [world.process(), world.process({ ports: { authorize: undefined } })];
  expect((await judging.sendAndProject(world, make('a'), { authorize: refusing })).refused).toBe('unauthorized');
  expect((await unjudged.sendAndProject(world, make('a'), { authorize: refusing })).refused).toContain('judges');
  expect(world.happened()).toEqual([]);
  expect((await judging.sendAndProject(world, make('a'), { authorize: () => undefined })).result).toBeDefined();
  expect(world.happened()).toEqual(['ListMade']);
});
