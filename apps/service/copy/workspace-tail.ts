import { SKIPS_STREAM, type StoredEvent } from '#event-store';
import { type Position, workspaceStream } from '#kernel';
import { DELIVERY_STREAMS } from '#webhooks/domain';
import type { WorkspaceChanged } from '#workspaces/domain';
import { partOf } from '../past/part-of.js';
import { PastRefusal } from '../past/past-refusal.js';
import { type CopyingOptions, type Events, EVENTS_A_TURN, turn } from './appending.js';
import type { LogToCopy } from './stores.js';

/** The events of one workspace in a log, of its stream and of those of its deliveries, from where they were read. */
export class WorkspaceTail {
  /** The last event of the log that was read, of whatever workspace. */
  private position: Position | undefined;
  private read = 0;
  /** Whether the writes of the workspace are paused, by the events that were read. */
  isPaused = false;
  /** The arrivals that these events have ended. */
  readonly endedArrivals = new Set<string>();

  constructor(
    protected readonly workspaceId: string,
    private readonly options: CopyingOptions,
  ) {}

  /**
   * The events that come next, up to the end of the log.
   * @param what becomes of them, for the progress
   * @throws the signal's reason
   */
  async *events(log: LogToCopy, what: string): Events {
    if (log.end === undefined) return;
    for await (const event of log.events(this.position)) {
      if (event.position > log.end) return;
      this.position = event.position;
      this.read += 1;
      if (this.read % EVENTS_A_TURN === 0) await turn(this.options, partOf(event.position, log.end), what);
      this.judge(event);
      if (!this.isOfWorkspace(event)) continue;
      this.note(event);
      yield event;
    }
  }

  /** Called with each event of the log. */
  protected judge(_event: StoredEvent): void {
    return undefined;
  }

  private isOfWorkspace({ stream, metadata }: StoredEvent): boolean {
    if (stream === workspaceStream(this.workspaceId)) return true;
    // Most events are of other workspaces: their metadata need not be parsed.
    if (!stream.startsWith(DELIVERY_STREAMS) || !metadata.includes(this.workspaceId)) return false;
    return (JSON.parse(metadata) as { readonly workspace_id?: unknown }).workspace_id === this.workspaceId;
  }

  private note({ type, data }: StoredEvent): void {
    if (type !== 'WorkspaceChanged') return;
    const { changes, arrival_id } = JSON.parse(data) as Partial<WorkspaceChanged['data']>;
    if (typeof changes?.writes_paused === 'boolean') this.isPaused = changes.writes_paused;
    if (arrival_id !== undefined) this.endedArrivals.add(arrival_id);
  }
}

/** The same of the log that is copied, which refuses what cannot move. */
export class SourceTail extends WorkspaceTail {
  /** @throws PastRefusal an event of the workspace was skipped, or it is deleted */
  protected override judge(event: StoredEvent): void {
    if (event.stream === SKIPS_STREAM && event.data !== '') this.refuseSkipped(event);
    if (event.type === 'WorkspaceDeleted' && event.stream === workspaceStream(this.workspaceId)) {
      throw new PastRefusal('not_understood', 'The workspace is deleted in the log to copy.');
    }
  }

  private refuseSkipped({ data, metadata }: StoredEvent): void {
    const { workspace_id: owner } = JSON.parse(metadata) as { readonly workspace_id?: unknown };
    // That of a delivery whose workspace was not known may be of this one.
    if (owner !== this.workspaceId && owner !== '') return;
    const skipped = JSON.parse(data) as { readonly stream?: unknown; readonly revision?: unknown };
    const place = `${String(skipped.stream)}@${String(skipped.revision)}`;
    throw new PastRefusal(
      'check_failed',
      `An operator has skipped ${place}: a workspace moves with all of its events.`,
    );
  }
}
