import { DomainError } from '#kernel';
import { StoreBarrier } from './testing/store-barrier.js';
import { type ToyProcess, ToyWorld, WORKSPACE } from './testing/process.js';
import { settled } from './testing/scheduler.js';
import type { WorkspaceCommand } from './command-decider.js';
import { decideToy } from './testing/toy-commands.js';

const command = (decide: WorkspaceCommand['decide']): WorkspaceCommand => ({
  workspaceId: WORKSPACE,
  actor: { kind: 'system', id: 'test' },
  correlationId: 'c',
  causationId: null,
  decide,
});

const make = (list: string): WorkspaceCommand => command(decideToy({ kind: 'make', list, name: list, limit: 10 }));

const refused = command(() => {
  throw new DomainError('resource_conflict', 'No.');
});

/** Begins a command, and tells the stages that it has passed. */
function begin(process: ToyProcess, sent: WorkspaceCommand): string[] {
  const told: string[] = [];
  const { predicted, durable, shown } = process.heads.begin(sent);
  void predicted.then((answer) => told.push(answer ? 'predicted' : 'not predicted'));
  for (const [stage, promise] of [
    ['durable', durable],
    ['shown', shown],
  ] as const) {
    promise.then(
      () => told.push(stage),
      () => told.push(`not ${stage}`),
    );
  }
  return told;
}

describe('the stages of a command', () => {
  it('are its decision, its append and its rows', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    const process = world.process({ pass: barrier.pass });
    barrier.close('append');
    const told = begin(process, make('a'));
    await settled();
    expect(told).toEqual(['predicted']);
    await barrier.open('append');
    await settled();
    expect(told).toEqual(['predicted', 'durable']);
    await world.projector.catchUp();
    await settled();
    expect(told).toEqual(['predicted', 'durable', 'shown']);
  });

  it('let a command follow from one that is not durable', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    const process = world.process({ pass: barrier.pass });
    barrier.close('append');
    const first = process.heads.begin(make('a'));
    await first.predicted;
    const second = process.heads.begin(command(decideToy({ kind: 'join', list: 'a', contacts: ['1'] })));
    expect(await second.predicted).toBeDefined();
    await barrier.open('append');
    await Promise.all([first.durable, second.durable]);
    expect(process.log.appends).toEqual([1, 1]);
  });

  it('end with a refusal, which nobody has to await', async () => {
    const process = new ToyWorld().process({ singleWriter: true });
    process.heads.begin(refused);
    await settled();
    expect(begin(process, refused)).toEqual([]);
    await settled();
    await expect(process.heads.begin(refused).durable).rejects.toThrow('No.');
    const told = begin(process, refused);
    await settled();
    expect(told).toEqual(['not predicted', 'not durable', 'not shown']);
  });

  it('end with a failure before the decision', async () => {
    const process = new ToyWorld().process({ ports: { heldAt: () => 7 } });
    const told = begin(process, make('a'));
    await settled();
    expect([...told].sort()).toEqual(['not durable', 'not predicted', 'not shown']);
  });

  it('are counted by the only writer of a log', async () => {
    const world = new ToyWorld();
    const only = world.process({ singleWriter: true });
    only.heads.begin(refused);
    await only.heads.begin(make('a')).durable;
    expect(only.heads.commandsBegun).toBe(2);
    expect(world.process().heads.commandsBegun).toBeUndefined();
  });
});
