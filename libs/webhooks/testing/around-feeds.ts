import type { DomainEvent, RecordedEvent } from '#kernel';
import { recorded, testId, TestWorkspace } from '#kernel/testing';
import { DecidingHarness } from '#workers/testing';
import { ForwardEventsHandler } from '../commands/forward-events.command.js';
import { EVENT_FEEDS, type EventFeedRow } from '../domain/index.js';
import type { EventFeedPorts } from '../workers/event-feed-worker.js';
import { AROUND_ENDPOINTS } from './endpoints-past.js';

/** A workspace that keeps its log. */
export class LoggedWorkspace extends TestWorkspace {
  readonly log: RecordedEvent[] = [];

  constructor(workspaceId: string, ...events: readonly DomainEvent[]) {
    super(AROUND_ENDPOINTS, { workspaceId });
    this.append(events);
  }

  override append(events: readonly DomainEvent[], at?: string): this {
    const { workspaceId } = this;
    for (const event of events) this.log.push(recorded(event, this.log.length, { workspaceId }));
    return super.append(events, at);
  }
}

/** The ports of a worker of feeds, with the failures that each test sets. */
export class AroundFeeds extends DecidingHarness implements EventFeedPorts {
  private made = 0;
  readonly ids = { next: () => testId(50_000 + (this.made += 1)) };
  /** The reads of the log: from which revision, and how many events came. */
  readonly reads: (readonly [from: number, count: number])[] = [];

  constructor(readonly workspaces: readonly LoggedWorkspace[]) {
    super();
  }

  readonly bus = this.busTo(new ForwardEventsHandler(this.decider));

  readonly events = {
    read: (async (stream: string, { from, limit }: { readonly from: number; readonly limit: number }) => {
      const { log } = this.workspaces.find(({ workspaceId }) => stream === `workspace-${workspaceId}`)!;
      const page = log.slice(from, from + limit);
      this.reads.push([from, page.length]);
      return page;
    }) as EventFeedPorts['events']['read'],
  };

  readonly readModel = {
    page: (async () => this.feeds.filter(({ open }) => open === 1)) as never,
    getMany: (async (_collection: unknown, [[id]]: readonly [readonly [string]]) =>
      this.feeds.filter(({ workspace_id }) => workspace_id === id)) as never,
  };

  /** The rows are read from the workspaces themselves. */
  show(): Promise<void> {
    return Promise.resolve();
  }

  of(workspaceId: string): LoggedWorkspace {
    return this.workspaces.find((each) => each.workspaceId === workspaceId)!;
  }

  /** The types of the events that were appended behind the history of a workspace. */
  appended(workspaceId: string, history: number): readonly string[] {
    return this.of(workspaceId)
      .log.slice(history)
      .map(({ type }) => type);
  }

  private get feeds(): readonly EventFeedRow[] {
    return this.workspaces.flatMap((each) => each.all(EVENT_FEEDS));
  }
}
