import type { CommandBus } from '@nestjs/cqrs';
import type { EventStore } from '#event-store';
import { DomainError, type IdSource, type RecordedEvent, workspaceStream, WorkspaceTurns } from '#kernel';
import type { ReadModel } from '#read-model';
import {
  inTraceAt,
  type Offered,
  readPages,
  type ToDoList,
  type ToDoPorts,
  type ToDoRun,
  ToDoWorker,
  type TraceAt,
} from '#workers';
import type { CommandResult } from '#workspace-head';
import { ForwardEvents } from '../commands/forward-events.command.js';
import { EVENT_FEEDS, type EventFeedRow, type FedEvents, FORWARDED_AT_ONCE, isFed } from '../domain/index.js';

export interface EventFeedPorts extends ToDoPorts {
  readonly readModel: Pick<ReadModel, 'page' | 'getMany'>;
  /** Personal data are open to it. */
  readonly events: Pick<EventStore, 'read'>;
  readonly bus: Pick<CommandBus, 'execute'>;
  readonly ids: IdSource;
  /** Undefined: nothing is traced. */
  readonly traceAt?: TraceAt | undefined;
}

/** How health names a feed. */
interface FeedName {
  readonly workspaceId: string;
}

/** Chunks decided at once, of all workspaces: each reads pages of the log and holds the deliveries of one append. */
const CONCURRENT_CHUNKS = 4;
/** Events of one read of the log. */
const PAGE = 200;
/** Fed events of one command, those of no interest left out: what does not fit into its append is read again. */
const MOST_FED = 200;
/**
 * Turns the events of workspaces into deliveries to their endpoints
 * (docs/adr/0057-events-reach-endpoints-by-a-feed.md), chunk by chunk, each workspace's in the order of its stream. The
 * deliveries of a chunk and how far it goes are one append: after a kill at any point, the next process continues
 * behind it, and no event is forwarded twice.
 */
export class EventFeedWorker extends ToDoWorker<EventFeedRow, FeedName> {
  private readonly feeds: OpenFeeds;

  constructor(ports: EventFeedPorts) {
    const feeds = new OpenFeeds(ports);
    super(ports, feeds);
    this.feeds = feeds;
  }

  /**
   * Forwards every event that the rows show; parked feeds are left out.
   * @throws the failure of a feed that is tried again later
   */
  settle(): Promise<void> {
    return this.settleAll((offer, run) => this.feeds.read(offer, run));
  }
}

class OpenFeeds implements ToDoList<EventFeedRow, FeedName> {
  private readonly turns = new WorkspaceTurns(CONCURRENT_CHUNKS);

  constructor(private readonly ports: EventFeedPorts) {}

  queueOf({ workspace_id }: EventFeedRow): string {
    return workspace_id;
  }

  keyOf({ workspace_id }: EventFeedRow): string {
    return workspace_id;
  }

  versionOf({ event_id }: EventFeedRow): string {
    return event_id;
  }

  nameOf({ workspace_id }: EventFeedRow): FeedName {
    return { workspaceId: workspace_id };
  }

  async read(offer: (feed: EventFeedRow) => Offered, run: ToDoRun): Promise<undefined> {
    const range = { index: 'open', prefix: [1], cursorOf: ({ workspace_id }: EventFeedRow) => [workspace_id] };
    await readPages(this.ports.readModel, EVENT_FEEDS, range, { each: offer, isStopped: () => run.stopped });
  }

  /** Forwards until the rows show that nothing waits. */
  async work({ workspace_id: workspaceId }: EventFeedRow, run: ToDoRun, progressed: () => void): Promise<undefined> {
    while (!run.stopped) {
      const [feed] = await this.ports.readModel.getMany(EVENT_FEEDS, [[workspaceId]]);
      if (feed?.open !== 1) return;
      const result = await this.turns.run(workspaceId, async () => (run.stopped ? undefined : this.forward(feed)));
      if (!result) return;
      progressed();
      await run.whenProjected(workspaceId, result);
    }
  }

  private async forward(feed: EventFeedRow): Promise<CommandResult> {
    const { workspace_id: workspaceId, event_id: causationId, correlation_id: correlationId, first_waiting } = feed;
    const fed = await this.readFed(feed);
    const actor = { kind: 'system', id: 'event_feeds' } as const;
    const context = { workspaceId, actor, correlationId, causationId };
    const { bus, ids, traceAt } = this.ports;
    const deliveryIds = Array.from({ length: FORWARDED_AT_ONCE }, () => ids.next());
    try {
      const traced = await inTraceAt(traceAt, context, first_waiting);
      return await bus.execute(new ForwardEvents(traced, fed, deliveryIds));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'quota_exceeded') throw error;
      // Not the fault of an event: it waits until deliveries have ended, and is not parked.
      throw new DomainError('unavailable', error.message);
    }
  }

  /** The next events that wait, of those that one command forwards. */
  private async readFed({ workspace_id, first_waiting, last_waiting }: EventFeedRow): Promise<FedEvents> {
    const events: RecordedEvent[] = [];
    let next = first_waiting;
    while (next <= last_waiting && events.length < MOST_FED) {
      const page = await this.ports.events.read(workspaceStream(workspace_id), { from: next, limit: PAGE });
      const read = page.filter(({ revision }) => revision <= last_waiting);
      events.push(...read.filter(({ type }) => isFed(type)));
      // A page that the store cut short says nothing about what is behind it.
      if (page.length === 0) break;
      next = read.length < page.length ? last_waiting + 1 : page.at(-1)!.revision + 1;
    }
    return { events, next };
  }
}
