import { LARGE_COMMAND_BYTES } from './bounds.js';
import { StoreBarrier } from './testing/store-barrier.js';
import { type SentCommand, type ToyProcess, ToyWorld } from './testing/process.js';
import { settled } from './testing/scheduler.js';
import { decideToy } from './testing/toy-commands.js';

const OTHER = 'other';

/** A process whose appends are held; workspaces `w` and `other` have a list. */
async function heldProcess() {
  const barrier = new StoreBarrier();
  const world = new ToyWorld();
  const process = world.process({ pass: barrier.pass });
  for (const workspaceId of ['w', OTHER]) {
    await process.sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 100 }, { workspaceId });
  }
  barrier.close('append');
  const happened = (workspaceId = 'w') => world.happened(workspaceId).length - 1;
  return { barrier, world, process, happened };
}

function join(process: ToyProcess, contact: string, bytes: number, workspaceId = 'w'): SentCommand {
  return process.send({ kind: 'join', list: 'a', contacts: [contact] }, { bytes, workspaceId });
}

describe('commands with large bodies', () => {
  it('are decided one at a time: the next one when the last one is durable', async () => {
    const { barrier, process, happened } = await heldProcess();
    for (const contact of ['1', '2', '3']) join(process, contact, LARGE_COMMAND_BYTES);
    await settled();
    for (const written of [1, 2, 3]) {
      expect(barrier.held).toEqual(['append']);
      await barrier.open('append', { once: true });
      expect(happened()).toBe(written);
    }
    expect(process.log.appends.slice(2)).toEqual([1, 1, 1]);
  });

  it('are passed by small ones, of the same workspace too', async () => {
    const { barrier, process, happened } = await heldProcess();
    const large = ['1', '2', '3'].map((contact) => join(process, contact, LARGE_COMMAND_BYTES));
    const small = join(process, 'small', LARGE_COMMAND_BYTES - 1);
    const neighbour = join(process, '1', 0, OTHER);
    await settled();
    // The append of the large command, and that of the neighbour.
    expect(barrier.held).toEqual(['append', 'append']);
    await barrier.open('append', { once: true });
    await barrier.open('append', { once: true });
    process.timers.advance(2_000);
    await settled();
    expect([happened(), happened(OTHER)]).toEqual([2, 1]);
    const answered = [...large, small, neighbour].map(({ result }) => result !== undefined);
    expect(answered).toEqual([true, false, false, true, true]);
  });

  it('do not wait where their sender paces itself', async () => {
    const { barrier, process, happened } = await heldProcess();
    const joins = ['1', '2'].map((contact) => decideToy({ kind: 'join', list: 'a', contacts: [contact] }));
    for (const decide of joins) process.sendDecision(decide, { bytes: LARGE_COMMAND_BYTES, isPaced: true });
    await settled();
    await barrier.open('append', { once: true });
    await barrier.open('append', { once: true });
    expect(happened()).toBe(2);
    expect(process.log.appends.slice(2)).toEqual([1, 1]);
  });

  it('take turns by workspace', async () => {
    const { barrier, process, happened } = await heldProcess();
    for (const contact of ['1', '2', '3']) join(process, contact, LARGE_COMMAND_BYTES);
    join(process, '1', LARGE_COMMAND_BYTES, OTHER);
    await settled();
    await barrier.open('append', { once: true });
    await barrier.open('append', { once: true });
    expect([happened(), happened(OTHER)]).toEqual([1, 1]);
  });

  it('are refused where their turn does not come in time, and are never written then', async () => {
    const { barrier, process, happened } = await heldProcess();
    const [first, second] = ['1', '2'].map((contact) => join(process, contact, LARGE_COMMAND_BYTES));
    await settled();
    process.timers.advance(10_000);
    await settled();
    expect([first!.refused, second!.refused]).toEqual(['unavailable', 'unavailable']);
    await barrier.open('append');
    expect(happened()).toBe(1);
    expect(process.waitingBytes()).toBe(0);
    const third = join(process, '3', LARGE_COMMAND_BYTES);
    await settled();
    process.timers.advance(2_000);
    await settled();
    expect(third.result).toBeDefined();
  });

  it('count while they wait for their turn', async () => {
    const { barrier, process } = await heldProcess();
    for (const contact of ['1', '2']) join(process, contact, 1_000_000);
    await settled();
    expect(process.waitingBytes()).toBeGreaterThan(2 * 4 * 1_000_000);
    await barrier.open('append');
    process.timers.advance(2_000);
    await settled();
    expect(process.waitingBytes()).toBe(0);
  });
});
