import {
  type Collection,
  type DocumentKey,
  type IndexValue,
  inFoldingOrder,
  keyOf,
  keyText,
  type Position,
  type Projection,
  type RecordedEvent,
  type Row,
  type ResidentRows,
} from '#kernel';
import { MemoryReadModel, MemoryStorage } from '#read-model/testing';
import type { GuardedWrite, Progress } from '#read-model';
import type { RowReader } from '../head/load-head.js';
import type { MemoryLog } from './memory-log.js';
import { type Pass, passAtOnce } from './scheduler.js';
import { ToyGenerations } from './toy-generations.js';
import type { VirtualTimers } from '#kernel/testing';

/**
 * Follows a memory log into a read model in memory, step by step as a test asks. It lags while it is not stepped, goes
 * back and repeats, and writes rows long before it writes the projected revision, as a read model without transactions
 * may.
 */
export class ToyProjector {
  readonly storage = new MemoryStorage();
  /** Whether its rows may be dropped; then its readers have generations. */
  mayBeDropped = false;
  /** The generation of the rows: another one after each drop. */
  generation = 1;
  /** Whether it has been at the end of the log since the last drop. */
  isComplete = true;
  private readonly readModel = new MemoryReadModel(this.storage);
  /** Events of the log that are folded and covered by projected revisions. */
  private done = 0;
  private batches = 0;
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly log: MemoryLog,
    private readonly projections: readonly Projection[],
  ) {}

  /**
   * Writes the rows of the next events without their projected revisions: the rows are ahead of them. With `only`, rows
   * of these collections alone: a follower writes its collections side by side, so rows of one can be read before those
   * of another are written.
   */
  async writeAhead(events: number, only?: readonly Collection[]): Promise<void> {
    await this.write(this.log.events.slice(this.done, this.done + events), only);
  }

  /** Writes the rows of the next events, then the projected revision. */
  async step(events: number): Promise<void> {
    const batch = this.log.events.slice(this.done, this.done + events);
    this.done += batch.length;
    await this.write(batch);
    await this.tell(batch);
    if (this.done === this.log.events.length) this.isComplete = true;
  }

  /**
   * Drops all rows and projected revisions. An owner that was about to write the next events still writes their rows,
   * into the empty generation.
   */
  async drop(lateEvents: number): Promise<void> {
    const first = this.log.events[this.done]?.revision ?? Infinity;
    await this.writeAhead(lateEvents);
    const { collections, projectedRevisions, checkpoints } = this.storage;
    for (const rows of collections.values())
      for (const [name, { revision }] of rows) if (revision < first) rows.delete(name);
    projectedRevisions.clear();
    checkpoints.clear();
    this.done = 0;
    this.generation += 1;
    this.isComplete = false;
  }

  async catchUp(): Promise<void> {
    await this.step(this.log.events.length - this.done);
  }

  /**
   * Moves rows in an index without an event: each row of a collection is changed by `change`, unless it has changed
   * since it was read.
   */
  async amend<Doc extends Row>(
    collection: Collection<Doc>,
    change: (row: Doc) => Readonly<Record<string, IndexValue>> | undefined,
  ): Promise<number> {
    const { name: index } = collection.indexes[0]!;
    const rows = await this.readModel.page(collection, { index, prefix: [], limit: 1_000 });
    const changes = rows.flatMap((row) => {
      const set = change(row);
      return set ? [{ collection, key: keyOf(collection, row), revision: row.revision, ifFields: {}, set }] : [];
    });
    return this.readModel.amendRows(changes);
  }

  /** An owner that was suspended, or a restart from an old checkpoint: it repeats the last events. */
  restart(events: number): void {
    this.done = Math.max(0, this.done - events);
  }

  /** The read model of one process. */
  reader(pass: Pass = passAtOnce): RowReader {
    const reader = new MemoryReadModel(this.storage);
    const held = async <Answer>(what: string, read: () => Promise<Answer>): Promise<Answer> => {
      await pass(what);
      const answer = await read();
      await pass(`${what} answered`);
      return answer;
    };
    return {
      ...(this.mayBeDropped && { generations: new ToyGenerations(this, pass) }),
      projectedRevision: (workspaceId) => held('R', () => reader.projectedRevision(workspaceId)),
      getMany: (collection, keys) => held('rows', () => reader.getMany(collection, keys)),
      page: (collection, options) => held('page', () => reader.page(collection, options)),
      pageKeys: (collection, options) => held('page of keys', () => reader.pageKeys(collection, options)),
      merge: (collection, options) => held('merge', () => reader.merge(collection, options)),
      distinct: (collection, options) => held('values', () => reader.distinct(collection, options)),
    };
  }

  /** Progress as one process sees it. */
  progress(timers: VirtualTimers): Pick<Progress, 'whenComplete'> {
    return {
      whenComplete: (workspaceId, revision, timeoutMs) =>
        new Promise((resolve) => {
          const check = (): void => {
            if ((this.storage.projectedRevisions.get(workspaceId) ?? -1) < revision) return;
            end(true);
          };
          const end = (complete: boolean): void => {
            cancel();
            this.waiting.delete(check);
            resolve(complete);
          };
          const cancel = timers.set(timeoutMs, () => end(false));
          this.waiting.add(check);
          check();
        }),
    };
  }

  private async write(events: readonly RecordedEvent[], only?: readonly Collection[]): Promise<void> {
    const writes = new Map<string, GuardedWrite>();
    for (const event of events) {
      for (const projection of inFoldingOrder(this.projections)) {
        const resident = await this.residentOf(projection, event, writes);
        for (const key of projection.keys(event)) await this.fold(projection, event, key, resident, writes);
      }
    }
    const written = [...writes.values()].filter(({ collection }) => !only || only.includes(collection));
    await this.commit(written, new Map());
  }

  private async fold(
    projection: Projection,
    event: RecordedEvent,
    key: DocumentKey,
    resident: ResidentRows,
    writes: Map<string, GuardedWrite>,
  ): Promise<void> {
    const { collection } = projection;
    const row = await this.rowOf(collection, key, writes);
    if (row && row.revision >= event.revision) return;
    const isNew = writes.get(nameOf(collection, key))?.isNew ?? row === undefined;
    const next = projection.evolve(row, event, key, resident);
    const document = next && { ...next, revision: event.revision };
    if (document) writes.set(nameOf(collection, key), { collection, key, document, isNew });
  }

  /** The row as this batch has it by now. */
  private async rowOf(collection: Collection, key: DocumentKey, writes: ReadonlyMap<string, GuardedWrite>) {
    const written = writes.get(nameOf(collection, key))?.document;
    return written ?? (await this.readModel.getMany(collection, [key]))[0];
  }

  private async residentOf(
    projection: Projection,
    event: RecordedEvent,
    writes: ReadonlyMap<string, GuardedWrite>,
  ): Promise<ResidentRows> {
    const rows = new Map<string, Row | undefined>();
    for (const { collection, key } of projection.needs?.(event) ?? []) {
      const { resident } = this.projections.find((each) => each.collection.name === collection.name)!;
      const row = await this.rowOf(collection, key, writes);
      rows.set(nameOf(collection, key), row && resident!.isLive(row) ? row : undefined);
    }
    return {
      row: <Doc extends Row>(collection: Collection<Doc>, key: DocumentKey) =>
        rows.get(nameOf(collection, key)) as Doc | undefined,
    };
  }

  private async tell(events: readonly RecordedEvent[]): Promise<void> {
    const projectedRevisions = new Map(events.map((event) => [event.metadata.workspace_id, event.revision]));
    await this.commit([], projectedRevisions);
    for (const check of [...this.waiting]) check();
  }

  /**
   * Two commits: the memory read model writes rows, projected revisions and checkpoint together, and here they have to
   * come apart.
   */
  private commit(writes: readonly GuardedWrite[], projectedRevisions: ReadonlyMap<string, number>): Promise<void> {
    this.batches += 1;
    return this.readModel.commit({
      writes,
      projectedRevisions,
      follower: `batch ${this.batches}`,
      from: undefined,
      to: '0' as Position,
    });
  }
}

function nameOf(collection: Collection, key: DocumentKey): string {
  return `${collection.name}/${keyText(key)}`;
}
