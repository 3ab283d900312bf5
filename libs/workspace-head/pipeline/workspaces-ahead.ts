import type { Timers } from '#kernel';
import type { Progress } from '#read-model';
import type { AnswersAhead } from '../command-decider.js';
import { VISIBLE_MS } from './read-your-writes.js';

/**
 * Milliseconds within which rows follow where all is well. Once they take longer, writes of the workspace wait for them
 * again: otherwise clients would write faster than is folded, and each read would wait longer than the one before.
 */
const PROMPT_MS = 100;
/**
 * Events of one command, at most, whose answer need not wait. A larger command gains nothing: to fold it takes longer
 * than to answer it, and reads of other clients would wait for its rows.
 */
const MOST_EVENTS = 8;
/**
 * Events that the rows of a workspace may lack, at most, where a write is answered ahead: behind a batch of an import
 * it waits for its rows, and reads of other clients do not.
 */
const MOST_BEHIND = 500;
/** Workspaces whose rows are late at one time, from which on the follower is taken to be too slow for all of them. */
const MANY_LATE = 2;

/**
 * When a write is answered: `ahead` of its rows; `behind` them, after a wait; or now, and the rows `lag`: a wait would
 * be in vain, and it has written nothing that later reads could miss.
 */
export type AnswerTime = 'ahead' | 'behind' | 'lag';

export interface WorkspacesAheadPorts {
  readonly progress: Pick<Progress, 'whenComplete'>;
  readonly timers: Timers;
  /** Whether the rows of a workspace are held back at an event, until an operator skips it. */
  readonly isHeld: (workspaceId: string) => boolean;
  /** The revision up to which the rows of a workspace are known to be complete; undefined: not known. */
  readonly rowsRevision: (workspaceId: string) => number | undefined;
  /** Called once the rows of a workspace are known to have all events up to a revision. */
  readonly onReached: (workspaceId: string, revision: number) => void;
}

/** A workspace whose rows may lack events that were answered. */
interface Ahead {
  /** The highest revision that such an answer rests on. */
  revision: number;
  /**
   * `late` after {@link PROMPT_MS}, `still` after {@link VISIBLE_MS} in which the rows have not followed; `held` if an
   * event holds them back.
   */
  rows: 'prompt' | 'late' | 'still' | 'held';
}

/**
 * The workspaces whose writes were answered before the rows had them, in a process that alone reads those rows
 * (docs/adr/0091-one-process-answers-before-its-rows.md). What becomes of a workspace:
 *
 *     even ───── a small write is durable, and it is answered ──▶ prompt
 *     prompt ─── its rows take longer than 100 ms ──▶ late: its writes are answered behind the rows
 *     late ───── they take longer than 2 s ──▶ still: reads are answered without a wait, and say that the rows lag
 *     still ──── an event holds the workspace back ──▶ held: the same, but says nothing of other workspaces
 *     any ────── the rows have all that was answered ──▶ even
 */
export class WorkspacesAhead implements AnswersAhead {
  private readonly workspaces = new Map<string, Ahead>();
  /** How many of them are late, or stand still. */
  private late = 0;
  private isStopped = false;

  constructor(private readonly ports: WorkspacesAheadPorts) {}

  /**
   * Tells when a durable write is answered. Once one is answered ahead, reads wait for its rows.
   * @param events how many events it has appended
   * @param revision the last event that its answer rests on
   */
  answer(workspaceId: string, events: number, revision: number): AnswerTime {
    const known = this.workspaces.get(workspaceId);
    if (known?.rows === 'still' && events === 0 && revision >= known.revision) return 'lag';
    if (events > MOST_EVENTS || (known && known.rows !== 'prompt') || this.late >= MANY_LATE) return 'behind';
    if (revision - (this.ports.rowsRevision(workspaceId) ?? revision) > MOST_BEHIND) return 'behind';
    if (known) known.revision = Math.max(known.revision, revision);
    else {
      const ahead: Ahead = { revision, rows: 'prompt' };
      this.workspaces.set(workspaceId, ahead);
      void this.follow(workspaceId, ahead);
    }
    return 'ahead';
  }

  /** Waits until the rows of a workspace have all events up to this one. @returns false: the time is over */
  async untilComplete(workspaceId: string, revision: number, timeoutMs: number): Promise<boolean> {
    const isComplete = await this.ports.progress.whenComplete(workspaceId, revision, timeoutMs);
    if (isComplete) this.reached(workspaceId, revision);
    return isComplete;
  }

  /** @see AnswersAhead.untilShown */
  untilShown(workspaceId?: string): Promise<boolean> | undefined {
    if (this.workspaces.size === 0) return undefined;
    if (workspaceId === undefined) {
      const all = [...this.workspaces].map(async ([each, ahead]) => this.untilRowsFollow(each, ahead));
      return Promise.all(all).then((shown) => shown.every(Boolean));
    }
    const ahead = this.workspaces.get(workspaceId);
    return ahead && this.untilRowsFollow(workspaceId, ahead);
  }

  /** The highest revision of each workspace that was answered ahead, and that its rows may lack. */
  revisions(): ReadonlyMap<string, number> {
    return new Map([...this.workspaces].map(([workspaceId, { revision }]) => [workspaceId, revision]));
  }

  /** Ends the waits that no read and no answer needs. */
  stop(): void {
    this.isStopped = true;
  }

  private async untilRowsFollow(workspaceId: string, ahead: Ahead): Promise<boolean> {
    if (ahead.rows === 'still' || ahead.rows === 'held') return false;
    const isShown = await this.untilComplete(workspaceId, ahead.revision, VISIBLE_MS);
    if (!isShown) this.slow(workspaceId, ahead, 'still');
    return isShown;
  }

  /** One wait serves all answers of a workspace, which may be thousands a second. */
  private async follow(workspaceId: string, ahead: Ahead): Promise<void> {
    while (this.workspaces.get(workspaceId) === ahead && !this.isStopped) {
      const isPrompt = ahead.rows === 'prompt';
      if (await this.untilComplete(workspaceId, ahead.revision, isPrompt ? PROMPT_MS : VISIBLE_MS)) continue;
      if (isPrompt) {
        this.slow(workspaceId, ahead, 'late');
        continue;
      }
      this.slow(workspaceId, ahead, this.ports.isHeld(workspaceId) ? 'held' : 'still');
      // Where the follower has stopped for good, a wait ends at once.
      await new Promise<void>((resolve) => this.ports.timers.set(PROMPT_MS, resolve));
    }
  }

  private reached(workspaceId: string, revision: number): void {
    // Without this, a workspace without further commands would keep its last events in memory.
    this.ports.onReached(workspaceId, revision);
    const ahead = this.workspaces.get(workspaceId);
    if (!ahead || ahead.revision > revision) return;
    this.workspaces.delete(workspaceId);
    this.late -= Number(isLate(ahead.rows));
  }

  private slow(workspaceId: string, ahead: Ahead, rows: 'late' | 'still' | 'held'): void {
    if (this.workspaces.get(workspaceId) !== ahead) return;
    this.late += Number(isLate(rows)) - Number(isLate(ahead.rows));
    ahead.rows = rows;
  }
}

const isLate = (rows: Ahead['rows']): boolean => rows === 'late' || rows === 'still';
