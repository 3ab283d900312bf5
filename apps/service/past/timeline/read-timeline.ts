import type { Instant } from '#kernel';
import { deliveryStream } from '#webhooks/domain';
import { FOLLOWER_PROJECTIONS } from '../../catalogue.js';
import { type PastEventsOptions, readPastEvents } from '../past-events.js';
import { PastRefusal } from '../past-refusal.js';
import type { Subject } from './subject-view.js';
import { Timeline, type TimelineEntry } from './timeline.js';

export interface TimelineOptions extends Pick<
  PastEventsOptions,
  'environment' | 'workspaceId' | 'until' | 'isLive' | 'signal'
> {
  readonly subject: Subject;
  /** Only events of this instant and later; undefined: from the first one on. */
  readonly from: Instant | undefined;
}

/** Entries of a timeline in the order of the log, and how far the log was read. */
export interface TimelineBatch {
  readonly entries: readonly TimelineEntry[];
  /** The part of the log that was read, from 0 to 1, where positions tell; undefined where they do not. */
  readonly part: number | undefined;
  readonly caughtUp: boolean;
}

/**
 * Reads every event that touched a subject, with what it changed. Nothing is written.
 * @throws PastRefusal one clear sentence; `not_found`: no event up to the end of the log, or to `until`, touched it
 * @throws the reason of `signal`
 */
export async function* readTimeline(options: TimelineOptions): AsyncGenerator<TimelineBatch, void, undefined> {
  const { subject, workspaceId, from = '', until } = options;
  const timeline = new Timeline(subject, workspaceId, FOLLOWER_PROJECTIONS);
  const deliveries = subject.type === 'delivery' ? [deliveryStream(subject.ids[0]!)] : [];
  let [isWorkspaceKnown, isKnown] = [false, false];
  for await (const { events, part, caughtUp } of readPastEvents({
    ...options,
    ...{ from: undefined, deliveries, withSkips: true, isWanted: (event) => timeline.concerns(event) },
  })) {
    const touching = events.flatMap((event) => timeline.add(event) ?? []);
    isWorkspaceKnown ||= events.length > 0;
    isKnown ||= touching.length > 0;
    if (caughtUp && !isKnown) {
      const what = isWorkspaceKnown ? `${subject.type} ${subject.ids.join('/')} in workspace` : 'workspace';
      const when = until === undefined ? '' : ` up to ${until}`;
      throw new PastRefusal('not_found', `The log has no ${what} ${workspaceId}${when}.`);
    }
    yield { entries: touching.filter(({ event }) => event.metadata.occurred_at >= from), part, caughtUp };
  }
}
