import type { EventStore } from '#event-store';
import { type Projection, type Timers, UnknownEventError } from '#kernel';
import { ofOneGeneration } from '#read-model';
import { type HeadBounds, ROWS_OF_EMPTY_HEAD } from '../bounds.js';
import type { EvaluationPorts } from './evaluate.js';
import type { Head } from '../head/head.js';
import { catchUp, HeadForgottenError, loadHead, loadNeeded, type RowReader } from '../head/load-head.js';
import { Pipeline } from './pipeline.js';
import type { WaitingBytes } from './waiting-bytes.js';
import type { DurableEventsListener } from '../command-decider.js';

export interface HeadsPorts extends EvaluationPorts {
  readonly store: Pick<EventStore, 'append' | 'read' | 'singleWriter'>;
  readonly readModel: RowReader;
  readonly projections: readonly Projection[];
  readonly onDurable?: DurableEventsListener;
  readonly timers: Timers;
  readonly bounds: HeadBounds;
  readonly waiting: WaitingBytes;
  /**
   * Reads which events operators have skipped since the last call. @returns whether there were any. Undefined: events
   * are never skipped
   */
  readonly learnSkips?: () => Promise<boolean>;
}

/** The head and the pipeline of a workspace that this process serves. */
export interface Unit {
  readonly head: Head;
  readonly pipeline: Pipeline;
}

/** What the heads of a process hold, and how often a command found its head. */
export interface HeadCacheCounts {
  /** Heads in memory, and those that are being loaded. */
  readonly heads: number;
  /** Resident rows and retained events of all of them, with {@link ROWS_OF_EMPTY_HEAD} a head. */
  readonly rows: number;
  /** Commands that found their head, since the start; one that waits for a head that is being loaded included. */
  readonly hits: number;
  /** Heads that were loaded for a command, since the start. */
  readonly loads: number;
  /** Heads whose append the event store has not answered for too long: their commands are refused. */
  readonly stalled: number;
}

interface Slot {
  readonly unit: Promise<Unit>;
  /** Set once loaded. */
  loaded: Unit | undefined;
  /** Commands under way. A slot with any is not dropped. */
  pins: number;
  /** Rows at the last count; 0 once the slot is out of the map. */
  rowsHeld: number;
}

/**
 * Slots in use that one command passes at most while it looks for idle ones: its cost must not grow with their number.
 */
const MOST_IN_USE_PASSED = 8;
/** Milliseconds until a head that could not be read is loaded again. Each load may read 20,000 events. */
const UNREADABLE_MS = 5_000;

/**
 * The heads of the workspaces that this process serves. A head is loaded once; commands that arrive meanwhile wait for
 * it. The rows that all heads hold are bounded; the least recently used idle head is dropped first. A workspace never
 * has a second head while commands use the first: neither would know of the other's appends.
 * @see docs/adr/0020-overtaken-heads-and-faults.md
 */
export class Heads {
  /** The least recently used first. */
  private readonly slots = new Map<string, Slot>();
  /** Sum over the slots of the map. */
  private rowsHeld = 0;
  private hits = 0;
  private loads = 0;
  private readonly unreadable = new Map<string, UnknownEventError>();
  /** By workspace, the append in flight of a forgotten head. The next head is loaded after it, and has its events. */
  private readonly lastAppends = new Map<string, Promise<void>>();
  private readonly projections: ReadonlyMap<string, Projection>;

  constructor(private readonly ports: HeadsPorts) {
    this.projections = new Map(ports.projections.map((projection) => [projection.collection.name, projection]));
  }

  /**
   * Runs `work` with the unit of a workspace, which is kept until `work` has ended.
   * @throws UnknownEventError its log could not be read, now or within the last 5 s
   */
  async withUnit<Result>(workspaceId: string, work: (unit: Unit) => Promise<Result>): Promise<Result> {
    const unreadable = this.unreadable.get(workspaceId);
    if (unreadable) throw unreadable;
    const slot = this.slot(workspaceId);
    slot.pins += 1;
    try {
      return await work(slot.loaded ?? (await slot.unit));
    } finally {
      slot.pins -= 1;
      this.tidy(workspaceId, slot);
    }
  }

  /** The unit of a workspace where it is loaded and usable; nothing is loaded for it. */
  loaded(workspaceId: string): Unit | undefined {
    const slot = this.slots.get(workspaceId);
    return slot && !isFailed(slot) ? slot.loaded : undefined;
  }

  /** What a head has folded is wrong: the head is dropped, and commands that wait begin again on the next one. */
  forgetHead(workspaceId: string): void {
    this.unreadable.delete(workspaceId);
    const slot = this.slots.get(workspaceId);
    if (!slot) return;
    this.removeSlot(workspaceId, slot);
    if (!slot.loaded) return;
    const { pipeline } = slot.loaded;
    if (!pipeline.idle) this.lastAppends.set(workspaceId, pipeline.whenWritten);
    pipeline.fail(new HeadForgottenError('the rows of this workspace have changed'));
  }

  /** @see forgetHead */
  forgetHeads(): void {
    for (const workspaceId of [...this.slots.keys()]) this.forgetHead(workspaceId);
  }

  /** The rows of a workspace are complete up to and including this revision. */
  rowsReached(workspaceId: string, projectedRevision: number): void {
    const slot = this.slots.get(workspaceId);
    slot?.loaded?.head.rowsReached(projectedRevision);
    if (slot) this.recount(workspaceId, slot);
  }

  get counts(): HeadCacheCounts {
    const stalled = [...this.slots.values()].filter(({ loaded }) => loaded?.pipeline.stalled).length;
    return { heads: this.slots.size, rows: this.rowsHeld, hits: this.hits, loads: this.loads, stalled };
  }

  /** Every head in memory, of workspaces in no order. */
  all(): readonly Head[] {
    return [...this.slots.values()].flatMap(({ loaded }) => (loaded ? [loaded.head] : []));
  }

  /** The heads whose rows may lack events of the log. */
  lagging(): readonly Head[] {
    return this.all().filter(({ rowsLag }) => rowsLag);
  }

  private slot(workspaceId: string): Slot {
    const found = this.slots.get(workspaceId);
    if (found && isFailed(found)) this.removeSlot(workspaceId, found);
    const isHit = found !== undefined && !isFailed(found);
    if (isHit) this.hits += 1;
    else this.loads += 1;
    const slot = isHit ? found : this.load(workspaceId);
    this.putLast(workspaceId, slot);
    return slot;
  }

  private load(workspaceId: string): Slot {
    const { generations } = this.ports.readModel;
    const unit = this.loadHead(workspaceId).then((head): Unit => {
      const pipeline = new Pipeline(head, {
        ...this.ports,
        generations,
        waiting: this.ports.waiting.ofWorkspace(),
        load: (snapshot, needed) => loadNeeded(this.ports, head.stream, snapshot, needed),
        catchUp: () => catchUp(head, this.ports),
      });
      return { head, pipeline };
    });
    const slot: Slot = { unit, loaded: undefined, pins: 0, rowsHeld: 0 };
    unit.then(
      (loaded) => {
        slot.loaded = loaded;
        this.recount(workspaceId, slot);
      },
      () => this.removeSlot(workspaceId, slot),
    );
    return slot;
  }

  private putLast(workspaceId: string, slot: Slot): void {
    this.slots.delete(workspaceId);
    this.slots.set(workspaceId, slot);
  }

  /** An event that an operator skipped meanwhile no longer makes the log unreadable. */
  private async loadHead(workspaceId: string): Promise<Head> {
    const { readModel, store, onDurable, learnSkips } = this.ports;
    await this.lastAppends.get(workspaceId);
    this.lastAppends.delete(workspaceId);
    // A head loaded from rows that were just dropped would lack workspace, keys and lists for as long as it is kept.
    const load = () =>
      ofOneGeneration(readModel.generations, () =>
        loadHead(workspaceId, this.projections, readModel, store, onDurable),
      );
    try {
      return await load().catch(async (error: unknown) => {
        if (error instanceof UnknownEventError && (await learnSkips?.())) return load();
        throw error;
      });
    } catch (error) {
      if (error instanceof UnknownEventError) this.rememberUnreadable(workspaceId, error);
      throw error;
    }
  }

  private rememberUnreadable(workspaceId: string, error: UnknownEventError): void {
    this.unreadable.set(workspaceId, error);
    this.ports.timers.set(UNREADABLE_MS, () => {
      if (this.unreadable.get(workspaceId) === error) this.unreadable.delete(workspaceId);
    });
  }

  /**
   * Drops idle heads while all heads together hold more rows than they may. A head in use gets a second chance: its
   * slot is moved to the end.
   */
  private tidy(workspaceId: string, slot: Slot): void {
    if (isFailed(slot)) this.removeSlot(workspaceId, slot);
    this.recount(workspaceId, slot);
    let inUse = 0;
    for (const [id, candidate] of this.slots) {
      if (this.rowsHeld <= this.ports.bounds.rowsHeld || inUse === MOST_IN_USE_PASSED) return;
      if (candidate.pins === 0 && candidate.loaded?.pipeline.idle) this.removeSlot(id, candidate);
      else {
        this.putLast(id, candidate);
        inUse += 1;
      }
    }
  }

  private recount(workspaceId: string, slot: Slot): void {
    const isHeld = this.slots.get(workspaceId) === slot && slot.loaded;
    const rowsHeld = isHeld ? ROWS_OF_EMPTY_HEAD + isHeld.head.rowsHeld : 0;
    this.rowsHeld += rowsHeld - slot.rowsHeld;
    slot.rowsHeld = rowsHeld;
  }

  private removeSlot(workspaceId: string, slot: Slot): void {
    if (this.slots.get(workspaceId) === slot) this.slots.delete(workspaceId);
    this.recount(workspaceId, slot);
  }
}

function isFailed({ loaded }: Slot): boolean {
  return loaded?.pipeline.failed !== undefined;
}
