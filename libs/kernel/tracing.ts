/** Attributes of a span: OpenTelemetry's names where it has one, else `smartlists.…`. Never personal data. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** What a span is, as OpenTelemetry has it: a request that is answered, one that is sent, or work in between. */
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

/** A step that begins. */
export interface SpanStart {
  /** One of a few names: never an id, a path that was sent, or a text of a client. */
  readonly name: string;
  readonly kind: SpanKind;
  /**
   * The `traceparent` of the step that caused this one. Only a step of the kind `server` begins a trace without it, or
   * where it is malformed.
   */
  readonly parent: string | undefined;
  readonly attributes?: SpanAttributes;
  /** Milliseconds since 1970; undefined: now. */
  readonly at?: number | undefined;
}

/** A step of a trace that is under way. */
export interface Span {
  /** How later steps name this one as their parent: a `traceparent` of W3C Trace Context, 55 characters. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /**
   * Ends it, once.
   * @param failure why it failed, one of a few words; undefined: it did not
   * @param at milliseconds since 1970; undefined: now
   */
  end(failure?: string, at?: number): void;
}

/**
 * Traces the way of a request through the service (docs/adr/0048-a-trace-goes-through-the-log.md). It is optional
 * everywhere: a service without traces has none, and `tracer?.begin(…)` makes no object then.
 */
export interface Tracer {
  /** @returns undefined: there is no parent, or the trace is not sampled. Nothing of the step is recorded then */
  begin(start: SpanStart): Span | undefined;
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
/** Of a later version of the format: what version 00 has, and perhaps more behind a further hyphen. */
const LATER = /^(?!ff|00)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

/**
 * Reads a `traceparent` (W3C Trace Context, 3.2). Of a later version the part that version 00 defines is taken, and
 * written as version 00.
 * @returns undefined: it is malformed, or there is none
 */
export function parseTraceparent(
  text: unknown,
): { readonly traceId: string; readonly spanId: string; readonly flags: number } | undefined {
  if (typeof text !== 'string') return undefined;
  if (!TRACEPARENT.test(text) && !LATER.test(text)) return undefined;
  return { traceId: text.slice(3, 35), spanId: text.slice(36, 52), flags: parseInt(text.slice(53, 55), 16) };
}
