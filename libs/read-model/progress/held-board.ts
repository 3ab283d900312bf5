import { workspaceStream } from '#kernel';
import { HELD_STREAMS, type HeldStreamRow, readHeldStreams } from '../projecting/held-stream-row.js';
import { workspaceOf } from '../projecting/poisoned-event.js';
import type { RowChanges } from './progress.js';
import type { ReadModel } from '../read-model.js';

export interface HeldBoardPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
  readonly changes: RowChanges;
  /**
   * Called for streams that are no longer held back, before this board reports it: their events may have been skipped.
   * If it throws, the report is delayed until the next poll.
   */
  readonly released: (rows: readonly HeldStreamRow[]) => Promise<void>;
}

/** Held streams that are kept one by one. The commands of the rest fail as their heads are loaded. */
const MOST = 1_000;

/** The held streams as this process knows them, whichever process holds them: for commands, health and metrics. */
export class HeldBoard {
  private held: ReadonlyMap<string, HeldStreamRow> = new Map();
  /** Whether the rows were never read, or are more than this board keeps. */
  private isPartial = true;
  private stamp: number | undefined;
  private looking: Promise<void> | undefined;
  private again = false;

  constructor(private readonly ports: HeldBoardPorts) {}

  /** The first thousand. */
  rows(): readonly HeldStreamRow[] {
    return [...this.held.values()];
  }

  /** The revision at which a workspace is held back; undefined: it is not. */
  heldAt(workspaceId: string): number | undefined {
    return this.held.get(workspaceStream(workspaceId))?.at;
  }

  /** Whether any workspace is held back. Also true where this board does not know: unknown is not absent. */
  get holdsWorkspaces(): boolean {
    return this.isPartial || this.rows().some(({ stream }) => workspaceOf(stream) !== undefined);
  }

  /** The rows may have changed. Resolves when this board has read them, or the read has failed. */
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
      // Unavailable: the known state holds until the next poll.
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
