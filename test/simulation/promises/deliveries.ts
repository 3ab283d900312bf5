import type { Judge, ReceivedRecord } from '../world.js';
import type { Logged, ModelEvent } from './model/events.js';
import { naming } from './model/events.js';
import { workspacesOf } from './settled.js';

/**
 * Seconds from an attempt to the next at least: after the first, after the second …
 * (docs/reference/http-contract.md#the-webhook).
 */
const SHORTEST_WAITS_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((wait) => wait * 0.8);
/** Attempts that a delivery has in all. */
const MAX_ATTEMPTS = SHORTEST_WAITS_S.length + 1;
/**
 * Milliseconds by which a POST may arrive after its delivery has ended: its sender read the log before. Longer where it
 * was paused before it sent. Deliveries come at least once.
 */
const OVERTAKEN_MS = 1_000;
const OVERTAKEN_IN_A_PAUSE_MS = 30_000;
/** A delivery that was due this long before the end of a settled world is late, in milliseconds. */
const LATE_MS = 120_000;

/** Why a delivery is cancelled that no receiver has answered. */
const OF_NO_ATTEMPT: readonly string[] = ['erased', 'skipped', 'endpoint_deleted', 'endpoint_paused'];

/** Milliseconds by which a clock that the service tolerates may be set back while it works. */
const CLOCK_MS = 4_000;

type Attempted = Extract<ModelEvent, { readonly type: 'DeliveryAttempted' }>;
type Cancelled = Extract<ModelEvent, { readonly type: 'DeliveryCancelled' }>;

/** A delivery as its events tell it. */
interface Told {
  readonly requested: Extract<ModelEvent, { readonly type: 'DeliveryRequested' }> | undefined;
  readonly attempts: readonly Attempted[];
  readonly cancelled: readonly Cancelled[];
}

function deliveriesOf(log: readonly Logged[]): ReadonlyMap<string, Told> {
  const deliveries = new Map<string, Told>();
  for (const event of log as readonly ModelEvent[]) {
    const isOfDelivery =
      event.type === 'DeliveryRequested' || event.type === 'DeliveryAttempted' || event.type === 'DeliveryCancelled';
    if (!isOfDelivery) continue;
    const { delivery_id: id } = event.data;
    const told = deliveries.get(id) ?? { requested: undefined, attempts: [], cancelled: [] };
    if (event.type === 'DeliveryRequested') deliveries.set(id, { ...told, requested: event });
    else if (event.type === 'DeliveryAttempted') deliveries.set(id, { ...told, attempts: [...told.attempts, event] });
    else deliveries.set(id, { ...told, cancelled: [...told.cancelled, event] });
  }
  return deliveries;
}

/**
 * An attempt is recorded of a delivery that was requested, not before it was due, none behind the last; 410 ends a
 * delivery, and so does the tenth attempt; the next attempt keeps the wait of the schedule.
 */
export const attemptsFollowTheSchedule: Judge = ({ events }) =>
  [...deliveriesOf(events)].flatMap(([id, { requested, attempts, cancelled }]) => [
    ...attempts.flatMap((event, n) => ofAttempt(event, n === 0 ? requested : attempts[n - 1], n + 1)),
    ...cancelled
      .filter(({ data }) => !OF_NO_ATTEMPT.includes(data.reason))
      .slice(attempts.at(-1)?.data.attempt.status === 410 ? 1 : 0)
      .map((event) => `${naming(event)}: delivery ${id} was not told that the receiver is gone`),
  ]);

function ofAttempt(event: Attempted, last: Told['requested'] | Attempted, number: number): readonly string[] {
  const { delivery_id, attempt, delivered, next_attempt_at: next } = event.data;
  if (!last) return [`${naming(event)}: nothing requested delivery ${delivery_id}`];
  const due = last.type === 'DeliveryRequested' ? last.metadata.occurred_at : last.data.next_attempt_at;
  const ends = delivered || attempt.status === 410 || number >= MAX_ATTEMPTS;
  const waitMs = (SHORTEST_WAITS_S[number - 1] ?? 0) * 1_000;
  const isSuccess = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
  return [
    ...(due === null ? [`${naming(event)}: ${naming(last)} was the last attempt`] : []),
    ...(due !== null && Date.parse(attempt.at) < Date.parse(due) - CLOCK_MS
      ? [`${naming(event)}: began ${attempt.at}, due ${due}`]
      : []),
    ...(ends !== (next === null) ? [`${naming(event)}: attempt ${number} goes on ${next ?? 'never'}`] : []),
    ...(next !== null && Date.parse(next) < Date.parse(attempt.at) + waitMs
      ? [`${naming(event)}: attempt ${number} is followed at ${next}, sooner than after ${waitMs} ms`]
      : []),
    ...(delivered && !isSuccess ? [`${naming(event)}: delivered by status ${attempt.status}`] : []),
  ];
}

/**
 * What arrives at a receiver was requested, to this address and with these bytes, and not long after the delivery has
 * ended.
 */
export const receiversGetWhatWasRequested: Judge = ({ events, received, incidents }) => {
  const deliveries = deliveriesOf(events);
  return received.flatMap((webhook) => {
    const { requested, attempts = [], cancelled = [] } = deliveries.get(webhook.deliveryId) ?? {};
    const what = `POST ${webhook.deliveryId} at ${new Date(webhook.at).toISOString()}`;
    if (!requested) return [`${what}: nothing requested it`];
    const { webhook_url, body } = requested.data;
    const wasPaused = incidents.some(
      ({ what, process, at }) =>
        what.startsWith('pause of') &&
        process === webhook.process &&
        at <= webhook.at &&
        at > webhook.at - OVERTAKEN_IN_A_PAUSE_MS,
    );
    const overtakenMs = wasPaused ? OVERTAKEN_IN_A_PAUSE_MS : OVERTAKEN_MS;
    const ends = [...attempts.filter(({ data }) => data.next_attempt_at === null), ...cancelled];
    const ended = ends.find(({ at }) => at < webhook.at - overtakenMs);
    return [
      ...(new URL(webhook.url).href === new URL(webhook_url).href
        ? []
        : [`${what}: to ${webhook.url}, not ${webhook_url}`]),
      ...(webhook.body === body ? [] : [`${what}: with another body than ${naming(requested)}`]),
      ...(requested.at > webhook.at ? [`${what}: before ${naming(requested)} was durable`] : []),
      ...(ended ? [`${what}: after ${naming(ended)}`] : []),
    ];
  });
};

/** An attempt that is recorded as answered arrived at the receiver, each at a request of its own. */
export const attemptsWereMade: Judge = ({ events, received }) => {
  const arrived = new Map<string, ReceivedRecord[]>();
  for (const webhook of received)
    arrived.set(webhook.deliveryId, [...(arrived.get(webhook.deliveryId) ?? []), webhook]);
  return [...deliveriesOf(events)].flatMap(([id, { attempts }]) => {
    const answered = attempts.filter(({ data }) => data.attempt.status !== null);
    const count = arrived.get(id)?.length ?? 0;
    if (answered.length <= count) return [];
    return [
      `delivery ${id}: ${answered.length} attempts were answered, ${count} arrived, the last ${naming(answered.at(-1)!)}`,
    ];
  });
};

/** In a settled world each delivery of a workspace that exists has ended, is tried again later, or is parked. */
export const deliveriesEndOrGoOn: Judge = (history) => {
  const { events, endedAt } = history;
  const deleted = new Set(events.flatMap(({ type, stream }) => (type === 'WorkspaceDeleted' ? [stream] : [])));
  return [...deliveriesOf(events)].flatMap(([id, { requested, attempts, cancelled }]) => {
    if (!requested || deleted.has(requested.stream) || cancelled.length > 0 || requested.data.held) return [];
    const { parked } = workspacesOf(history).get(requested.metadata.workspace_id)!;
    // Its version is the number of events in its own stream.
    if (parked.isParked('webhook_deliveries', id, String(attempts.length))) return [];
    // Nothing is sent about it any more, and its erasure is to end the delivery.
    if (parked.isParked('erasures', requested.data.contact_id)) return [];
    const last = attempts.at(-1);
    const next = last ? last.data.next_attempt_at : requested.metadata.occurred_at;
    if (next === null || Date.parse(next) > endedAt - LATE_MS) return [];
    return [`delivery ${id}: nothing was recorded since ${naming(last ?? requested)}, due ${next}`];
  });
};
