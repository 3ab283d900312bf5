import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { EventStore } from '#event-store';
import { READ_MODEL, type ReadModel } from '#read-model';
import { EVENTS } from '../domain/index.js';
import type { EventsIndex } from '../events-index.port.js';
import { EVENT_LOG, EVENTS_INDEX } from '../tokens.js';
import { eventsOf, type PresentedEvent } from './events-of-log.js';
import { lagOf } from './lag-of.js';

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
    const [row] = await this.index.rows.page(EVENTS, { index: 'by_id', prefix: [workspaceId, eventId], limit: 1 });
    const { events } = row ? await eventsOf([row], this.log, this.readModel) : { events: [] };
    return { event: events[0], lag };
  }
}
