import type { Instant, RecordedEvent } from '#kernel';
import { FOLLOWER_PROJECTIONS } from '../../catalogue.js';
import { type PastEventsOptions, readPastEvents } from '../past-events.js';
import { PastRefusal } from '../past-refusal.js';
import { FoldedRows } from '../timeline/folded-rows.js';
import { byOrder, isClosed, neededFor, type OrderRule, type Place, placesOf, ruleBetween } from './places.js';

/** A contact, and where it stood. */
export interface OrderedContact {
  readonly contact_id: string;
  /** The place that counts first, then any other list that it was on. */
  readonly places: readonly [Place, ...Place[]];
}

/** Which of two contacts would have been called first at an instant, and why. */
export interface CallOrder {
  readonly at: Instant;
  /** The id of the contact that comes first; null: neither may be called. */
  readonly first: string | null;
  /** The rule that decides; `gate`: one of them, or both, may not be called. */
  readonly rule: OrderRule;
  /** In the order in which they were asked for. */
  readonly contacts: readonly [OrderedContact, OrderedContact];
}

export interface OrderOptions extends Pick<PastEventsOptions, 'environment' | 'workspaceId' | 'signal'> {
  readonly at: Instant;
  /** Two ids. */
  readonly contactIds: readonly [string, string];
  /** Called with each batch: the part of the log that was read. */
  readonly progress: (part: number | undefined) => void;
}

/**
 * Reads from the log which of two contacts would have been called first at an instant. Only rows that these two are
 * judged by are folded. Nothing is written.
 * @throws PastRefusal one clear sentence; `not_found`: there was no such workspace or contact
 * @throws the reason of `signal`
 */
export async function readOrder(options: OrderOptions): Promise<CallOrder> {
  const { workspaceId, at, contactIds, progress } = options;
  const rows = new FoldedRows(neededFor(workspaceId, contactIds), FOLLOWER_PROJECTIONS);
  const isWanted = (event: RecordedEvent): boolean => rows.mayTouch(event);
  const events = { ...options, from: undefined, until: at, deliveries: [], withSkips: true, isWanted };
  let isKnown = false;
  for await (const batch of readPastEvents(events)) {
    for (const event of batch.events) rows.fold(event, rows.touched(event));
    isKnown ||= batch.events.length > 0;
    progress(batch.part);
  }
  if (!isKnown) throw new PastRefusal('not_found', `The log has no workspace ${workspaceId} up to ${at}.`);
  const found = (contact_id: string): OrderedContact => {
    const [first, ...more] = placesOf(rows, workspaceId, contact_id, at);
    if (first) return { contact_id, places: [first, ...more] };
    throw new PastRefusal('not_found', `Workspace ${workspaceId} had no contact ${contact_id} up to ${at}.`);
  };
  const [a, b] = [found(contactIds[0]), found(contactIds[1])];
  const [ofA, ofB] = [a.places[0], b.places[0]];
  if (isClosed(ofA, at) && isClosed(ofB, at)) return { at, first: null, rule: 'gate', contacts: [a, b] };
  const first = byOrder(at)(ofA, ofB) <= 0 ? a : b;
  return { at, first: first.contact_id, rule: ruleBetween(ofA, ofB, at), contacts: [a, b] };
}
