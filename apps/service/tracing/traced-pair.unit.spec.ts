import type { AppendResult } from '#event-store';
import { type NewEvent, UnavailableError } from '#kernel';
import { callersStep, recorded, RecordingTracer } from '#kernel/testing';
import type { StorePair } from '../store-pair.js';
import { tracedPair } from './traced-pair.js';

function event(traceparent?: string): NewEvent {
  const made = recorded({ type: 'ListMade', data: {} }, 0, { workspaceId: 'w', at: '2030-01-01T00:00:00.000Z' });
  return { ...made, metadata: { ...made.metadata, ...(traceparent !== undefined && { traceparent }) } };
}

function appending(answer: Promise<AppendResult>) {
  const tracer = new RecordingTracer();
  const store = { singleWriter: true, append: () => answer } as unknown as StorePair['store'];
  const traced = tracedPair({ store } as StorePair, tracer);
  return { tracer, append: (...events: NewEvent[]) => traced.store.append('s', events, 'no_stream') };
}

describe('an append', () => {
  const written = Promise.resolve({} as AppendResult);

  it('that several requests share is a step of the trace of each', async () => {
    const { tracer, append } = appending(written);
    await append(event(callersStep(1)), event(callersStep(1)), event(), event(callersStep(2)));
    expect(tracer.spans.map(({ name, parent }) => [name, parent])).toEqual([
      ['append', callersStep(1)],
      ['append', callersStep(2)],
    ]);
    for (const { attributes, ended } of tracer.spans) {
      expect(attributes).toEqual({ 'smartlists.append.events': 4, 'smartlists.append.traces': 2 });
      expect(ended).toEqual({ failure: undefined, at: undefined });
    }
  });

  it('tells of 64 traces at most', async () => {
    const { tracer, append } = appending(written);
    await append(...Array.from({ length: 100 }, (_, n) => event(callersStep(n))));
    expect(tracer.spans).toHaveLength(64);
    expect(tracer.spans[0]!.attributes['smartlists.append.traces']).toBe(100);
  });

  it.each([
    ['refused', new Error('another process was faster')],
    ['unavailable', new UnavailableError('the log is away')],
  ])('that fails ends its step as %s, and rejects as it did', async (failure, error) => {
    const { tracer, append } = appending(Promise.reject(error));
    await expect(append(event(callersStep()))).rejects.toBe(error);
    expect(tracer.spans[0]!.ended?.failure).toBe(failure);
  });
});
