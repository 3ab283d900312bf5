import { SKIPS_STREAM, type StoredEvent } from '#event-store';
import { type Position, workspaceStream } from '#kernel';
import { DELIVERY_STREAMS } from '#webhooks/domain';
import { PastRefusal } from '../past/past-refusal.js';
import type { Events } from './appending.js';
import type { LogToCopy } from './stores.js';

/** The events of one workspace in a log, of its stream and of those of its deliveries, from where they were read. */
export class WorkspaceTail {
  /** The last event of the log that was read, of whatever workspace. */
  private position: Position | undefined;
  /** Whether the writes of the workspace are paused, by the events that were read. */
  isPaused = false;

  constructor(private readonly workspaceId: string) {}

  /**
   * The events that come next, up to the end of the log.
   * @throws PastRefusal events of the workspace were skipped, or it is deleted
   */
  async *events(log: LogToCopy): Events {
    if (log.end === undefined) return;
    for await (const event of log.events(this.position)) {
      if (event.position > log.end) return;
      this.position = event.position;
      this.refuseSkipped(event);
      if (!this.isOfWorkspace(event)) continue;
      this.note(event);
      yield event;
    }
  }

  private isOfWorkspace({ stream, metadata }: StoredEvent): boolean {
    if (stream === workspaceStream(this.workspaceId)) return true;
    // Most events are of other workspaces: their metadata need not be parsed.
    if (!stream.startsWith(DELIVERY_STREAMS) || !metadata.includes(this.workspaceId)) return false;
    return (JSON.parse(metadata) as { readonly workspace_id?: unknown }).workspace_id === this.workspaceId;
  }

  private refuseSkipped({ stream, data, metadata }: StoredEvent): void {
    if (stream !== SKIPS_STREAM || data === '') return;
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

  private note({ type, data }: StoredEvent): void {
    if (type === 'WorkspaceDeleted')
      throw new PastRefusal('not_understood', 'The workspace is deleted in the log to copy.');
    if (type !== 'WorkspaceChanged') return;
    const { changes } = JSON.parse(data) as { readonly changes?: { readonly writes_paused?: unknown } };
    if (typeof changes?.writes_paused === 'boolean') this.isPaused = changes.writes_paused;
  }
}
