import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { EventStore } from '#event-store';
import type { EventSubject, RecordedEvent } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { subjectsIn } from '../domain/index.js';
import type { EventsIndex } from '../events-index.port.js';
import { EVENT_LOG, EVENTS_INDEX } from '../tokens.js';
import { type Cursor, readEventsPage } from './events-page.js';
import type { EventFilters } from './found-events.js';
import { lagOf } from './lag-of.js';
import { presented, type PresentedEvent } from './presented.js';

export interface EventsPage {
  readonly events: readonly PresentedEvent[];
  /** Where the next page begins, now or once there are more events; undefined: there will be none. */
  readonly next: Cursor | undefined;
  /** Whether the page ends where the index does. */
  readonly caughtUp: boolean;
  /** Events of the workspace that the index lacks. */
  readonly lag: number;
}

/** GET /events, in the order of the log. */
export class ListEvents extends Query<EventsPage> {
  constructor(
    readonly workspaceId: string,
    readonly filters: EventFilters,
    readonly size: number,
    readonly after: Cursor | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListEvents)
export class ListEventsHandler implements IQueryHandler<ListEvents> {
  constructor(
    @Inject(EVENTS_INDEX) private readonly index: EventsIndex,
    @Inject(EVENT_LOG) private readonly log: Pick<EventStore, 'read'>,
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
  ) {}

  async execute(query: ListEvents): Promise<EventsPage> {
    const lag = await lagOf(query.workspaceId, this.index, this.log);
    const { subject } = query.filters;
    const filters = { ...query.filters, subject: subject && indexed(subject) };
    const isWanted = (event: RecordedEvent) => subject?.type !== 'member' || isNamedIn(event, subject);
    const { events, ...rest } = await readEventsPage(this.index, this.log, { ...query, filters, isWanted });
    return { events: await presented(events, this.readModel), ...rest, lag };
  }
}

/** A member is not in the index: its contact is, which has few events. */
function indexed(subject: EventSubject): EventSubject {
  return subject.type === 'member' ? { type: 'contact', id: subject.id.split('/')[1]! } : subject;
}

function isNamedIn(event: RecordedEvent, { type, id }: EventSubject): boolean {
  return subjectsIn(event).some((named) => named.type === type && named.id === id);
}
