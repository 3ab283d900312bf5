import {
  type EventStore,
  type FollowBatch,
  type FollowedEvent,
  type FollowOptions,
  isUnreadable,
  type ReadOptions,
  SKIPS_STREAM,
} from '#event-store';
import type { Instant, Position, RecordedEvent } from '#kernel';
import { DELIVERY_STREAMS } from '#webhooks/domain';

/** Which part of a log is the past. */
export interface PastBounds {
  /** The latest instant that is part of it; undefined: all of the log. */
  readonly until?: Instant | undefined;
  /** Of this workspace alone; undefined: of all workspaces. */
  readonly workspaceId?: string | undefined;
}

/**
 * The part of a log that was written up to an instant, of each stream by itself: a stream ends before its first event
 * that `occurred_at` later. The clocks of two processes may differ, so the past of a workspace may stand behind later
 * events of another one: it is complete only once the log has been followed to its end.
 */
export class PastLog implements Pick<EventStore, 'read' | 'follow'> {
  /** The first revision of each stream that is not part of the past. */
  private readonly ends = new Map<string, number>();
  private passed: Position | undefined;
  private isOpenEnded = true;
  private first: Instant | undefined;
  private kept = 0;
  private isKnown = false;

  constructor(
    private readonly log: Pick<EventStore, 'read' | 'follow'>,
    private readonly bounds: PastBounds,
  ) {}

  /**
   * The position after which a later past begins: behind the last event before the first one that was left out.
   * Undefined: from the beginning.
   */
  get resumesAfter(): Position | undefined {
    return this.passed;
  }

  /** When the first event of the log that was followed occurred; undefined: there was none. */
  get begins(): Instant | undefined {
    return this.first;
  }

  /** Whether no event was written up to the instant. */
  get isEmpty(): boolean {
    return this.kept === 0;
  }

  /** Whether an event of the workspace that is asked for was followed, of any instant. */
  get isWorkspaceKnown(): boolean {
    return this.isKnown;
  }

  /** @see EventStore.read */
  async read(stream: string, options: ReadOptions): Promise<readonly RecordedEvent[]> {
    const end = this.ends.get(stream);
    const { from, backwards = false } = options;
    if (end === 0) return [];
    const start = backwards && end !== undefined ? { from: Math.min(from ?? Infinity, end - 1) } : {};
    const events = await this.log.read(stream, { ...options, ...start });
    return events.filter((event) => this.isPast(event));
  }

  /** @see EventStore.follow */
  async *follow(options: FollowOptions): AsyncGenerator<FollowBatch, void, undefined> {
    this.passed ??= options.after;
    for await (const batch of this.log.follow(options)) {
      const events = batch.events.filter((event) => this.isKept(event));
      if (this.isOpenEnded) this.passed = batch.position;
      yield { ...batch, events };
    }
  }

  private isKept(event: FollowedEvent): boolean {
    if (!this.isWanted(event)) return false;
    this.isKnown ||= event.stream !== SKIPS_STREAM;
    if (!isUnreadable(event)) this.first ??= event.metadata.occurred_at;
    if (this.isPast(event)) {
      this.kept += 1;
      if (this.isOpenEnded) this.passed = event.position;
      return true;
    }
    this.isOpenEnded = false;
    return false;
  }

  /** Whether it is of the workspace that is asked for. Skips concern every workspace. */
  private isWanted(event: FollowedEvent): boolean {
    const { workspaceId } = this.bounds;
    if (workspaceId === undefined || !event.stream.startsWith(DELIVERY_STREAMS)) return true;
    return (isUnreadable(event) ? event.workspaceId : event.metadata.workspace_id) === workspaceId;
  }

  private isPast(event: FollowedEvent): boolean {
    const { stream, revision } = event;
    const end = this.ends.get(stream);
    if (end !== undefined) return revision < end;
    // When an unreadable event was written is not known: it stands between two that are.
    const { until } = this.bounds;
    if (until === undefined || isUnreadable(event) || event.metadata.occurred_at <= until) return true;
    // Deliveries are too many to be remembered, and are not read by their stream.
    if (!stream.startsWith(DELIVERY_STREAMS)) this.ends.set(stream, revision);
    return false;
  }
}
