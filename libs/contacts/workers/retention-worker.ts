import type { CommandBus } from '@nestjs/cqrs';
import { type CommandContext, type Day, dayOf, type IndexValue, type Instant, WorkspaceTurns } from '#kernel';
import type { PersonalKeys } from '#personal-data';
import type { ReadModel } from '#read-model';
import { cancelExpired, DELIVERIES, type DeliveryRow, hasMessageEnded } from '#webhooks/domain';
import { type ItemRecords, type ToDoRun } from '#workers';
import type { CommandResult } from '#workspace-head';
import { firstDayKept, RESPONSES_KEEP_DAYS, type WorkspaceRow, WORKSPACES } from '#workspaces/domain';
import { ExpirePersonalData } from '../commands/expire-personal-data.command.js';
import { appendToDelivery, type DeliveryEventsPorts } from './delivery-events.js';
import { refusePausedWrites } from './paused-writes.js';
import { PassingWorker, type PassPorts, type WorkOfPass } from './workspace-passes.js';

export interface RetentionPorts extends PassPorts, DeliveryEventsPorts {
  readonly readModel: Pick<ReadModel, 'page' | 'getMany'>;
  readonly bus: Pick<CommandBus, 'execute'>;
  readonly personalKeys: Pick<PersonalKeys, 'shredDays'>;
  readonly idempotencyDays: number;
}

/** Milliseconds between two passes: how much later than a day ends its keys may be shredded. */
const PASS_MS = 3_600_000;

/** Steps at once, of all workspaces: each reads a page of rows, or writes an event. */
const CONCURRENT_STEPS = 4;

/** Deliveries of one step. With its responses one has up to 60 KB, so a step holds at most 3 MB of rows. */
const DELIVERIES_OF_STEP = 50;

/** The statuses of deliveries that are on their way. */
const ON_THEIR_WAY = ['pending', 'retrying'] as const;

/**
 * Ends personal data by its age (docs/reference/personal-data.md#retention). Kept answers and responses end in all
 * workspaces alike, by their keys alone. Calls and deliveries end where a workspace says so: `PersonalDataExpired`
 * first, then deliveries on their way are cancelled, then the keys of the days are shredded. Each pass repeats all of
 * it: what a process that was killed has left, and what an older backup of the keys has brought back.
 */
export class RetentionWorker extends PassingWorker {
  constructor(ports: RetentionPorts) {
    super(ports, new Retention(ports));
  }
}

class Retention implements WorkOfPass {
  readonly interval = PASS_MS;
  readonly records: ItemRecords<WorkspaceRow> = {
    worker: 'retention',
    recordedItem: ({ workspace_id: workspaceId, revision }) => {
      const subject = { type: 'workspace', id: workspaceId };
      return { worker: 'retention', workspaceId, item: workspaceId, version: String(revision), subject };
    },
    // No event makes it due: time does.
    causeOf: () => ({ correlationId: this.ports.ids.next(), causationId: null }),
  };
  private readonly turns = new WorkspaceTurns(CONCURRENT_STEPS);

  constructor(private readonly ports: RetentionPorts) {}

  async begin(now: Instant): Promise<void> {
    const { personalKeys, idempotencyDays } = this.ports;
    // A day more: the clock of the process that answers a retry may be behind.
    await personalKeys.shredDays('answers', firstDayKept(now, idempotencyDays + 1));
    await personalKeys.shredDays('responses', firstDayKept(now, RESPONSES_KEEP_DAYS));
  }

  /** Whether a workspace has a setting by which personal data ends, or had one. */
  concerns(row: WorkspaceRow): boolean {
    const { calls_keep_days, deliveries_keep_days, calls_expired_before, deliveries_expired_before } = row;
    return [calls_keep_days, deliveries_keep_days, calls_expired_before, deliveries_expired_before].some(
      (each) => each !== null,
    );
  }

  async work({ workspace_id: workspaceId }: WorkspaceRow, run: ToDoRun): Promise<void> {
    const { readModel, personalKeys } = this.ports;
    await refusePausedWrites(readModel, workspaceId);
    // The calls and deliveries of the days that have ended are older than the event: rows that show it show them.
    await run.whenProjected(workspaceId, await this.expire(workspaceId));
    const [workspace] = run.stopped ? [] : await readModel.getMany(WORKSPACES, [[workspaceId]]);
    if (!workspace) return;
    const { calls_expired_before: calls, deliveries_expired_before: deliveries } = workspace;
    if (calls !== null) await personalKeys.shredDays('calls', calls, workspaceId);
    if (deliveries === null || !(await this.cancelDeliveries(workspaceId, deliveries, run))) return;
    await personalKeys.shredDays('deliveries', deliveries, workspaceId);
    await personalKeys.shredDays('responses', deliveries, workspaceId);
  }

  private expire(workspaceId: string): Promise<CommandResult> {
    const { bus, ids } = this.ports;
    const actor = { kind: 'system', id: 'retention' } as const;
    const context: CommandContext = { workspaceId, actor, correlationId: ids.next(), causationId: null };
    return this.turns.run(workspaceId, () => bus.execute(new ExpirePersonalData(context)));
  }

  /**
   * Cancels the deliveries on their way that were requested before a day: without their messages they cannot be sent.
   * @returns false: the worker was stopped before the last one
   */
  private async cancelDeliveries(workspaceId: string, before: Day, run: ToDoRun): Promise<boolean> {
    for (const status of ON_THEIR_WAY) {
      let after: readonly IndexValue[] | undefined;
      do {
        if (run.stopped) return false;
        await refusePausedWrites(this.ports.readModel, workspaceId);
        const page = { index: 'by_status', prefix: [workspaceId, status], ...(after && { after }) };
        const last = await this.turns.run(workspaceId, async () => {
          const rows = await this.ports.readModel.page(DELIVERIES, { ...page, limit: DELIVERIES_OF_STEP });
          const expired = rows.filter((row) => hasMessageEnded(row, before));
          await Promise.all(expired.map((row) => this.cancel(row)));
          const next = rows.length === DELIVERIES_OF_STEP ? rows.at(-1) : undefined;
          return next && dayOf(next.created_at) < before ? next : undefined;
        });
        after = last && [last.number];
      } while (after);
    }
    return true;
  }

  private cancel(row: DeliveryRow): Promise<void> {
    const { correlation_id, event_id } = row;
    return appendToDelivery(this.ports, row, { worker: 'retention', correlation_id, event_id }, (last) =>
      cancelExpired(row, last),
    );
  }
}
