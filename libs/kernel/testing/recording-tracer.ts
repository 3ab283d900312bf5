import { parseTraceparent, type Span, type SpanAttributes, type SpanStart, type Tracer } from '../tracing.js';

/** A step as {@link RecordingTracer} recorded it. */
export interface RecordedSpan extends SpanStart {
  readonly traceparent: string;
  attributes: SpanAttributes;
  /** Undefined: it has not ended. */
  ended?: { readonly failure: string | undefined; readonly at: number | undefined };
}

/** A tracer that keeps its steps, in the order in which they began. It samples everything. */
export class RecordingTracer implements Tracer {
  readonly spans: RecordedSpan[] = [];

  begin(start: SpanStart): Span | undefined {
    const parent = parseTraceparent(start.parent);
    if (!parent && start.kind !== 'server') return undefined;
    const number = String(this.spans.length + 1);
    const traceId = parent?.traceId ?? number.padStart(32, 'a');
    const span: RecordedSpan = {
      ...start,
      traceparent: `00-${traceId}-${number.padStart(16, '0')}-01`,
      attributes: start.attributes ?? {},
    };
    this.spans.push(span);
    return {
      traceparent: span.traceparent,
      set: (attributes) => void (span.attributes = { ...span.attributes, ...attributes }),
      end: (failure, at) => void (span.ended = { failure, at }),
    };
  }
}

/** The `traceparent` of a step of a caller. */
export function callersStep(number = 1): string {
  return `00-${String(number).padStart(32, 'c')}-${'d'.repeat(16)}-01`;
}
