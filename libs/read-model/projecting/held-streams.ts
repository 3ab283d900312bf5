import { HELD_STREAMS, heldAt, type HeldStreamRow, readHeldStreams, releasedAt } from './held-stream-row.js';
import { type PoisonedEvent, workspaceOf } from './poisoned-event.js';
import type { GuardedWrite, ReadModel } from '../read-model.js';

type StreamRevision = { readonly stream: string; readonly revision: number };

/**
 * The streams that a follower holds back, as its one owner knows them. An event that cannot be projected concerns its
 * own stream: later events of the stream are passed over, the projected revision of its workspace stays, and every
 * other stream is projected.
 *
 *     followed ── `hold`: an event cannot be projected ──▶ held
 *     held ────── `letGo`: a new run, or a recorded skip ──▶ tried (stored, it is still held)
 *     tried ───── `hold`: an event cannot be projected ──▶ held
 *     tried ───── `projected` up to the stored event ──▶ followed
 *
 * Each change is in `writes` until `written`.
 * @see docs/adr/0022-an-unprojectable-event-holds-back-its-own-stream.md
 */
export class HeldStreams {
  private readonly rows = new Map<string, HeldStreamRow>();
  /** Streams that are tried again, and that no event has held back since; the stored rows still hold them. */
  private readonly tried = new Map<string, HeldStreamRow>();
  private readonly unwritten = new Map<string, HeldStreamRow>();

  /**
   * Forgets everything, and begins with the stored rows.
   * @throws ReadModelUnavailableError
   */
  async load(reader: Pick<ReadModel, 'page'>): Promise<void> {
    const stored = await readHeldStreams(reader);
    for (const map of [this.rows, this.tried, this.unwritten]) map.clear();
    for (const row of stored) this.rows.set(row.stream, row);
  }

  has(stream: string): boolean {
    return this.rows.has(stream);
  }

  /** Whether an event is to be passed over. */
  holds({ stream, revision }: StreamRevision): boolean {
    const row = this.rows.get(stream);
    return row !== undefined && revision >= row.at;
  }

  /** Holds a stream back from an event on. */
  hold(event: PoisonedEvent): void {
    const { stream, revision } = event;
    const before = this.tried.get(stream);
    this.tried.delete(stream);
    const row = before?.at === revision ? before : heldAt(event);
    this.rows.set(stream, row);
    if (row !== before) this.unwritten.set(stream, row);
  }

  /** Streams to be tried again: those of workspaces first, since deliveries may wait for them. */
  toTry(isMeant: (row: HeldStreamRow) => boolean = () => true): readonly HeldStreamRow[] {
    const meant = [...this.rows.values()].filter(isMeant);
    return [...meant.filter(isOfWorkspace), ...meant.filter((row) => !isOfWorkspace(row))];
  }

  /**
   * The held streams that an operator's skip in a stream concerns: the stream itself, and deliveries that wait for
   * their workspace.
   */
  waitingFor(stream: string): readonly HeldStreamRow[] {
    const skipped = this.rows.get(stream);
    if (!skipped) return [];
    return this.toTry((row) => row === skipped || (!isOfWorkspace(row) && row.workspace_id === skipped.workspace_id));
  }

  /** From now on the events of the stream are no longer passed over, unless one of them holds it back again. */
  letGo(row: HeldStreamRow): void {
    this.rows.delete(row.stream);
    this.tried.set(row.stream, row);
  }

  /** This event is projected, and with it all earlier ones of its stream. */
  projected({ stream, revision }: StreamRevision): void {
    const row = this.tried.get(stream);
    if (!row || revision < row.at) return;
    this.tried.delete(stream);
    this.unwritten.set(stream, releasedAt(row, revision + 1));
  }

  /**
   * The rows that are not stored yet. They belong to the commit of the turn that has the events, whose checkpoint may
   * still be before them, or follow the rows of a stream that was retried.
   */
  writes(): readonly GuardedWrite[] {
    return [...this.unwritten.values()].map((document) => {
      return { collection: HELD_STREAMS, key: [document.stream], document, isNew: document.held === 1 };
    });
  }

  /**
   * Raises the rows that are not stored yet above the stored ones. A process of a newer version may have released a
   * stream and been killed before its checkpoint; a hold by this version at the same event has a lower revision then.
   * Its write would be refused, and the later events of the stream would be passed over for good.
   * @throws ReadModelUnavailableError
   */
  async raise(reader: Pick<ReadModel, 'getMany'>): Promise<void> {
    const rows = [...this.unwritten.values()];
    if (rows.length === 0) return;
    const stored = await reader.getMany(
      HELD_STREAMS,
      rows.map(({ stream }) => [stream]),
    );
    for (const [n, row] of rows.entries()) {
      const found = stored[n];
      if (!found || found.revision < row.revision) continue;
      const raised = { ...row, revision: found.revision + 1 };
      this.unwritten.set(row.stream, raised);
      if (this.rows.get(row.stream) === row) this.rows.set(row.stream, raised);
    }
  }

  /** These rows are stored now. */
  written(): void {
    this.unwritten.clear();
  }
}

function isOfWorkspace({ stream }: HeldStreamRow): boolean {
  return workspaceOf(stream) !== undefined;
}
