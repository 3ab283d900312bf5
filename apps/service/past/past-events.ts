import { isUnreadable, SkippedEvents, SKIPS_STREAM } from '#event-store';
import { type Instant, type RecordedEvent, workspaceStream } from '#kernel';
import { DELIVERY_STREAMS } from '#webhooks/domain';
import { readConfig } from '../config.js';
import type { Variables } from '../environment.js';
import { openLogReading } from './log-reading.js';
import { partOf } from './part-of.js';
import { PastLog } from './past-log.js';
import { asPastRefusal, PastRefusal } from './past-refusal.js';
import type { ReadableLog } from './read-stores.js';

/** Milliseconds between two turns of a process that only waits for events: it does nothing in them. */
const ALIVE_MS = 60_000;

export interface PastEventsOptions {
  /** The environment of the service whose log it is. */
  readonly environment: Variables;
  readonly workspaceId: string;
  /** Only events of this instant and later; undefined: from the beginning. */
  readonly from: Instant | undefined;
  /** The latest instant of an event; undefined: up to the end of the log. */
  readonly until: Instant | undefined;
  /** Prefixes of the streams of deliveries that are read; undefined: all of them. */
  readonly deliveries?: readonly string[];
  /**
   * Whether the record of a skip stands in the place of each skipped event, as projections see it. Otherwise it stands
   * in the place of those alone that this version cannot read.
   */
  readonly withSkips?: boolean;
  /**
   * Events for which this is false are left out. It is asked before personal data are opened, which takes most of the
   * time of a read: they are null in these events.
   */
  readonly isWanted?: (event: RecordedEvent) => boolean;
  /** Whether events that are written later are waited for, until `signal` is aborted. */
  readonly isLive?: boolean;
  readonly signal: AbortSignal;
}

/** Events of a workspace's streams and of its deliveries' streams, and how far the log was read. */
export interface PastEventBatch {
  readonly events: readonly RecordedEvent[];
  /** The part of the log that was read, from 0 to 1, where positions tell; undefined where they do not. */
  readonly part: number | undefined;
  /** The log had no further event when this batch was read. */
  readonly caughtUp: boolean;
  /** Whether the log has an event of the workspace up to here, of any instant, wanted or not. */
  readonly isKnown: boolean;
}

/**
 * Reads the events of a workspace up to an instant in the order of the log, with their personal data open. Nothing is
 * written.
 * @throws PastRefusal one clear sentence; also for an event that this version cannot read, and that nobody has skipped
 * @throws the reason of `signal`
 */
export async function* readPastEvents(options: PastEventsOptions): AsyncGenerator<PastEventBatch, void, undefined> {
  const { environment, workspaceId, from = '', until, deliveries = [DELIVERY_STREAMS], signal } = options;
  const prefixes = [workspaceStream(workspaceId), ...deliveries, SKIPS_STREAM];
  let close: () => Promise<void> = async () => undefined;
  // A follower that waits for events does not keep the process alive.
  const alive = options.isLive ? setInterval(() => undefined, ALIVE_MS) : undefined;
  try {
    const skipped = new SkippedEvents();
    const skips = new SkippedEvents();
    let [whole, past]: [ReadableLog?, PastLog?] = [];
    const narrowed = (log: ReadableLog) => {
      [whole, past] = [log, new PastLog(log, { until, workspaceId })];
      return wanted(past, options.isWanted);
    };
    const reading = await openLogReading({ config: readConfig(environment), skipped, narrowed });
    close = () => reading.close();
    if (options.withSkips) await skipped.refresh(reading.log);
    else await skips.refresh(whole!);
    for await (const batch of reading.log.follow({ prefixes, signal })) {
      const events = batch.events.map((event) => {
        if (!isUnreadable(event)) return event;
        const { stream, revision, position } = event;
        const record = skips.inPlaceOf(stream, revision);
        if (record) return { ...record, stream, revision, position: position! };
        throw new PastRefusal(
          'unavailable',
          `${event.stream} ${event.revision} (${event.type}) cannot be read: ${event.unreadable}.`,
        );
      });
      const ofWorkspace = ({ stream, metadata }: RecordedEvent): boolean =>
        stream !== SKIPS_STREAM && metadata.workspace_id === workspaceId && metadata.occurred_at >= from;
      const { caughtUp } = batch;
      const part = partOf(batch.position, reading.end);
      yield { events: events.filter(ofWorkspace), part, caughtUp, isKnown: past!.isWorkspaceKnown };
      if (caughtUp && !options.isLive) return;
    }
    signal.throwIfAborted();
  } catch (error) {
    throw asPastRefusal(error);
  } finally {
    clearInterval(alive);
    await close();
  }
}

/** A log without the readable events that are not wanted. */
function wanted(log: ReadableLog, isWanted: PastEventsOptions['isWanted']): ReadableLog {
  if (!isWanted) return log;
  return {
    read: (stream, options) => log.read(stream, options),
    follow: async function* (options) {
      for await (const batch of log.follow(options)) {
        yield { ...batch, events: batch.events.filter((event) => isUnreadable(event) || isWanted(event)) };
      }
    },
  };
}
