import type { EventStore } from '#event-store';
import type { Timers } from '#kernel';
import type { Generations } from '#read-model';
import { addTo, type Batch, emptyBatch, type Entry, fits } from './batch.js';
import { BatchWriter } from './batch-writer.js';
import { evaluate, type Evaluation, type EvaluationPorts } from './evaluate.js';
import type { Head } from '../head/head.js';
import { isNeeded, type Needed, type Snapshot } from '../view/rows-needed.js';
import { StoreWatch } from './store-watch.js';
import type { WaitingBytes } from './waiting-bytes.js';
import type { DurableEventsListener } from '../command-decider.js';

export interface PipelinePorts extends EvaluationPorts {
  readonly store: Pick<EventStore, 'append' | 'read' | 'singleWriter'>;
  readonly timers: Timers;
  /** Bytes of this workspace's events that are not durable. */
  readonly waiting: WaitingBytes;
  /** Undefined where rows are never replaced by another generation. */
  readonly generations: Generations | undefined;
  /** Reads what a decision asked for into its snapshot. */
  load(snapshot: Snapshot, needed: Needed): Promise<void>;
  readonly onDurable?: DurableEventsListener;
  /**
   * Brings the head to the end of its log; it holds no predicted events then. Where this rejects, the head can no
   * longer be used.
   */
  catchUp(): Promise<void>;
}

/**
 * Most rounds of reads for one decision. One that walks over pages takes some hundred; one that never ends would block
 * the process.
 */
const MAX_ROUNDS = 10_000;

/**
 * The queue of one workspace (docs/reference/consistency.md#how-a-command-decides). Decisions are made one at a time on
 * the predicted head; one append is in flight, and the commands decided meanwhile share the next append. No command is
 * answered before the append it rests on is durable; a command without events is proven by the append it shares, or by
 * one read of the stream's end. A fault is proven in the same way (docs/adr/0020-overtaken-heads-and-faults.md).
 *
 *     idle ──── a batch has to be written or proven ────▶ writing (`inFlight`)
 *     writing ── durable ──▶ its commands are answered; writing the next batch, or idle
 *     writing ── another process was faster ──▶ catching up (`held`)
 *     writing ── the store failed ──▶ its commands fail; later ones are decided again; writing, or idle
 *     idle ──── rows hold events that the head lacks ──▶ catching up
 *     catching up ── the head is at the log's end ──▶ every unanswered command is decided again; writing, or idle
 *     catching up ── the log is unreadable, or too far ahead ──▶ failed (`failure`)
 *     any ───── rows were exchanged, or an event skipped ──▶ failed: commands that wait go to the next head
 */
export class Pipeline {
  private readonly open: Batch[] = [];
  private inFlight: Batch | undefined;
  /** The last append that was begun, until its commands are answered; it never rejects. */
  private writing: Promise<void> = Promise.resolve();
  /** Commands that arrived while the head catches up; undefined while it does not. */
  private held: Entry[] | undefined;
  /** True while commands are decided again: their events are gathered into one append. */
  private gathering = false;
  private failure: unknown;
  private readonly watch: StoreWatch;
  private readonly writer: BatchWriter;
  /** Commands refused with 503 since `release` last dropped some. */
  private abandoned = 0;

  constructor(
    private readonly head: Head,
    private readonly ports: PipelinePorts,
  ) {
    this.watch = new StoreWatch(ports.timers);
    this.writer = new BatchWriter(head, ports, this.watch);
  }

  /** No batch is being written, no row read and no command decided: the head may be dropped. */
  get idle(): boolean {
    return !this.inFlight && !this.held && this.open.length === 0;
  }

  /** Why this head can no longer be used (its log cannot be read, or is too far ahead); undefined while it can. */
  get failed(): unknown {
    return this.failure;
  }

  /** The store has not answered for so long that a new command would not be answered in time: it is refused. */
  get stalled(): boolean {
    return this.watch.stalled;
  }

  /** Resolves when the append that is in flight now has been answered or has failed. */
  get whenWritten(): Promise<void> {
    return this.writing;
  }

  /** Makes this head unusable: every command that waits fails with `reason`. An append in flight is still answered. */
  fail(reason: Error): void {
    this.failure ??= reason;
    for (const batch of this.open.splice(0)) {
      this.ports.waiting.addBytes(-bytesOf(batch));
      for (const { entry } of batch.decided) entry.fail(reason);
    }
  }

  /** Decides a command now, or as soon as the rows it needs are loaded. */
  decide(entry: Entry): void {
    if (entry.abandoned) return;
    if (this.failure !== undefined) return entry.fail(this.failure);
    // The rows have events of another process: a decision made before the head has them would have to be made twice.
    if (!this.inFlight && !this.held && entry.snapshot.projectedRevision > this.head.durableRevision)
      void this.decideAgain();
    if (this.held) {
      this.held.push(entry);
      return;
    }
    let evaluation: Evaluation;
    try {
      this.ports.waiting.refuseWhenFull();
      evaluation = evaluate(this.head, entry, this.ports);
    } catch (error) {
      if (!isNeeded(error)) return entry.fail(error);
      return this.load(entry, error);
    }
    this.enqueue(entry, evaluation);
  }

  private load(entry: Entry, needed: Needed): void {
    entry.rounds += 1;
    // It would block the whole process: reads that are answered at once leave no turn of the event loop to a timer.
    if (entry.rounds > MAX_ROUNDS) return entry.fail(new Error('a decision asks for ever more rows'));
    this.ports.load(entry.snapshot, needed).then(() => this.decide(entry), entry.fail);
  }

  private enqueue(entry: Entry, { result, events, size }: Evaluation): void {
    let batch = this.open.at(-1);
    if (!batch || !fits(batch, size, this.ports.limits)) {
      batch = emptyBatch();
      this.open.push(batch);
    }
    entry.waitsForFirst = result.kind === 'answer' && result.replayed && result.revision > this.head.durableRevision;
    addTo(batch, { entry, result }, events, size);
    this.ports.waiting.addBytes(bytesOf(size));
    entry.predict(result.kind === 'answer' ? result.answer : undefined);
    this.startNextAppend();
  }

  /** Starts the next append if none is in flight. */
  private startNextAppend(): void {
    while (!this.inFlight && !this.held && !this.gathering) {
      const batch = this.open.shift();
      if (!batch) return;
      if (batch.decided.some(({ entry }) => entry.abandoned)) {
        this.open.unshift(batch);
        this.withoutAbandoned();
      }
      // Decided on durable state by the only writer: proven already.
      else if (this.writer.isProven(batch)) settle(batch);
      else {
        this.inFlight = batch;
        this.writing = this.write(batch);
      }
    }
  }

  private async write(batch: Batch): Promise<void> {
    let isWritten: boolean;
    try {
      isWritten = await this.writer.write(batch);
    } catch (error) {
      return this.failBatch(batch, error);
    }
    if (!isWritten) return this.decideAgain();
    this.inFlight = undefined;
    this.ports.waiting.addBytes(-bytesOf(batch));
    settle(batch);
    this.startNextAppend();
  }

  /**
   * Another process was faster: reads the events it wrote and decides again, in order, every command that is not
   * answered.
   */
  private async decideAgain(): Promise<void> {
    this.held = this.takeAll();
    this.head.forgetPredictions();
    try {
      await this.watch.watchCall(this.ports.catchUp());
    } catch (error) {
      this.failure = error;
    }
    const again = this.held;
    this.held = undefined;
    this.decideAll(again);
  }

  /** Nothing was written: this batch fails, and the commands decided on top of it are decided again. */
  private failBatch(batch: Batch, error: unknown): void {
    const again = this.takeAll().slice(batch.decided.length);
    this.head.forgetPredictions();
    for (const { entry } of batch.decided) entry.fail(error);
    this.decideAll(again);
  }

  /**
   * A command that may wait here was told 503. Refused commands are dropped once they may be half of those that wait. A
   * store that hangs must not keep them in memory; and to decide the rest again for each of them would cost the square
   * of their number.
   */
  noteAbandoned(): void {
    this.abandoned += 1;
    const waiting = this.open.reduce((sum, { decided }) => sum + decided.length, this.held?.length ?? 0);
    if (2 * this.abandoned < waiting) return;
    this.abandoned = 0;
    this.held = this.held?.filter((entry) => !entry.abandoned);
    if (this.open.length > 0) this.withoutAbandoned();
  }

  /**
   * Commands that were told 503 before they were begun are never carried out: those that wait are decided again without
   * them.
   */
  private withoutAbandoned(): void {
    const again = this.takeOpen();
    this.head.takeBack(this.inFlight?.events.at(-1)?.revision ?? this.head.durableRevision);
    this.decideAll(again);
  }

  private decideAll(entries: readonly Entry[]): void {
    this.gathering = true;
    for (const entry of entries) this.decide(entry);
    this.gathering = false;
    this.startNextAppend();
  }

  /** Every entry that is not answered yet, in order; the pipeline is empty afterwards. */
  private takeAll(): Entry[] {
    if (this.inFlight) this.open.unshift(this.inFlight);
    this.inFlight = undefined;
    return this.takeOpen();
  }

  /** Every entry that waits for the append in flight, in order. */
  private takeOpen(): Entry[] {
    const batches = this.open.splice(0);
    for (const batch of batches) this.ports.waiting.addBytes(-bytesOf(batch));
    return batches.flatMap(({ decided }) => decided.map(({ entry }) => entry));
  }
}

function bytesOf({ dataBytes, metadataBytes }: Pick<Batch, 'dataBytes' | 'metadataBytes'>): number {
  return dataBytes + metadataBytes;
}

function settle({ decided }: Batch): void {
  for (const { entry, result } of decided) {
    if (result.kind === 'fault') entry.fail(result.error);
    else entry.settle(result);
  }
}
