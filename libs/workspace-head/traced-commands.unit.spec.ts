import { callersStep, RecordingTracer } from '#kernel/testing';
import { settled } from './testing/scheduler.js';
import { type ToyProcess, ToyWorld } from './testing/process.js';
import { StoreBarrier } from './testing/store-barrier.js';

const A = { kind: 'make', list: 'a', name: 'A', limit: 2 } as const;
const B = { kind: 'make', list: 'b', name: 'B', limit: 2 } as const;
const C = { kind: 'make', list: 'c', name: 'C', limit: 2 } as const;

/** The `traceparent` of each event that a process published, in their order. */
function tracesOf(process: ToyProcess): readonly (string | undefined)[] {
  const traces: (string | undefined)[] = [];
  process.heads.subscribe((events) => traces.push(...events.map(({ metadata }) => metadata.traceparent)));
  return traces;
}

describe('a command of a trace', () => {
  it('is a step of it until its events are durable, which name this step; those of others in its append do not', async () => {
    const [world, tracer, barrier] = [new ToyWorld(), new RecordingTracer(), new StoreBarrier()];
    const process = world.process({ pass: barrier.pass, ports: { tracer } });
    const traces = tracesOf(process);
    barrier.close('append');
    process.send(A, { traceparent: callersStep(1) });
    await settled();
    process.send(B);
    process.send(C, { traceparent: callersStep(2) });
    await settled();
    const [a, c] = tracer.spans;
    expect([a!.parent, c!.parent, a!.ended, c!.ended]).toEqual([callersStep(1), callersStep(2), undefined, undefined]);
    await barrier.open('append');
    await settled();
    expect(traces).toEqual([a!.traceparent, undefined, c!.traceparent]);
    expect(tracer.spans.map(({ name, attributes }) => [name, attributes['smartlists.result']])).toEqual([
      ['decide', 'decided'],
      ['decide', 'decided'],
    ]);
    expect(tracer.spans.every(({ ended }) => ended !== undefined && ended.failure === undefined)).toBe(true);
  });

  it('that is refused says why, which is no failure', async () => {
    const [world, tracer] = [new ToyWorld(), new RecordingTracer()];
    const process = world.process({ ports: { tracer } });
    await process.sendAndProject(world, A);
    await process.sendAndProject(
      world,
      { kind: 'make', list: 'z', name: 'A', limit: 2 },
      { traceparent: callersStep() },
    );
    expect(tracer.spans).toMatchObject([{ attributes: { 'smartlists.result': 'resource_conflict' }, ended: {} }]);
    expect(tracer.spans[0]!.ended!.failure).toBeUndefined();
  });

  it('that fails ends its step as failed', async () => {
    const [world, tracer] = [new ToyWorld(), new RecordingTracer()];
    const process = world.process({ ports: { tracer } });
    const decide = () => {
      throw new TypeError('a fault');
    };
    process.sendDecision(decide, { traceparent: callersStep() });
    await settled();
    expect(tracer.spans.map(({ ended }) => ended?.failure)).toEqual(['fault']);
  });

  it('names its caller’s step where no process traces: a command is plain data', async () => {
    const world = new ToyWorld();
    const process = world.process();
    const traces = tracesOf(process);
    await process.sendAndProject(world, A, { traceparent: callersStep() });
    expect(traces).toEqual([callersStep()]);
  });
});
