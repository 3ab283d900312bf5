import type { EventStore } from '#event-store';
import { type Instant, type RecordedEvent, workspaceStream } from '#kernel';
import { beginReads, type ReadModel, ReadModelUnavailableError, type Sleep } from '#read-model';
import { eventsAt, type EventsIndex, revisionsOf } from '#timeline';
import { blockOf, BLOCKS_BY_SUBJECT, subjectsIn, subjectFields } from '#timeline/domain';
import type { CommandDecider } from '#workspace-head';
import { changedBy, type ExportedRows, type NumberedRow } from '../domain/exported-rows.js';

/** The ports of an export. */
export interface ExportPorts {
  readonly readModel: ReadModel;
  readonly index: Pick<EventsIndex, 'rows' | 'generation'>;
  readonly log: Pick<EventStore, 'read'>;
  readonly decider: Pick<CommandDecider, 'now'>;
  readonly sleep: Sleep;
  /** Rows of one read of a walk. */
  readonly rowsARead: number;
}

/** Milliseconds that an export waits for the index of events before it begins: it lags while much is written. */
const INDEX_WAIT_MS = 30_000;
/** Milliseconds between two looks at how far the index is. */
const LOOK_MS = 50;
/** Rows whose events are read together: one merge of the index has a prefix for each of them and each type of event. */
const ROWS_AT_ONCE = 25;
/** Events that are read together. */
const EVENTS_AT_ONCE = 500;

/**
 * One revision of a workspace, as of which everything is told. The rows have it in full when it is made; what has
 * changed since is folded anew from the events up to it (docs/adr/0064-an-export-is-exact-as-of-a-revision.md).
 */
export class RowsAsOf {
  private constructor(
    private readonly ports: ExportPorts,
    readonly workspaceId: string,
    readonly revision: number,
    /** Not before any event up to the revision: statuses are those of this instant. */
    readonly at: Instant,
    private readonly confirmRows: () => Promise<void>,
    private readonly generation: string,
  ) {}

  /**
   * @throws ReadModelUnavailableError the index of events has not got so far yet
   * @throws DomainError `not_found`: the service keeps no index of events
   */
  static async now(ports: ExportPorts, workspaceId: string, signal: AbortSignal): Promise<RowsAsOf> {
    const { readModel, index, decider } = ports;
    const confirmRows = await beginReads(readModel);
    const generation = await index.generation();
    const revision = await readModel.projectedRevision(workspaceId);
    const at = await decider.now(workspaceId);
    await untilIndexed(ports, workspaceId, revision, signal);
    return new RowsAsOf(ports, workspaceId, revision, at, confirmRows, generation);
  }

  /** The stream of the workspace. */
  get stream(): string {
    return workspaceStream(this.workspaceId);
  }

  /**
   * Called after reads and before anything is told of them.
   * @throws ReadModelUnavailableError other rows have taken the place of those that were read
   */
  async confirm(): Promise<void> {
    await this.confirmRows();
    if ((await this.ports.index.generation()) === this.generation) return;
    throw new ReadModelUnavailableError('The index of events was exchanged while it was read.');
  }

  /** The rows of some ids as of the revision, by their ids; without those that had not begun. */
  async rowsOf<Doc extends NumberedRow>(
    kind: ExportedRows<Doc>,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Doc>> {
    const rows = new Map<string, Doc>();
    for (let begin = 0; begin < ids.length; begin += ROWS_AT_ONCE) {
      await this.fold(kind, new Set(ids.slice(begin, begin + ROWS_AT_ONCE)), rows);
    }
    return rows;
  }

  private async fold<Doc extends NumberedRow>(
    kind: ExportedRows<Doc>,
    ids: ReadonlySet<string>,
    rows: Map<string, Doc>,
  ): Promise<void> {
    const subjects = new Map([...ids].map((id) => [id, subjectFields(kind.indexedUnder(id))]));
    const prefixes = [...subjects.values()].flatMap((subject) =>
      kind.types.map((type) => [this.workspaceId, ...subject, type]),
    );
    for await (const events of this.eventsOf(prefixes)) {
      for (const event of events) {
        for (const id of changedBy(event, kind, subjectsIn)) {
          if (!ids.has(id)) continue;
          const next = kind.evolve(rows.get(id), event);
          if (next) rows.set(id, { ...next, revision: event.revision });
        }
      }
    }
  }

  /** The events up to the revision, each once, in the order of the log. */
  private async *eventsOf(prefixes: readonly (readonly string[])[]): AsyncGenerator<readonly RecordedEvent[]> {
    const { index, log } = this.ports;
    const blocks = { collection: BLOCKS_BY_SUBJECT, prefixes };
    for await (const revisions of revisionsOf(index.rows, blocks, blockOf(0))) {
      const upTo = revisions.filter((revision) => revision <= this.revision);
      for (let at = 0; at < upTo.length; at += EVENTS_AT_ONCE) {
        const some = upTo.slice(at, at + EVENTS_AT_ONCE);
        yield await eventsAt(
          some.map((revision) => ({ stream: this.stream, revision })),
          log,
        );
      }
      if (upTo.length < revisions.length) return;
    }
  }
}

async function untilIndexed(
  { index, sleep }: ExportPorts,
  workspaceId: string,
  revision: number,
  signal: AbortSignal,
): Promise<void> {
  for (let waited = 0; (await index.rows.projectedRevision(workspaceId)) < revision; waited += LOOK_MS) {
    signal.throwIfAborted();
    if (waited >= INDEX_WAIT_MS) {
      throw new ReadModelUnavailableError('The index of events, by which an export is exact, is behind: try later.');
    }
    await sleep(LOOK_MS, signal);
  }
}
