import type { Row } from '#kernel';
import type { CopyJudge } from '../../world.js';
import {
  attemptCount,
  callbackDue,
  callbackOf,
  capEnd,
  contactEnd,
  gapEnd,
  type Subject,
  subjectOf,
  windowEnd,
} from '../model/eligibility.js';
import { clocksOf } from '../model/hours-of.js';
import { isInFlight } from '../model/state.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { instant } from '../rules/rule.js';
import { workspacesOf } from '../settled.js';

/** By which the clock of a process that decides may be ahead of the true time, in milliseconds. */
const CLOCK_MS = 5_000;

/** What a row says of its queue position (docs/reference/dialing-rules.md#scale). */
interface QueueRow extends Row {
  readonly workspace_id: string;
  readonly contact_id: string;
  readonly smart_list_id: string;
  readonly state: string;
  readonly due: number;
  readonly barred_until: number;
  readonly capped_until: number;
  readonly windowed_until: number;
  readonly limited_until: number;
  readonly zones: string;
  readonly in_call: number;
}

/**
 * The queue position of each member, and of each contact without a list, follows from its calls and the settings as
 * they are now: out where it is not for time to bring it back; else waiting for the latest of the end of its gap, the
 * midnight of its daily cap and the end of its windows. One whose instant has come may still wait for its promotion.
 */
export const queuePositionsFitTheSettings: CopyJudge = (history, copy) => {
  const models = workspacesOf(history);
  return ['members', 'unlisted'].flatMap((name) =>
    ((copy.rows.get(name) ?? []) as readonly QueueRow[]).flatMap((row) => {
      const model = models.get(row.workspace_id);
      if (!model || model.deleted) return [];
      const misplaced = zonesMisplaced(model, name, row);
      const expected = name === 'members' ? ofMember(model, row) : ofUnlisted(model, row);
      const barredUntil = model.barredUntil(row.contact_id, 0);
      if (expected === undefined || fitsBarred(row, expected, barredUntil, history.endedAt)) return misplaced;
      const { contact_id, smart_list_id, state, due, capped_until, windowed_until, limited_until } = row;
      const found = `${state} ${shownOf(due)}, ${held(capped_until, windowed_until, limited_until)}`;
      return [
        ...misplaced,
        `${name} ${contact_id} of list ${smart_list_id || 'none'}: the queue position is ${found}, and should be ${shouldBe(expected)}${barredUntil > 0 ? `, barred until ${barredUntil}` : ''}`,
      ];
    }),
  );
};

/**
 * The clocks of a row are those of its contact, once there are calling hours; `-` for none. A row that is out of the
 * queue has '' where the event, or the look at its number, that brings it back tells them anew: in a call, and while
 * barred.
 */
function zonesMisplaced(model: WorkspaceModel, name: string, row: QueueRow): readonly string[] {
  const { contact_id, smart_list_id, zones, state, in_call, barred_until } = row;
  const isPlaced =
    name === 'members'
      ? model.list(smart_list_id) && model.isMember(smart_list_id, contact_id)
      : model.membershipsOf(contact_id).length === 0;
  if (model.callingHours.all().length === 0 || !isPlaced || !model.contact(contact_id)) return [];
  if (state === 'out' && (in_call !== 0 || barred_until !== 0)) return [];
  const expected = clocksOf(model, contact_id).join(',') || '-';
  if (zones === expected) return [];
  return [
    `${name} ${contact_id} of list ${smart_list_id || 'none'}: its zones are '${zones}', and should be '${expected}'`,
  ];
}

/**
 * The instants from which on it may be dialed, is no longer capped, in no full window either, and held back by no limit
 * of its contact; 0: at any.
 */
interface Dues {
  readonly due: number;
  readonly cappedUntil: number;
  readonly windowedUntil: number;
  readonly limitedUntil: number;
  /** Whether it is that of a callback, which stands in a state of its own. */
  readonly isCallback: boolean;
}

/** `out`, or its instants; undefined: nothing is asked of the position. */
type Expected = 'out' | Dues | undefined;

function shouldBe(expected: 'out' | Dues): string {
  if (expected === 'out') return expected;
  const { due, cappedUntil, windowedUntil, limitedUntil } = expected;
  return due > 0 ? `due ${instant(due)}, ${held(cappedUntil, windowedUntil, limitedUntil)}` : 'ready';
}

const held = (capped: number, windowed: number, limited: number): string =>
  `capped until ${shownOf(capped)}, windowed until ${shownOf(windowed)}, limited until ${shownOf(limited)}`;

const shownOf = (milliseconds: number): string => (milliseconds > 1 ? instant(milliseconds) : String(milliseconds));

function ofMember(model: WorkspaceModel, { smart_list_id, contact_id }: QueueRow): Expected {
  const list = model.list(smart_list_id);
  // Members of a deleted list are looked at by nobody, and their rows are left alone.
  if (!list) return undefined;
  if (!model.isMember(smart_list_id, contact_id)) return 'out';
  return dueOf(model, subjectOf(list, contact_id, 0));
}

function ofUnlisted(model: WorkspaceModel, { contact_id }: QueueRow): Expected {
  const isDialable = model.contact(contact_id) !== undefined && model.membershipsOf(contact_id).length === 0;
  if (!isDialable) return 'out';
  return dueOf(model, { contactId: contact_id, listId: null, number: 0, limits: model.settings.unlisted });
}

function dueOf(model: WorkspaceModel, subject: Subject): Expected {
  const { contactId, listId } = subject;
  const limits = withoutZeros(subject.limits);
  const { max_attempts_total: total } = limits;
  const isUsedUp = total !== null && attemptCount(model, contactId, listId) >= total;
  if (isUsedUp || model.dispatchesOf(contactId, listId).some(isInFlight)) return 'out';
  const callback = callbackOf(model, contactId, listId);
  const cappedUntil = Math.max(callback?.at ?? 0, capEnd(model, { ...subject, limits }));
  const windowedUntil = Math.max(cappedUntil, windowEnd(model, { ...subject, limits }));
  const limitedUntil = Math.max(windowedUntil, contactEnd(model, contactId));
  const waitsFor = callback ? callbackDue(model, { ...subject, limits }) : gapEnd(model, { ...subject, limits });
  const due = Math.max(waitsFor, limitedUntil);
  return { due, cappedUntil, windowedUntil, limitedUntil, isCallback: callback !== null };
}

/** A cap of 0 freezes the list as a whole: it moves no row. */
function withoutZeros(limits: Subject['limits']): Subject['limits'] {
  const { max_attempts_per_day, max_attempts_total } = limits;
  return {
    ...limits,
    max_attempts_per_day: max_attempts_per_day || null,
    max_attempts_total: max_attempts_total || null,
  };
}

/**
 * A row whose number is barred is out of the queue for good, or waits at least for the expiry of its entry; whether one
 * that has expired was known at the last event is not asked.
 */
function fitsBarred(row: QueueRow, expected: 'out' | Dues, until: number, now: number): boolean {
  if (until === Infinity) return row.state === 'out';
  const isBarred = until > now + CLOCK_MS;
  if (!isBarred && fits(row, expected, now)) return true;
  if (until === 0 || expected === 'out') return isBarred && row.state === 'out';
  const later: Dues = {
    ...expected,
    due: Math.max(expected.due, until),
    cappedUntil: Math.max(expected.cappedUntil, until),
    windowedUntil: Math.max(expected.windowedUntil, until),
    limitedUntil: Math.max(expected.limitedUntil, until),
  };
  return row.state === 'barred' && row.barred_until === until && fits(row, later, now);
}

function fits(row: QueueRow, expected: 'out' | Dues, now: number): boolean {
  const { state, due } = row;
  if (expected === 'out') return state === 'out';
  if (state === 'ready') return !expected.isCallback && due === 0 && expected.due <= now + CLOCK_MS;
  // An instant that had passed at the last event is not in the row.
  const isRight = (until: number, right: number): boolean =>
    until === right || [until, right].every((each) => each <= now + CLOCK_MS);
  if (!isRight(row.capped_until, expected.cappedUntil)) return false;
  if (!isRight(row.windowed_until, expected.windowedUntil)) return false;
  if (!isRight(row.limited_until, expected.limitedUntil)) return false;
  // Limits that were over at the last event put no callback off.
  if (expected.isCallback) return (state === 'callback' || state === 'barred') && isRight(due, expected.due);
  return (state === 'waiting' || state === 'midnight' || state === 'barred') && due === expected.due;
}
