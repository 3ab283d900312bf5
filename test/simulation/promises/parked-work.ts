import type { History, Judge } from '../world.js';
import { type EventOf, type ModelEvent, naming } from './model/events.js';
import { workspaceOf } from './replay.js';
import { workspacesOf } from './settled.js';

/** Milliseconds within which something comes of an item that is to be tried again, in a world that is healed. */
const TRIED_MS = 120_000;
/** Milliseconds within which each process knows what was skipped or done, whatever is paused, cut off or late. */
const KNOWN_MS = 60_000;

/** A decision of an operator about an item. */
interface Decided {
  readonly event: EventOf<'WorkRetried'> | EventOf<'WorkSkipped'>;
  /** What followed: it is parked again, or its work went on, whoever did it. */
  readonly next: ModelEvent | undefined;
  /**
   * Nothing has to follow: its workspace is deleted, it waits for the erasure of its contact, which is parked, or its
   * work was done a moment before, which the rows that the decision rests on need not show yet.
   */
  readonly isMoot: boolean;
}

/**
 * Something comes of each item that an operator has had tried again, by whichever process has its work: it is done,
 * goes on, or is parked again.
 */
export const retriedWorkIsTried: Judge = (history) => {
  const healedAt = history.incidents.find(({ what }) => what === 'healed')?.at ?? 0;
  return decisionsOf(history).flatMap(({ event, next, isMoot }) => {
    if (event.type !== 'WorkRetried' || isMoot) return [];
    const due = Math.max(healedAt, event.at) + TRIED_MS;
    if ((next?.at ?? history.endedAt) <= due) return [];
    return [`${naming(event)}: it was not tried by ${new Date(due).toISOString()}`];
  });
};

/**
 * What is skipped is never done afterwards: a delivery is cancelled, and no receiver gets it; and it is cancelled as
 * skipped only where an operator has skipped it.
 */
export const skippedWorkIsNotDone: Judge = (history) => {
  const skips = decisionsOf(history).filter(({ event }) => event.type === 'WorkSkipped');
  const skippedAt = new Map(skips.map(({ event }) => [event.data.item, event.at]));
  const unskipped = (history.events as readonly ModelEvent[]).flatMap((event) => {
    if (event.type !== 'DeliveryCancelled' || event.data.reason !== 'skipped') return [];
    return (skippedAt.get(event.data.delivery_id) ?? Infinity) <= event.at
      ? []
      : [`${naming(event)}: nobody has skipped it before`];
  });
  const left = skips.flatMap(({ event, next, isMoot }) =>
    next || isMoot ? [] : [`${naming(event)}: the delivery is not cancelled at the end`],
  );
  const sent = history.received.flatMap(({ deliveryId, at }) => {
    const since = skippedAt.get(deliveryId) ?? Infinity;
    if (at <= since + KNOWN_MS) return [];
    return [`POST ${deliveryId} at ${new Date(at).toISOString()}: it was skipped ${new Date(since).toISOString()}`];
  });
  return [...unskipped, ...left, ...sent];
};

/** What an operator is told to be decided stands in the log by then. */
export const decisionsAreOnRecord: Judge = ({ events, requests }) =>
  requests.flatMap(({ path, told, logAtAnswer, number }) => {
    const [, id, decision] = /^\/admin\/parked\/([^/]+)\/(retry|skip)$/.exec(path) ?? [];
    if (id === undefined || told.kind === 'lost' || told.status !== 200) return [];
    const { state } = told.body as { readonly state: string };
    if (state === 'done') return [];
    const type = decision === 'retry' ? 'WorkRetried' : 'WorkSkipped';
    const isThere = (events as readonly ModelEvent[])
      .slice(0, logAtAnswer)
      .some((event) => event.type === type && event.data.parked_id === id);
    return isThere ? [] : [`request ${number}, ${path}: answered ${state}, and the log has no ${type}`];
  });

/** Each decision about an item, and what followed it. */
function decisionsOf(history: History): readonly Decided[] {
  const workspaces = workspacesOf(history);
  const events = history.events as readonly ModelEvent[];
  return events.flatMap((event, index) => {
    if (event.type !== 'WorkRetried' && event.type !== 'WorkSkipped') return [];
    const { deleted, parked, deliveries } = workspaces.get(workspaceOf(event.stream)!)!;
    const { item } = event.data;
    const last = events.slice(0, index).findLast((earlier) => isAbout(earlier, item));
    const isDone = last !== undefined && last.type !== 'WorkParked' && event.at - last.at <= KNOWN_MS;
    const isMoot = isDone || deleted || parked.isParked('erasures', deliveries.get(item)?.contactId ?? '');
    return [{ event, isMoot, next: events.slice(index + 1).find((later) => isAbout(later, item)) }];
  });
}

/** Whether an event says that an item was worked on, or failed again. */
function isAbout(event: ModelEvent, item: string): boolean {
  switch (event.type) {
    case 'WorkParked':
      return event.data.item === item;
    case 'DeliveryAttempted':
    case 'DeliveryCancelled':
    case 'DeliveryErased':
      return event.data.delivery_id === item;
    case 'ContactErased':
    case 'ContactErasureCompleted':
      return event.data.contact_id === item;
    default:
      return false;
  }
}
