import type { FollowBatch, FollowedEvent } from '#event-store';
import { StoreUnavailableError } from '#event-store';
import type { Position } from '#kernel';
import { inFoldingOrder, WORKSPACE_STREAMS } from '#kernel';
import { foldSteps, planEvents, type PlanPorts, BatchResidentRows } from './fold-batch.js';
import { DocumentCache } from './document-cache.js';
import { FairTurns } from './fair-turns.js';
import { eventsBehind, skippedIn } from './held-events.js';
import type { HeldStreamRow } from './held-stream-row.js';
import { HeldStreams } from './held-streams.js';
import { workspaceOf } from './poisoned-event.js';
import type { ProgressReport } from '../progress/progress.js';
import type { GuardedWrite } from '../read-model.js';
import { newOutageBackoff, OutageWait, StoppedError } from './outage-wait.js';
import { ProjectedTraces } from './projected-traces.js';
import { ReadAhead } from './read-ahead.js';
import type { RunnerOptions } from './runner-options.js';

/** Rows of one commit, about 20 MB at 1 KB each: one batch of events over large lists would fill the memory. */
const MAX_ROWS = 20_000;
/** Documents kept from earlier batches: the rows that every batch touches, at 1 KB each 4 MB. */
const KEPT_DOCUMENTS = 4_000;

/**
 * Follows the log and keeps a read model up to it (docs/reference/consistency.md#projections): loads a batch's
 * documents at once, folds them in memory, then writes rows, projected revisions and checkpoint. Repeats and crashes
 * change nothing. An event that cannot be projected holds back its own stream
 * (docs/adr/0022-an-unprojectable-event-holds-back-its-own-stream.md): its revision is stored beside the rows, and each
 * run, and each recorded skip, retries the stream.
 *
 *     loading ──── checkpoint and held streams are read ──▶ retrying
 *     retrying ─── each held stream was retried once ──▶ following
 *     following ── a batch ──▶ projecting: folds and commits it in parts ──▶ following
 *     following ── a batch, and the rows are complete ──▶ projecting: workspaces take turns (FairTurns) ──▶ following
 *     projecting ─ a part ends with the record of a skip ──▶ retries the streams it concerns ──▶ projecting
 *     any ──────── the read model is unavailable ──▶ waits (`trouble`), then repeats the call
 *     any ──────── the event store is unavailable ──▶ waits (`trouble`), then loading
 *     any ──────── another owner moved the checkpoint ──▶ ended, by CheckpointMismatchError
 *     any ──────── the signal aborts ──▶ the commit under way is finished, and any gap before it closed; ended
 */
export class ProjectionRunner {
  private readonly documents: DocumentCache;
  private readonly held = new HeldStreams();
  private readonly plan: PlanPorts;
  private readonly resident: BatchResidentRows;
  private readonly outages: OutageWait;
  private readonly traces: ProjectedTraces | undefined;
  private checkpoint: Position | undefined;
  private isLoaded = false;

  constructor(private readonly options: RunnerOptions) {
    const names = new Set(options.projections.map(({ collection }) => collection.name));
    // Rows have one revision: a second projection would find each event already folded.
    if (names.size < options.projections.length) throw new Error('a collection has more than one projection');
    this.outages = new OutageWait(options);
    this.traces = options.traces && new ProjectedTraces(options.traces);
    this.documents = new DocumentCache(options.writer, KEPT_DOCUMENTS);
    const { documents, held } = this;
    const projections = inFoldingOrder(options.projections);
    this.plan = { projections, documents, held, maxRows: options.maxRows ?? MAX_ROWS };
    this.resident = new BatchResidentRows(options.projections, this.documents);
  }

  /**
   * Runs until the signal aborts or the event store is closed; the last commit is finished then. Waits while a store is
   * unavailable.
   * @throws CheckpointMismatchError another owner has taken over
   */
  async run(signal: AbortSignal): Promise<void> {
    const { events, writer, follower, prefixes = [WORKSPACE_STREAMS], batchSize } = this.options;
    const backoff = newOutageBackoff();
    let isStoreAway = false;
    while (!signal.aborted) {
      this.documents.clear();
      const ended = new AbortController();
      let batches: ReadAhead | undefined;
      try {
        this.checkpoint = await this.outages.waitOut(signal, () => writer.checkpoint(follower));
        await this.outages.waitOut(signal, () => this.held.load(writer));
        await this.options.skipped?.refresh(events);
        await this.retryHeldStreams(this.held.toTry(), signal);
        const after = this.checkpoint === undefined ? {} : { after: this.checkpoint };
        const until = AbortSignal.any([signal, ended.signal]);
        const options = { ...after, prefixes, signal: until, ...(batchSize === undefined ? {} : { batchSize }) };
        batches = new ReadAhead(events.follow(options), this.options.turnOfEventLoop);
        await this.follow(batches, signal, () => {
          if (isStoreAway) this.options.trouble?.(undefined);
          isStoreAway = false;
          backoff.reset();
        });
        return;
      } catch (error) {
        if (error instanceof StoppedError) return;
        if (!(error instanceof StoreUnavailableError)) throw error;
        isStoreAway = true;
        this.options.trouble?.(error);
      } finally {
        ended.abort();
        batches?.close();
      }
      await this.options.sleep(backoff.next(), signal);
    }
  }

  /** @param isThere called with each batch: the event store answers */
  private async follow(batches: ReadAhead, signal: AbortSignal, isThere: () => void): Promise<void> {
    const turns = new FairTurns(this.options.turnEvents ?? Infinity);
    while (!signal.aborted) {
      if (turns.size > 0 && (turns.isFull || !(await batches.isReady()))) {
        await this.projectTurn(turns, signal);
        continue;
      }
      const batch = await batches.next();
      if (!batch) break;
      isThere();
      if (this.takesTurns(batch, turns)) turns.add(batch);
      else {
        while (turns.size > 0 && !signal.aborted) await this.projectTurn(turns, signal);
        await this.projectBatch(batch, signal);
      }
    }
    // Rows of another file take the place of these once they are at the checkpoint: they must have all that these have.
    while (turns.isAhead) await this.projectTurn(turns, signal);
  }

  /** A first checkpoint comes with all that is before it. */
  private takesTurns(batch: FollowBatch, turns: FairTurns): boolean {
    if (this.options.turnEvents === undefined || !this.isLoaded || this.checkpoint === undefined) return false;
    return (batch.events.length > 0 || turns.size > 0) && FairTurns.allows(batch);
  }

  private async projectTurn(turns: FairTurns, signal: AbortSignal): Promise<void> {
    const events = turns.next();
    for (let done = 0; done < events.length;) {
      const part = await this.fold(events, done, signal);
      done += part.length;
      const { position, caughtUp } = turns.finish(part.length);
      await this.write(part, position ?? this.checkpoint!, caughtUp, signal, { isAhead: turns.isAhead });
    }
  }

  private async projectBatch({ events, position, caughtUp }: FollowBatch, signal: AbortSignal): Promise<void> {
    let done = 0;
    while (done < events.length && !signal.aborted) {
      const part = await this.fold(events, done, signal);
      done += part.length;
      const last = done === events.length;
      await this.write(part, last ? position! : part.at(-1)!.position!, last && caughtUp, signal);
      const skipped = skippedIn(part);
      if (skipped === undefined) continue;
      await this.options.skipped?.refresh(this.options.events);
      await this.retryHeldStreams(this.held.waitingFor(skipped), signal);
    }
    if (events.length === 0) await this.moveCheckpoint(position, caughtUp, signal);
  }

  /** Folds the events that fit into one commit. @returns the events that are finished by it */
  private async fold(
    events: readonly FollowedEvent[],
    begin: number,
    signal: AbortSignal,
  ): Promise<readonly FollowedEvent[]> {
    this.traces?.begin();
    const { steps, taken } = planEvents(events, begin, this.plan);
    await this.outages.waitOut(signal, () => this.documents.load());
    foldSteps(steps, this.resident, this.plan);
    return events.slice(begin, begin + taken);
  }

  /** Folds the events of held streams that the checkpoint has passed: later ones come with the log. */
  private async retryHeldStreams(rows: readonly HeldStreamRow[], signal: AbortSignal): Promise<void> {
    for (const row of rows) {
      this.held.letGo(row);
      const from = await this.outages.waitOut(signal, () => this.firstUnprojected(row));
      await this.projectHeldStream(row, from, signal);
      if (signal.aborted) return;
    }
  }

  private async projectHeldStream(row: HeldStreamRow, from: number, signal: AbortSignal): Promise<void> {
    const { stream } = row;
    for (let next = from; !signal.aborted;) {
      const events = await eventsBehind(this.options.events, row, next, this.checkpoint);
      for (let done = 0; done < events.length;) {
        const part = await this.fold(events, done, signal);
        done += part.length;
        if (part.every((event) => this.held.holds(event))) break;
        // The rows first: a stream that is marked as projected further than it is would not be read again from the
        // event where it stopped.
        await this.write(part, this.checkpoint!, false, signal, { marks: false });
      }
      next += events.length;
      if (events.length > 0 && !this.held.has(stream)) continue;
      if (!this.held.has(stream)) this.held.projected({ stream, revision: next - 1 });
      if (this.held.writes().length > 0) await this.write([], this.checkpoint!, false, signal);
      return;
    }
  }

  /**
   * Rows of a workspace are complete up to its projected revision; a delivery's events are folded again from the first,
   * which changes no row.
   */
  private async firstUnprojected({ stream }: HeldStreamRow): Promise<number> {
    const workspaceId = workspaceOf(stream);
    return workspaceId === undefined ? 0 : (await this.options.writer.projectedRevision(workspaceId)) + 1;
  }

  private async moveCheckpoint(position: Position | undefined, caughtUp: boolean, signal: AbortSignal): Promise<void> {
    if (position !== undefined && position !== this.checkpoint) await this.write([], position, caughtUp, signal);
    else await this.report({ projectedRevisions: new Map(), caughtUp }, signal);
  }

  /**
   * @param marks whether the rows of held streams are written as well
   * @param isAhead whether events behind `to` are projected, too
   */
  private async write(
    events: readonly FollowedEvent[],
    to: Position,
    caughtUp: boolean,
    signal: AbortSignal,
    { marks = true, isAhead = false }: { readonly marks?: boolean; readonly isAhead?: boolean } = {},
  ): Promise<void> {
    const projectedRevisions = new Map<string, number>();
    for (const event of events) {
      if (this.held.holds(event)) continue;
      const workspaceId = workspaceOf(event.stream);
      if (workspaceId !== undefined) projectedRevisions.set(workspaceId, event.revision);
      if (marks) this.held.projected(event);
    }
    const { follower, writer } = this.options;
    if (marks) await this.outages.waitOut(signal, () => this.held.raise(writer));
    const writes: readonly GuardedWrite[] = [...this.documents.writes(), ...(marks ? this.held.writes() : [])];
    const commit = { writes, projectedRevisions, follower, from: this.checkpoint, to };
    await this.outages.commit(commit, signal, isAhead);
    this.documents.commit();
    if (marks) this.held.written();
    this.checkpoint = to;
    const changed = [...new Set(writes.map(({ collection }) => collection.name))];
    const folded = events.length > 0 && { events: events.length };
    await this.report({ projectedRevisions, caughtUp, ...folded, changed, ...this.traces?.committed(events) }, signal);
  }

  private async report(report: ProgressReport, signal: AbortSignal): Promise<void> {
    const { loaded } = this.options;
    if (report.caughtUp && !this.isLoaded) {
      if (loaded) await this.outages.waitOut(signal, loaded);
      this.isLoaded = true;
    }
    this.options.report(report);
  }
}
