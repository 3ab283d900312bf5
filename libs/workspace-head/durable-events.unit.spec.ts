import { StoreBarrier } from './testing/store-barrier.js';
import { type ToyProcess, ToyWorld } from './testing/process.js';
import { settled } from './testing/scheduler.js';

const A = { kind: 'make', list: 'a', name: 'A', limit: 2 } as const;

/** The types of the events that a process published, in their order. */
function heardBy(process: ToyProcess): readonly string[] {
  const heard: string[] = [];
  process.heads.subscribe((events) => heard.push(...events.map(({ type }) => type)));
  return heard;
}

describe('durable events', () => {
  it('are reported when their append is durable, before the rows have them and their command is answered', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    const process = world.process({ pass: barrier.pass });
    const heard = heardBy(process);
    barrier.close('append');
    const sent = process.send(A);
    await settled();
    expect(heard).toEqual([]);
    await barrier.open('append');
    await settled();
    expect([heard, sent.result]).toEqual([['ListMade'], undefined]);
  });

  it('of another process are reported when a head is loaded and when it reads that it was overtaken', async () => {
    const world = new ToyWorld();
    const [first, second] = [world.process(), world.process()];
    const heard = heardBy(second);
    await first.sendUnprojected(A);
    await second.sendUnprojected({ kind: 'look' });
    expect(heard).toEqual(['ListMade']);
    await first.sendUnprojected({ kind: 'rename', list: 'a', name: 'Z' });
    await second.sendUnprojected({ kind: 'rename', list: 'a', name: 'Y' });
    expect(heard).toEqual(['ListMade', 'ListRenamed', 'ListRenamed']);
  });
});
