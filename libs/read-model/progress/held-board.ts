import { workspaceStream } from '#kernel';
import { HELD_STREAMS, type HeldStreamRow, readHeldStreams } from '../projecting/held-stream-row.js';
import { workspaceOf } from '../projecting/poisoned-event.js';
import type { RowChanges } from './progress.js';
import type { ReadModel } from '../read-model.js';

export interface HeldBoardPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
  readonly changes: RowChanges;
  /**
   * Called for streams that are held back no more, before this board says so: their events may have been skipped. What
   * it throws puts off the news to the next look.
   */
  readonly released: (rows: readonly HeldStreamRow[]) => Promise<void>;
}

/**
 * Of more streams than these nothing is told one by one: commands of their workspaces then fail as their heads are
 * loaded.
 */
const MOST = 1_000;

/**
 * What a process knows of the streams that are held back, whichever process holds them: for commands, health and
 * metrics.
 */
export class HeldBoard {
  private held: ReadonlyMap<string, HeldStreamRow> = new Map();
  /** Whether the rows were never read yet, or hold more than is kept. */
  private isPartial = true;
  private stamp: number | undefined;
  private looking: Promise<void> | undefined;
  private again = false;

  constructor(private readonly ports: HeldBoardPorts) {}

  /** The first thousand. */
  rows(): readonly HeldStreamRow[] {
    return [...this.held.values()];
  }

  /** The revision that a workspace is held back at; undefined: it is not. */
  heldAt(workspaceId: string): number | undefined {
    return this.held.get(workspaceStream(workspaceId))?.at;
  }

  /** Whether any workspace is held back. True also where this board cannot tell: then unknown is not absent. */
  get holdsWorkspaces(): boolean {
    return this.isPartial || this.rows().some(({ stream }) => workspaceOf(stream) !== undefined);
  }

  /** The rows may have moved. Resolves when this board knows how they were then, or could not be told. */
  refresh(): Promise<void> {
    if (this.looking) {
      this.again = true;
      return this.looking;
    }
    this.looking = this.lookUntilDone().finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async lookUntilDone(): Promise<void> {
    do {
      this.again = false;
      const stamp = this.ports.changes.stamp([HELD_STREAMS.name]);
      if (stamp !== undefined && stamp === this.stamp) continue;
      // Away: what was known holds until the next look.
      if (await this.read().catch(() => false)) this.stamp = stamp;
    } while (this.again);
  }

  private async read(): Promise<boolean> {
    const rows = await readHeldStreams(this.ports.readModel, MOST);
    const held = new Map(rows.map((row) => [row.stream, row]));
    const released = this.rows().filter(({ stream }) => !held.has(stream));
    if (released.length > 0) await this.ports.released(released);
    this.held = held;
    this.isPartial = rows.length === MOST;
    return true;
  }
}
