import { type EventStore, WrongExpectedRevisionError } from '#event-store';
import { confirmGeneration, type Generations } from '#read-model';
import type { DurableEventsListener } from '../command-decider.js';
import type { Head } from '../head/head.js';
import type { Batch } from './batch.js';
import type { StoreWatch } from './store-watch.js';

export interface BatchWriterPorts {
  readonly store: Pick<EventStore, 'append' | 'read' | 'singleWriter'>;
  /** Undefined where rows are never replaced by another generation. */
  readonly generations: Generations | undefined;
  readonly onDurable?: DurableEventsListener;
}

/** Writes the batches of one workspace to the log. Batches without events are proven at the log's end. */
export class BatchWriter {
  /**
   * An append failed and may have been written: the next batch without events is proven by a read, also by the only
   * writer.
   */
  private isInDoubt = false;

  constructor(
    private readonly head: Head,
    private readonly ports: BatchWriterPorts,
    private readonly watch: StoreWatch,
  ) {}

  /**
   * Whether a batch needs neither append nor proof: it was decided on durable state by the only writer, on rows that
   * are never replaced.
   */
  isProven({ events }: Batch): boolean {
    const { store, generations } = this.ports;
    return events.length === 0 && store.singleWriter && !generations && !this.isInDoubt;
  }

  /**
   * Appends the batch's events, or proves that no event was written since it was decided.
   * @returns false: another process was faster. Nothing was written, and the batch has to be decided again
   * @throws StoreUnavailableError, ReadModelUnavailableError nothing was written, as far as is known
   */
  async write(batch: Batch): Promise<boolean> {
    try {
      await this.confirmRows(batch);
      if (batch.events.length > 0) await this.watch.watchCall(this.append(batch));
      else if (!(await this.watch.watchCall(this.isAtEnd()))) return false;
    } catch (error) {
      if (error instanceof WrongExpectedRevisionError) return false;
      this.isInDoubt = true;
      throw error;
    }
    this.isInDoubt = false;
    return true;
  }

  /**
   * Rows that were read while their generation was dropped may have been missing: commands decided on them are neither
   * written nor answered. One read for the whole batch; none where no row was needed that is not resident.
   * @throws ReadModelUnavailableError a generation is no longer current
   */
  private async confirmRows({ decided }: Batch): Promise<void> {
    const { generations } = this.ports;
    if (!generations) return;
    const ofRows = decided.flatMap(({ entry: { rounds, snapshot } }) =>
      rounds > 0 || snapshot.usesKeptRows ? [snapshot.generation!] : [],
    );
    for (const generation of new Set(ofRows)) await confirmGeneration(generations, generation);
  }

  private async append({ events }: Batch): Promise<void> {
    const { stream, durableRevision } = this.head;
    await this.ports.store.append(stream, events, durableRevision < 0 ? 'no_stream' : durableRevision);
    this.head.confirm(events.at(-1)!.revision);
    this.ports.onDurable?.(events);
  }

  private async isAtEnd(): Promise<boolean> {
    const [last] = await this.ports.store.read(this.head.stream, { backwards: true, limit: 1 });
    return (last?.revision ?? -1) === this.head.durableRevision;
  }
}
