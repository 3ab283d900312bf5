import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { EventStore } from '#event-store';
import { workspaceStream } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { EVENT_IDS, isShown } from '../domain/index.js';
import type { EventsIndex } from '../events-index.port.js';
import { EVENT_LOG, EVENTS_INDEX } from '../tokens.js';
import { lagOf } from './lag-of.js';
import { eventsAt } from './log-runs.js';
import { presented, type PresentedEvent } from './presented.js';

export interface FoundEvent {
  /** Undefined: there is none, or the index does not have it yet. */
  readonly event: PresentedEvent | undefined;
  /** Events of the workspace that the index lacks. */
  readonly lag: number;
}

/** GET /events/{eventId}. */
export class GetEvent extends Query<FoundEvent> {
  constructor(
    readonly workspaceId: string,
    readonly eventId: string,
  ) {
    super();
  }
}

@QueryHandler(GetEvent)
export class GetEventHandler implements IQueryHandler<GetEvent> {
  constructor(
    @Inject(EVENTS_INDEX) private readonly index: EventsIndex,
    @Inject(EVENT_LOG) private readonly log: Pick<EventStore, 'read'>,
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
  ) {}

  async execute({ workspaceId, eventId }: GetEvent): Promise<FoundEvent> {
    const lag = await lagOf(workspaceId, this.index, this.log);
    const page = { index: 'by_id', prefix: [workspaceId, eventId], limit: 1 };
    const rows = await this.index.rows.page(EVENT_IDS, page);
    const places = rows.map(({ stream, revision }) => ({ stream: stream || workspaceStream(workspaceId), revision }));
    const shown = (await eventsAt(places, this.log)).filter(isShown);
    const [event] = await presented(shown, this.readModel);
    return { event, lag };
  }
}
