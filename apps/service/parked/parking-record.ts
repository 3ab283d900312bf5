import type { CommandBus } from '@nestjs/cqrs';
import { type Clock, type CommandContext, type IdSource, instant, type Instant } from '#kernel';
import type { ReadModel, RowChanges } from '#read-model';
import {
  type ItemFailures,
  type ItemToPark,
  nameOfItem,
  type ParkingRecord,
  type ParkingState,
  readPages,
  type RecordedItem,
} from '#workers';
import { ParkWork } from '#workspaces';
import {
  PARKED_SUBJECTS,
  PARKED_WORK,
  type ParkedItem,
  type ParkedSubject,
  type ParkedWorkRow,
  PARKING_WORKERS,
  type ParkingWorker,
} from '#workspaces/domain';

export interface ParkingRecordPorts {
  readonly readModel: Pick<ReadModel, 'getMany' | 'page'>;
  readonly changes: RowChanges;
  readonly bus: Pick<CommandBus, 'execute'>;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** What a worker learned of its skipped items, and the stamp of the rows it was read under. */
interface Skipped {
  readonly stamp: number | undefined;
  readonly names: ReadonlySet<string>;
}

/** The record of parked items in the log and the rows (docs/adr/0052-parked-work-is-on-record.md). */
export class WorkspaceParkingRecord implements ParkingRecord {
  private readonly skipped = new Map<string, Skipped>();

  constructor(private readonly ports: ParkingRecordPorts) {}

  now(): Instant {
    return instant(this.ports.clock.now());
  }

  async park(item: ItemToPark, failures: ItemFailures): Promise<void> {
    const { workspaceId, correlationId, causationId } = item;
    const actor = { kind: 'system', id: 'parking' } as const;
    const context: CommandContext = { workspaceId, actor, correlationId, causationId };
    await this.ports.bus.execute(new ParkWork(context, recorded(item), failures, this.ports.ids.next()));
  }

  async statesOf(items: readonly RecordedItem[]): Promise<readonly (ParkingState | undefined)[]> {
    const keys = items.map(({ workspaceId, worker, item }) => [workspaceId, worker, item]);
    const rows = await this.ports.readModel.getMany(PARKED_WORK, keys);
    return rows.map((row, at) => (row?.version === items[at]!.version ? row : undefined));
  }

  async skippedOf(worker: string): Promise<ReadonlySet<string>> {
    // Before the rows: they may change while they are read.
    const stamp = this.ports.changes.stamp([PARKED_WORK.name]);
    const known = this.skipped.get(worker);
    if (known && stamp !== undefined && known.stamp === stamp) return known.names;
    const names = new Set<string>();
    const cursorOf = ({ workspace_id, item }: ParkedWorkRow) => [workspace_id, item];
    await readPages(
      this.ports.readModel,
      PARKED_WORK,
      { index: 'skipped', prefix: [1, worker], cursorOf },
      { each: (row) => void names.add(nameOfItem({ ...row, workspaceId: row.workspace_id })), isStopped: () => false },
    );
    this.skipped.set(worker, { stamp, names });
    return names;
  }
}

/** @throws Error the worker, or what its item is about, is not known to the log */
function recorded({ worker, item, version, subject }: RecordedItem): ParkedItem {
  if (!isOneOf(PARKING_WORKERS, worker)) throw new Error(`Items of ${worker} are not recorded.`);
  if (!isOneOf(PARKED_SUBJECTS, subject.type)) throw new Error(`Items about a ${subject.type} are not recorded.`);
  return {
    worker: worker satisfies ParkingWorker,
    item,
    version,
    subject_type: subject.type satisfies ParkedSubject,
    subject_id: subject.id,
  };
}

function isOneOf<One extends string>(all: readonly One[], text: string): text is One {
  return (all as readonly string[]).includes(text);
}
