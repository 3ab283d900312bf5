import { diag, DiagLogLevel } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Tracer } from '#kernel';
import { FailuresToldOnce, type TracingLog } from './failures-told-once.js';
import { OtlpTracer } from './otlp-tracer.js';
import { samplerOf } from './samplers.js';

/** The name that the scope of all spans has, and the service where OTEL_SERVICE_NAME gives it none. */
const NAME = 'smart-lists';
/** Spans that wait to be sent; further ones are dropped, so that a collector that hangs takes 4 MB at most. */
const QUEUED_SPANS = 2_048;
/** Milliseconds that the end of the service waits for the last spans: a collector that hangs must not hold it up. */
const FLUSH_MS = 1_000;

export interface OtlpOptions {
  readonly protocol: 'http/protobuf' | 'http/json';
  /** A name of OTEL_TRACES_SAMPLER: `parentbased_` or nothing, then `always_on`, `always_off` or `traceidratio`. */
  readonly sampler: string;
  /** Of `traceidratio`, from 0 to 1. */
  readonly ratio: number;
  /** Milliseconds between two batches. */
  readonly delayMs: number;
  /** The version of the service. */
  readonly version: string;
  readonly log: TracingLog;
}

export interface OtlpTracing {
  readonly tracer: Tracer;
  /** Sends what is queued, for a second at most. Never throws. */
  close(): Promise<void>;
}

/**
 * Sends traces by OTLP over HTTP (docs/adr/0048-a-trace-goes-through-the-log.md). Where to, and how, stands in
 * OTEL_EXPORTER_OTLP_* and OTEL_RESOURCE_ATTRIBUTES, which OpenTelemetry reads from the environment of the process.
 */
export function openOtlpTracing({ protocol, sampler, ratio, delayMs, version, log }: OtlpOptions): OtlpTracing {
  const Exporter = protocol === 'http/json' ? JsonExporter : ProtobufExporter;
  const exporter = new FailuresToldOnce(
    tellingMistakes(log, () => new Exporter()),
    log,
  );
  const provider = new TracerProvider({
    resource: resourceOf(version),
    sampler: samplerOf(sampler, ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: delayMs, maxQueueSize: QUEUED_SPANS })],
  });
  return {
    tracer: new OtlpTracer(provider.getTracer(NAME, version)),
    close: async () => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, FLUSH_MS)));
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

/** Mistakes in variables of OpenTelemetry are told while they are read; its messages on every lost batch are not. */
function tellingMistakes<Made>(log: TracingLog, make: () => Made): Made {
  const silent = (): void => undefined;
  const warn = (sentence: string): void => log.warn(sentence);
  const logger = { error: warn, warn, info: silent, debug: silent, verbose: silent };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  try {
    return make();
  } finally {
    diag.disable();
  }
}

/** Nothing of the host or the command line: an operator who wants them in traces sets OTEL_RESOURCE_ATTRIBUTES. */
function resourceOf(version: string): Resource {
  const own = resourceFromAttributes({ 'service.name': NAME, 'service.version': version });
  const detected = detectResources({ detectors: [serviceInstanceIdDetector, envDetector] });
  return defaultResource().merge(own).merge(detected);
}
