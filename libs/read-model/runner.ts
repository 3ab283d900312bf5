import type { EventStore, FollowBatch } from '#event-store';
import { StoreUnavailableError } from '#event-store';
import type { Position, Projection, RecordedEvent } from '#kernel';
import { inFoldingOrder, UnknownEventError, WORKSPACE_STREAMS } from '#kernel';
import { foldSteps, planEvents, SettingsOfBatch } from './batch-fold.js';
import { Documents } from './documents.js';
import { PoisonedEventError } from './poisoned-event.js';
import type { ProgressReport } from './progress.js';
import type { Commit, ReadModelWriter } from './read-model.js';
import { CheckpointMismatchError, ReadModelUnavailableError } from './read-model.js';
import type { Sleep } from './real-time.js';

export interface RunnerOptions {
  readonly events: Pick<EventStore, 'follow'>;
  readonly writer: ReadModelWriter;
  /** One for each collection. */
  readonly projections: readonly Projection[];
  /** The name the checkpoint goes by. */
  readonly follower: string;
  /** Streams that are followed. Default: all workspaces. */
  readonly prefixes?: readonly string[];
  /** Called after each commit with what it completed. */
  readonly report: (report: ProgressReport) => void;
  readonly sleep: Sleep;
  /** Called with what keeps the follower waiting, and with undefined when it goes on. */
  readonly trouble?: (error: Error | undefined) => void;
  /** Events asked for at a time. */
  readonly batchSize?: number;
  /** A commit takes no further event once it touches more rows than this. Bounds memory; one event may exceed it. */
  readonly maxRows?: number;
}

const MAX_ROWS = 20_000;
const KEPT_DOCUMENTS = 4_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Follows the log and keeps a read model up to it (consistency.md, Projections): loads a batch's documents at once, folds them in
 * memory, writes rows, R and checkpoint. Repeats and crashes change nothing.
 */
export class ProjectionRunner {
  private readonly documents: Documents;
  private readonly projections: readonly Projection[];
  private readonly settings: SettingsOfBatch;
  private checkpoint: Position | undefined;

  constructor(private readonly options: RunnerOptions) {
    const names = new Set(options.projections.map(({ collection }) => collection.name));
    // Rows carry one revision: a second projection would find each event already folded.
    if (names.size < options.projections.length) throw new Error('a collection has more than one projection');
    this.documents = new Documents(options.writer, KEPT_DOCUMENTS);
    this.projections = inFoldingOrder(options.projections);
    this.settings = new SettingsOfBatch(options.projections, this.documents);
  }

  /**
   * Runs until the signal aborts or the event store is closed; then the last commit is finished. Waits out stores that are away.
   * @throws PoisonedEventError an event that cannot be projected; everything before it is.
   * @throws CheckpointMismatchError another owner has taken over.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { events, writer, follower, prefixes = [WORKSPACE_STREAMS], batchSize } = this.options;
    let pause = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      this.documents.forget();
      try {
        this.checkpoint = await this.persist(signal, () => writer.checkpoint(follower));
        const after = this.checkpoint === undefined ? {} : { after: this.checkpoint };
        const options = { ...after, prefixes, signal, ...(batchSize === undefined ? {} : { batchSize }) };
        for await (const batch of events.follow(options)) {
          if (pause > FIRST_PAUSE_MS) this.options.trouble?.(undefined);
          pause = FIRST_PAUSE_MS;
          await this.project(batch, signal);
        }
        return;
      } catch (error) {
        if (error instanceof UnknownEventError) throw PoisonedEventError.unreadable(error);
        if (error instanceof Stopped) return;
        if (!(error instanceof StoreUnavailableError)) throw error;
        this.options.trouble?.(error);
        await this.options.sleep(pause, signal);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  private async project({ events, position, caughtUp }: FollowBatch, signal: AbortSignal): Promise<void> {
    const { maxRows = MAX_ROWS } = this.options;
    let done = 0;
    while (done < events.length && !signal.aborted) {
      const plan = planEvents(events, done, this.projections, this.documents, maxRows);
      await this.persist(signal, () => this.documents.load());
      const { folded, poison: torn } = foldSteps(plan.steps, plan.steps.length, this.settings);
      if (torn) {
        this.documents.rewind();
        foldSteps(plan.steps, folded, this.settings);
      }
      const poison = torn ?? plan.poison;
      const taken = events.slice(done, done + folded);
      done += folded;
      const last = done === events.length;
      if (folded > 0) await this.write(taken, last ? position! : taken.at(-1)!.position!, last && caughtUp, signal);
      if (poison) throw poison;
    }
    if (events.length === 0) await this.moveMark(position, caughtUp, signal);
  }

  private async moveMark(position: Position | undefined, caughtUp: boolean, signal: AbortSignal): Promise<void> {
    if (position !== undefined && position !== this.checkpoint) await this.write([], position, caughtUp, signal);
    else this.options.report({ completeTo: new Map(), caughtUp });
  }

  private async write(
    events: readonly RecordedEvent[],
    to: Position,
    caughtUp: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const completeTo = new Map<string, number>();
    for (const { stream, metadata, revision } of events) {
      if (stream.startsWith(WORKSPACE_STREAMS)) completeTo.set(metadata.workspace_id, revision);
    }
    const { follower } = this.options;
    const writes = this.documents.writes();
    await this.commit({ writes, completeTo, follower, from: this.checkpoint, to }, signal);
    this.documents.settle();
    this.checkpoint = to;
    const changed = [...new Set(writes.map(({ collection }) => collection.name))];
    this.options.report({ completeTo, caughtUp, changed });
  }

  /**
   * A commit whose answer was lost may have happened, or may happen yet: a checkpoint found where it was to go is its own then, and
   * not another owner's.
   */
  private async commit(commit: Commit, signal: AbortSignal): Promise<void> {
    const { writer } = this.options;
    let inDoubt = false;
    await this.persist(signal, async () => {
      if (inDoubt) {
        const found = await writer.checkpoint(commit.follower);
        if (found === commit.to) return;
        if (found !== commit.from) throw new CheckpointMismatchError(commit.follower, commit.from, found);
      }
      try {
        await writer.commit(commit);
      } catch (error) {
        if (inDoubt && error instanceof CheckpointMismatchError && error.found === commit.to) return;
        inDoubt = true;
        throw error;
      }
    });
  }

  /** Tries until the read model can be reached. */
  private async persist<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        const result = await attempt();
        if (pause > FIRST_PAUSE_MS) this.options.trouble?.(undefined);
        return result;
      } catch (error) {
        if (!(error instanceof ReadModelUnavailableError)) throw error;
        this.options.trouble?.(error);
        await this.options.sleep(pause, signal);
        if (signal.aborted) throw new Stopped();
      }
    }
  }
}

/** The signal was aborted while the read model was away. */
class Stopped extends Error {}
