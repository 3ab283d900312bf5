import type { EventStore, FollowBatch, FollowOptions, ReadOptions, SkippedEvents } from '#event-store';
import { type EventHeader, followed, presentDay } from '#event-store';
import type { DomainEvent, Position, RecordedEvent } from '#kernel';
import { UnknownEventError, workspaceStream } from '#kernel';

/** A log in memory that can be followed: only the part of an event store that a follower needs. */
export class FakeLog implements Pick<EventStore, 'follow' | 'read'> {
  readonly events: RecordedEvent[] = [];
  private readonly wake: (() => void)[] = [];
  /** Thrown by `follow` instead of the event at this index. */
  failAt: { readonly index: number; readonly error: Error } | undefined;

  /** The skipped events that the reading process knows. */
  skipped: SkippedEvents | undefined;
  /** Types of which no event can be read, as in a process of an older version. */
  readonly unknown = new Set<string>();

  /** Appends to a workspace's stream, or to another stream about it. */
  append(workspaceId: string, events: readonly DomainEvent[], stream = workspaceStream(workspaceId)): RecordedEvent[] {
    const revision = this.events.filter((event) => event.stream === stream).length;
    const recorded = events.map((event, i) => ({
      ...event,
      id: `${stream}-${revision + i}`,
      stream,
      revision: revision + i,
      // Not dense: no code may take positions for consecutive numbers.
      position: String((this.events.length + i + 1) * 3).padStart(9, '0') as Position,
      metadata: {
        schema_version: 1,
        workspace_id: workspaceId,
        occurred_at: '2025-01-01T00:00:00.000Z',
        actor: { kind: 'system', id: 'test' } as const,
        correlation_id: 'test',
        causation_id: null,
      },
    }));
    this.events.push(...recorded);
    for (const wake of this.wake.splice(0)) wake();
    return recorded;
  }

  async read(stream: string, { from = 0, limit }: ReadOptions): Promise<readonly RecordedEvent[]> {
    const events = this.events.filter((event) => event.stream === stream).slice(from, from + limit);
    return events.map((event) => this.decoded(event));
  }

  async *follow({ after, prefixes, signal, batchSize = 1_000 }: FollowOptions): AsyncGenerator<FollowBatch> {
    let next = after === undefined ? 0 : this.events.findIndex((event) => event.position === after) + 1;
    for (let first = true; !signal.aborted; first = false) {
      const limit = Math.min(next + batchSize, this.failAt?.index ?? Infinity);
      const read = this.events.slice(next, limit);
      if (read.length === 0 && this.failAt?.index === next) throw this.failAt.error;
      if (read.length === 0 && !first) {
        await this.woken(signal);
        continue;
      }
      next += read.length;
      yield {
        events: read
          .filter(({ stream }) => prefixes.some((prefix) => stream.startsWith(prefix)))
          .map((event) => followed(headerOf(event), () => this.decoded(event))),
        position: this.events[next - 1]?.position,
        caughtUp: next === this.events.length,
      };
    }
  }

  private decoded(event: RecordedEvent): RecordedEvent {
    const upcast = ({ stream, revision, type, metadata }: RecordedEvent) => {
      const about = { type, workspaceId: metadata.workspace_id };
      if (this.unknown.has(type)) throw new UnknownEventError(stream, revision, `unknown event type ${type}`, about);
      return event;
    };
    return presentDay(
      headerOf(event),
      { upcast, ...(this.skipped && { skipped: this.skipped }) },
      {
        data: () => event.data,
        metadata: () => event.metadata,
      },
    );
  }

  private woken(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      this.wake.push(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

function headerOf({ id, stream, revision, position, type }: RecordedEvent): EventHeader {
  return { id, stream, revision, position: position!, type };
}
