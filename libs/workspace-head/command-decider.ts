import { AppendTooLargeError, StoreUnavailableError } from '#event-store';
import { DomainError, type Timers, UnknownEventError } from '#kernel';
import { type Progress, ReadModelUnavailableError } from '#read-model';
import { BATCH_LIMITS, type BatchLimits, type Decided, type Entry } from './batch.js';
import { Heads, type HeadsPorts, type Unit } from './heads.js';
import type { Snapshot } from './rows-needed.js';
import type { Command, CommandDecider, Outcome } from './workspace-head.js';

export interface WorkspaceHeadPorts extends Omit<HeadsPorts, 'limits'> {
  readonly progress: Pick<Progress, 'whenComplete'>;
  readonly timers: Timers;
  readonly limits?: BatchLimits;
}

/** A command that is not decided by then is told so. */
const ANSWER_MS = 10_000;
/** How long an answer waits for the rows (api.md, Read your writes). */
const VISIBLE_MS = 2_000;
/** Rows further behind than this would make the head hold too many events. */
const MAX_LAG = 20_000;

/** The CommandDecider on rows + head: see `Pipeline` for how, `consistency.md` for why. */
export class WorkspaceHeads implements CommandDecider {
  private readonly heads: Heads;

  constructor(private readonly ports: WorkspaceHeadPorts) {
    this.heads = new Heads({ ...ports, limits: ports.limits ?? BATCH_LIMITS });
  }

  async execute(command: Command): Promise<Outcome> {
    const decided = await this.decide(command).catch((error: unknown) => {
      throw asRefusal(error);
    });
    if (decided.kind === 'refusal') throw decided.error;
    const { answer, replayed, revision } = decided;
    const visible = await this.ports.progress.whenComplete(command.workspaceId, revision, VISIBLE_MS);
    return { answer, replayed, visible, revision };
  }

  private decide(command: Command): Promise<Decided> {
    return this.heads.with(command.workspaceId, async (unit) => {
      const { head } = unit;
      // R before anything else is read: rows read later are complete at least up to it.
      const completeTo = await this.ports.readModel.completeTo(command.workspaceId);
      if (head.durableRevision - completeTo > MAX_LAG) throw unavailable('The read model is too far behind.');
      if (completeTo < head.floor) throw unavailable('The read model is being exchanged.');
      head.rowsReached(completeTo);
      head.use(completeTo);
      try {
        return await this.answered(unit, command, { completeTo, rows: new Map(), scans: new Map() });
      } finally {
        head.release(completeTo);
      }
    });
  }

  private answered({ pipeline }: Unit, command: Command, snapshot: Snapshot): Promise<Decided> {
    return new Promise((resolve, reject) => {
      const entry: Entry = {
        command,
        snapshot,
        settle: (decided) => {
          cancel();
          resolve(decided);
        },
        fail: (error) => {
          cancel();
          reject(error as Error);
        },
        abandoned: false,
        waitsForFirst: false,
      };
      const cancel = this.ports.timers.set(ANSWER_MS, () => {
        entry.abandoned = true;
        reject(overdue(entry));
      });
      pipeline.decide(entry);
    });
  }
}

function overdue({ waitsForFirst }: Entry): DomainError {
  if (!waitsForFirst) return unavailable('The event store has not answered in time.');
  return new DomainError('idempotency_in_progress', 'The first request with this Idempotency-Key is still under way.');
}

function unavailable(detail: string): DomainError {
  return new DomainError('unavailable', detail);
}

/** What the stores' troubles mean to a client: 503, with nothing of the inside. */
function asRefusal(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return unavailable('The event store cannot be written now.');
  if (error instanceof ReadModelUnavailableError) return unavailable('The read model cannot be read now.');
  if (error instanceof UnknownEventError) {
    return unavailable('This workspace holds events of a newer version of the service.');
  }
  if (error instanceof AppendTooLargeError) return new DomainError('payload_too_large', 'This write is too large.');
  return error;
}
