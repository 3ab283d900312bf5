import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind as OtelKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { parseTraceparent, type Span, type SpanKind, type SpanStart, type Tracer } from '#kernel';

const KINDS: Readonly<Record<SpanKind, OtelKind>> = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  consumer: OtelKind.CONSUMER,
  internal: OtelKind.INTERNAL,
};

/** The port over a tracer of OpenTelemetry. Parents are given, never taken from a context of the thread. */
export class OtlpTracer implements Tracer {
  constructor(private readonly tracer: OtelTracer) {}

  begin({ name, kind, parent, attributes, at }: SpanStart): Span | undefined {
    const context = contextOf(parent);
    if (!context && kind !== 'server') return undefined;
    const options = {
      kind: KINDS[kind],
      ...(attributes && { attributes: attributes as Attributes }),
      ...(at !== undefined && { startTime: at }),
    };
    const span = this.tracer.startSpan(name, options, context ?? ROOT_CONTEXT);
    return span.spanContext().traceFlags & TraceFlags.SAMPLED ? new OtlpSpan(span) : undefined;
  }
}

function contextOf(parent: string | undefined): Context | undefined {
  const parsed = parseTraceparent(parent);
  if (!parsed) return undefined;
  const { traceId, spanId, flags } = parsed;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: flags & TraceFlags.SAMPLED,
    isRemote: true,
  });
}

class OtlpSpan implements Span {
  readonly traceparent: string;

  constructor(private readonly span: OtelSpan) {
    const { traceId, spanId } = span.spanContext();
    this.traceparent = `00-${traceId}-${spanId}-01`;
  }

  set(attributes: Attributes): void {
    this.span.setAttributes(attributes);
  }

  end(failure?: string, at?: number): void {
    if (failure !== undefined) {
      this.span.setAttribute('error.type', failure);
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.span.end(at);
  }
}
