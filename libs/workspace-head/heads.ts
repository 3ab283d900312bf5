import type { EventStore } from '#event-store';
import type { Projection } from '#kernel';
import { ofOneGeneration } from '#read-model';
import type { EvaluationPorts } from './evaluate.js';
import type { Head } from './head.js';
import { loadHead, loadRows, type RowReader } from './load-head.js';
import { Pipeline } from './pipeline.js';
import type { DurableEventsListener } from './workspace-head.js';

export interface HeadsPorts extends EvaluationPorts {
  readonly store: Pick<EventStore, 'append' | 'read' | 'singleWriter'>;
  readonly readModel: RowReader;
  readonly projections: readonly Projection[];
  readonly onDurable?: DurableEventsListener;
}

/** A workspace this process serves. */
export interface Unit {
  readonly head: Head;
  readonly pipeline: Pipeline;
}

interface Slot {
  readonly unit: Promise<Unit>;
  /** Set once loaded. */
  loaded: Unit | undefined;
  /** Commands under way; a pinned slot stays. */
  pins: number;
}

/** So many workspaces are kept when nobody uses them. */
const KEPT = 1_000;

/**
 * The heads of the workspaces this process serves: loaded once, others wait for it; the longest unused ones go first. There is
 * never a second head of a workspace while commands use the first: two would not know of each other's appends.
 */
export class Heads {
  private readonly slots = new Map<string, Slot>();
  private readonly projections: ReadonlyMap<string, Projection>;

  constructor(private readonly ports: HeadsPorts) {
    this.projections = new Map(ports.projections.map((projection) => [projection.collection.name, projection]));
  }

  /** Runs `work` with the unit of a workspace, which stays as long as that takes. */
  async with<Result>(workspaceId: string, work: (unit: Unit) => Promise<Result>): Promise<Result> {
    const slot = this.slot(workspaceId);
    slot.pins += 1;
    try {
      return await work(slot.loaded ?? (await slot.unit));
    } finally {
      slot.pins -= 1;
      this.tidy(workspaceId, slot);
    }
  }

  /** The unit of a workspace where it is loaded and of use; nothing is loaded for it. */
  loaded(workspaceId: string): Unit | undefined {
    const slot = this.slots.get(workspaceId);
    return slot && !isFailed(slot) ? slot.loaded : undefined;
  }

  /** The rows of a workspace are complete up to here. */
  rowsReached(workspaceId: string, completeTo: number): void {
    this.slots.get(workspaceId)?.loaded?.head.rowsReached(completeTo);
  }

  /** The heads whose rows are not known to have all that is in the log. */
  lagging(): readonly Head[] {
    return [...this.slots.values()].flatMap(({ loaded }) => (loaded?.head.rowsLag ? [loaded.head] : []));
  }

  private slot(workspaceId: string): Slot {
    const found = this.slots.get(workspaceId);
    const slot = found && !isFailed(found) ? found : this.load(workspaceId);
    // Put at the end: the map's order is the order of use.
    this.slots.delete(workspaceId);
    this.slots.set(workspaceId, slot);
    return slot;
  }

  private load(workspaceId: string): Slot {
    const { readModel, store, onDurable } = this.ports;
    const { generations } = readModel;
    // A head made of rows that were just dropped would be without workspace, keys and lists, for as long as it is kept.
    const load = () => loadHead(workspaceId, this.projections, readModel, store, onDurable);
    const unit = ofOneGeneration(generations, load).then((head): Unit => {
      const pipeline = new Pipeline(head, {
        ...this.ports,
        generations,
        load: (snapshot, needed) => loadRows(readModel, snapshot, needed),
      });
      return { head, pipeline };
    });
    const slot: Slot = { unit, loaded: undefined, pins: 0 };
    unit.then(
      (loaded) => (slot.loaded = loaded),
      () => this.forget(workspaceId, slot),
    );
    return slot;
  }

  private tidy(workspaceId: string, slot: Slot): void {
    if (isFailed(slot)) this.forget(workspaceId, slot);
    if (this.slots.size <= KEPT) return;
    for (const [id, candidate] of this.slots) {
      if (candidate.pins > 0 || !candidate.loaded?.pipeline.idle) continue;
      this.slots.delete(id);
      if (this.slots.size <= KEPT) return;
    }
  }

  private forget(workspaceId: string, slot: Slot): void {
    if (this.slots.get(workspaceId) === slot) this.slots.delete(workspaceId);
  }
}

function isFailed({ loaded }: Slot): boolean {
  return loaded?.pipeline.failed !== undefined;
}
