import { type EventStore, SKIPS_STREAM, type SkippedEvents, WrongExpectedRevisionError } from '#event-store';
import type { RequestContext } from '#http';
import {
  type Actor,
  type Clock,
  DomainError,
  type IdSource,
  instant,
  type NewEvent,
  WORKSPACE_STREAMS,
  workspaceStream,
} from '#kernel';
import { HELD_STREAMS, type HeldStreamRow, type ReadModel, workspaceOf } from '#read-model';
import { workspaceOfOpenDelivery } from '#webhooks';

export interface EventSkippingPorts {
  readonly store: Pick<EventStore, 'append' | 'read'>;
  readonly skipped: SkippedEvents;
  readonly readModel: Pick<ReadModel, 'getMany' | 'page'>;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** An event that is to be skipped, and the reason. */
export interface Skip {
  readonly stream: string;
  readonly revision: number;
  readonly reason: string;
}

/**
 * Skips events by a record in the log, which counts for every process and every rebuild
 * (docs/adr/0022-an-unprojectable-event-holds-back-its-own-stream.md).
 */
export class EventSkipping {
  constructor(private readonly ports: EventSkippingPorts) {}

  /** Held streams, by their names, behind a name. */
  held(limit: number, after: string | undefined): Promise<readonly HeldStreamRow[]> {
    const behind = after === undefined ? {} : { after: [after] };
    return this.ports.readModel.page(HELD_STREAMS, { index: 'held', prefix: [1], ...behind, limit });
  }

  /**
   * Skips the event that holds a stream back. Skipping it again changes nothing.
   * @throws DomainError `not_found` no event holds the stream back; `resource_conflict` another event does, or the
   * stream
   *   waits for its workspace
   * @throws StoreUnavailableError, ReadModelUnavailableError
   */
  async skip(skip: Skip, { actor, correlationId }: Pick<RequestContext, 'actor' | 'correlationId'>): Promise<void> {
    const { store, skipped } = this.ports;
    for (;;) {
      await skipped.refresh(store);
      if (skipped.inPlaceOf(skip.stream, skip.revision)) return;
      const workspaceId = await this.holding(skip);
      const record = this.record(skip, workspaceId, actor, correlationId);
      try {
        await store.append(SKIPS_STREAM, [record], skipped.length === 0 ? 'no_stream' : skipped.length - 1);
      } catch (error) {
        // Another request has skipped another event in between: decides again at the new end of the stream.
        if (!(error instanceof WrongExpectedRevisionError)) throw error;
      }
    }
  }

  /** The workspace of the stream that this event holds back; '' where it is not known. */
  private async holding({ stream, revision }: Skip): Promise<string> {
    const row = await this.heldRow(stream);
    if (!row) throw new DomainError('not_found', 'No such stream is held back.');
    if (row.at !== revision) {
      throw new DomainError('resource_conflict', `The stream is held back at revision ${row.at}, not ${revision}.`);
    }
    const own = workspaceOf(stream);
    if (own !== undefined) return own;
    const { readModel } = this.ports;
    const workspaceId = row.workspace_id || ((await workspaceOfOpenDelivery(readModel, stream)) ?? '');
    // The event may be a good one that only lacks earlier events of the workspace's stream. A delivery without a row
    // may be requested in any held stream.
    const workspace = workspaceId ? await this.heldRow(workspaceStream(workspaceId)) : await this.firstHeldWorkspace();
    if (!workspace) return workspaceId;
    throw new DomainError('resource_conflict', `Skip what holds back ${workspace.stream} first.`);
  }

  private async heldRow(stream: string): Promise<HeldStreamRow | undefined> {
    const [row] = await this.ports.readModel.getMany(HELD_STREAMS, [[stream]]);
    return row?.held === 1 ? row : undefined;
  }

  private async firstHeldWorkspace(): Promise<HeldStreamRow | undefined> {
    const [row] = await this.held(1, WORKSPACE_STREAMS);
    return row?.stream.startsWith(WORKSPACE_STREAMS) ? row : undefined;
  }

  private record(skip: Skip, workspace_id: string, actor: Actor, correlation_id: string): NewEvent {
    const { clock, ids } = this.ports;
    const occurred_at = instant(clock.now());
    const metadata = { schema_version: 1, workspace_id, occurred_at, actor, correlation_id, causation_id: null };
    return { id: ids.next(), type: 'EventSkipped', data: skip, metadata };
  }
}
