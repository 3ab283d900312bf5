import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { callersStep } from '#kernel/testing';
import { FailuresToldOnce } from './failures-told-once.js';
import { OtlpTracer } from './otlp-tracer.js';
import { samplerOf } from './samplers.js';

const SERVER = { name: 'GET /things', kind: 'server', parent: undefined } as const;
const unsampled = (): string => callersStep().replace(/01$/, '00');

function tracing(sampler: string, ratio = 1) {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor({ exporter })];
  const provider = new TracerProvider({ sampler: samplerOf(sampler, ratio), spanProcessors });
  return { tracer: new OtlpTracer(provider.getTracer('test')), sent: () => exporter.getFinishedSpans() };
}

describe('a step', () => {
  it('of a caller’s trace names its parent, and later steps name it', () => {
    const { tracer, sent } = tracing('parentbased_always_on');
    const request = tracer.begin({ ...SERVER, parent: callersStep() })!;
    tracer.begin({ name: 'decide', kind: 'internal', parent: request.traceparent })!.end('not_found');
    request.end();
    const [decide, root] = sent();
    expect(root).toMatchObject({ parentSpanContext: { spanId: 'd'.repeat(16) }, status: { code: 0 } });
    expect(decide!.parentSpanContext!.spanId).toBe(root!.spanContext().spanId);
    expect(decide).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'not_found' } });
    expect(new Set(sent().map((span) => span.spanContext().traceId))).toEqual(new Set([callersStep().slice(3, 35)]));
  });

  it('of another thread has the times that are given', () => {
    const { tracer, sent } = tracing('parentbased_always_on');
    const at = Date.parse('2030-01-01T00:00:00.000Z');
    tracer.begin({ name: 'project', kind: 'internal', parent: callersStep(), at })!.end(undefined, at + 1.5);
    expect(sent()[0]).toMatchObject({ startTime: [at / 1_000, 0], duration: [0, 1_500_000] });
  });

  it('begins a trace only as a request', () => {
    const { tracer } = tracing('always_on');
    expect(tracer.begin({ ...SERVER, parent: 'malformed' })?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(tracer.begin({ ...SERVER, kind: 'internal' })).toBeUndefined();
  });

  it.each([
    ['parentbased_always_on', undefined, true],
    ['parentbased_always_on', unsampled(), false],
    ['parentbased_always_off', undefined, false],
    ['parentbased_always_off', callersStep(), true],
    ['parentbased_traceidratio', callersStep(), true],
    ['always_on', unsampled(), true],
    ['always_off', callersStep(), false],
    ['traceidratio', callersStep(), false],
  ])('is sampled by %s, of a caller’s %s: %s', (sampler, parent, isSampled) => {
    const { tracer } = tracing(sampler, 0);
    expect(tracer.begin({ ...SERVER, parent }) !== undefined).toBe(isSampled);
  });
});

it('an outage of the collector is told when it begins and when it is over', () => {
  const told: string[] = [];
  const log = { info: (text: string) => void told.push(text), warn: (text: string) => void told.push(text) };
  let isAway = false;
  const exporter = {
    export: (_spans: ReadableSpan[], done: (result: { code: number; error?: Error }) => void) =>
      done(isAway ? { code: 1, error: new Error('ECONNREFUSED') } : { code: 0 }),
    shutdown: async () => undefined,
  };
  const telling = new FailuresToldOnce(exporter, log);
  for (const away of [false, true, true, true, false, false]) {
    isAway = away;
    telling.export([], () => undefined);
  }
  expect(told).toEqual(['Traces cannot be sent, and are lost until they can: ECONNREFUSED', 'Traces are sent again.']);
});
