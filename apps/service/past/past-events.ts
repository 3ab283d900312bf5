import { isUnreadable, SkippedEvents, SKIPS_STREAM } from '#event-store';
import { type Instant, type RecordedEvent, workspaceStream } from '#kernel';
import { DELIVERY_STREAMS } from '#webhooks/domain';
import { readConfig } from '../config.js';
import type { Variables } from '../environment.js';
import { systemMachine } from '../machine.js';
import { openLogReading } from './log-reading.js';
import { partOf } from './part-of.js';
import { PastLog } from './past-log.js';
import { asPastRefusal, PastRefusal } from './past-refusal.js';

export interface PastEventsOptions {
  /** The environment of the service whose log it is. */
  readonly environment: Variables;
  readonly workspaceId: string;
  /** Only events of this instant and later; undefined: from the beginning. */
  readonly from: Instant | undefined;
  /** The latest instant of an event. */
  readonly until: Instant;
  readonly signal: AbortSignal;
}

/** Events of a workspace's streams and of its deliveries' streams, and how far the log was read. */
export interface PastEventBatch {
  readonly events: readonly RecordedEvent[];
  /** The part of the log that was read, from 0 to 1, where positions tell; undefined where they do not. */
  readonly part: number | undefined;
}

/**
 * Reads the events of a workspace up to an instant in the order of the log, with their personal data open. Nothing is
 * written.
 * @throws PastRefusal one clear sentence; also for an event that this version cannot read
 */
export async function* readPastEvents(options: PastEventsOptions): AsyncGenerator<PastEventBatch, void, undefined> {
  const { environment, workspaceId, from = '', until, signal } = options;
  const prefixes = [workspaceStream(workspaceId), DELIVERY_STREAMS, SKIPS_STREAM];
  let close: () => Promise<void> = async () => undefined;
  try {
    const skipped = new SkippedEvents();
    const { timers } = systemMachine;
    const narrowed = (log: ConstructorParameters<typeof PastLog>[0]) => new PastLog(log, { until, workspaceId });
    const reading = await openLogReading({ config: readConfig(environment), skipped, timers, narrowed });
    close = () => reading.close();
    for await (const batch of reading.log.follow({ prefixes, signal })) {
      const events = batch.events.map((event) => {
        if (!isUnreadable(event)) return event;
        throw new PastRefusal(
          'unavailable',
          `${event.stream} ${event.revision} (${event.type}) cannot be read: ${event.unreadable}.`,
        );
      });
      const ofWorkspace = ({ stream, metadata }: RecordedEvent): boolean =>
        stream !== SKIPS_STREAM && metadata.workspace_id === workspaceId && metadata.occurred_at >= from;
      yield { events: events.filter(ofWorkspace), part: partOf(batch.position, reading.end) };
      if (batch.caughtUp) return;
    }
    signal.throwIfAborted();
  } catch (error) {
    throw asPastRefusal(error);
  } finally {
    await close();
  }
}
