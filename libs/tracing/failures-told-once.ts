import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

/** `ExportResultCode.SUCCESS` of @opentelemetry/core, which is no dependency for one number. */
const SUCCESS = 0;

type Done = Parameters<SpanExporter['export']>[1];

/** Gets sentences for the operator. */
export interface TracingLog {
  info(sentence: string): void;
  warn(sentence: string): void;
}

/**
 * Tells of an outage of the collector once, when it begins, and once when it is over: a line for each lost batch would
 * fill the log.
 */
export class FailuresToldOnce implements SpanExporter {
  private isFailing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly log: TracingLog,
  ) {}

  export(spans: ReadableSpan[], done: Done): void {
    this.exporter.export(spans, (result) => {
      this.note((result.code as number) === SUCCESS ? undefined : (result.error?.message ?? 'no reason was given'));
      done(result);
    });
  }

  async shutdown(): Promise<void> {
    await this.exporter.shutdown();
  }

  private note(failure: string | undefined): void {
    if (this.isFailing === (failure !== undefined)) return;
    this.isFailing = !this.isFailing;
    if (failure === undefined) this.log.info('Traces are sent again.');
    else this.log.warn(`Traces cannot be sent, and are lost until they can: ${failure.slice(0, 300)}`);
  }
}
