import { opening } from '../model/hours-of.js';
import { attemptCount } from '../model/eligibility.js';
import type { Membership } from '../model/state.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import type { Asked } from './asked.js';
import { bodyOf, type Fits, instantsOf, iso } from './fits.js';
import { difference } from './shown.js';

/** A member as it was shown, as far as it is judged. */
interface Shown {
  readonly contact_id: string;
  readonly smart_list_id: string;
  readonly status: string;
  readonly status_reason: string;
  readonly attempt_count: number;
  readonly schedule_time: string | null;
  readonly smart_list_name?: string;
}

/** What one read of a row has shown, against the model. */
type OfShown = (shown: Shown, model: WorkspaceModel, asked: Asked) => string | undefined;

const memberPath = ({ contact_id, smart_list_id }: Shown): string => `member ${contact_id} of list ${smart_list_id}`;

/** What the row of a member has: how the membership began and ended, and its calls from there. */
const ofRow: OfShown = (shown, model) => {
  const { contact_id: contactId, smart_list_id: listId } = shown;
  const membership = model.membership(listId, contactId);
  if (!membership) return `${memberPath(shown)} does not exist`;
  const { source, addedAt, removed } = membership;
  const last = model.dispatchesOf(contactId, listId).at(-1);
  return difference(shown, {
    source,
    added_at: iso(addedAt),
    attempt_count: attemptCount(model, contactId, listId),
    last_attempt_at: iso(last?.dispatchedAt ?? null),
    ...(removed !== null && { status: 'removed', status_reason: removed, schedule_time: null }),
    ...(removed === null && shown.status === 'removed' && { status: 'that of an active member' }),
  });
};

/**
 * Whether the number is in the do-not-call register: a number that the contact had at a moment, and the register at the
 * same or a later one, since it is read after the contacts.
 */
function ofRegister(): OfShown {
  const phones = new Set<string>();
  return (shown, model, asked) => {
    const phone = model.contacts.get(shown.contact_id)?.phone;
    if (phone !== undefined) phones.add(phone);
    if (shown.status === 'removed') return undefined;
    const { earliest, latest } = instantsOf(asked);
    const isBarred = shown.status_reason === 'do_not_call';
    const at = isBarred ? earliest : Math.max(latest, model.now);
    const fits = [...phones].some((each) => model.register.barredUntil(each, at) > 0 === isBarred);
    return fits ? undefined : `${memberPath(shown)} is ${shown.status_reason}, its numbers are ${[...phones].join()}`;
  };
}

/** While dialing is paused nothing else is said of a member; the workspace is read before its list. */
const ofPause: OfShown = (shown, model) => {
  if (shown.status === 'removed' || shown.status_reason === 'do_not_call') return undefined;
  const isPaused = model.pausedAt !== null;
  if (isPaused === (shown.status_reason === 'dialing_paused')) return undefined;
  return `${memberPath(shown)} is ${shown.status_reason}, and dialing is ${isPaused ? '' : 'not '}paused`;
};

/**
 * The list exists, has its name, and its pause and its caps give the status, with the attempts that the row has shown.
 */
const ofList: OfShown = (shown, model) => {
  const { smart_list_id: id, status, status_reason: reason, attempt_count, smart_list_name } = shown;
  const list = model.list(id);
  if (!list) return `list ${id} does not exist`;
  const { name, max_attempts_per_day: daily, max_attempts_total: total } = list.settings;
  if (smart_list_name !== undefined && smart_list_name !== name) return `list ${id} is called ${name}`;
  if (status === 'removed' || reason === 'dialing_paused' || reason === 'do_not_call') return undefined;
  const { paused } = list.settings;
  if (paused !== (reason === 'list_paused')) return `${memberPath(shown)} is ${reason}, with paused ${paused}`;
  const isFrozen = paused || daily === 0 || total === 0;
  if (isFrozen !== (status === 'frozen')) return `${memberPath(shown)} is ${status}, with a cap ${daily} and ${total}`;
  if (isFrozen || status === 'in_call') return undefined;
  const isCompleted = total !== null && attempt_count >= total;
  if (isCompleted === (status === 'completed')) return undefined;
  return `${memberPath(shown)} is ${status} with ${attempt_count} of ${total} attempts`;
};

/** A call in flight, from whatever list, comes before all that is not about caps of 0. */
const ofCalls: OfShown = (shown, model) => {
  if (shown.status === 'removed' || shown.status === 'frozen') return undefined;
  const call = model.callInFlight(shown.contact_id);
  if ((call !== undefined) === (shown.status === 'in_call')) return undefined;
  return `${memberPath(shown)} is ${shown.status}, and in ${call ? `call ${call.party.call_id}` : 'no call'}`;
};

/** Who waits waits for later than the read, or for ever where hours are never open at once; who is queued does not. */
const ofTime: OfShown = ({ status, schedule_time, contact_id, smart_list_id }, model, asked) => {
  if (status !== 'queued' && status !== 'waiting') return difference({ schedule_time }, { schedule_time: null });
  const never = opening(model, contact_id, smart_list_id, model.now) === null;
  if (status === 'waiting' && never) return difference({ schedule_time }, { schedule_time: null });
  const at = Date.parse(schedule_time ?? '');
  const { earliest, latest } = instantsOf(asked);
  const fits = status === 'queued' ? at <= Math.max(model.now, latest) : at > earliest;
  return fits ? undefined : `schedule_time of ${status} is ${schedule_time}`;
};

/** Erased contacts have no phone. */
const ofContact: OfShown = (shown, model) => {
  const contact = model.contacts.get(shown.contact_id);
  if (!contact) return `contact ${shown.contact_id} does not exist`;
  const { erasedAt, phone } = contact;
  return difference(shown, { phone: erasedAt === null ? phone : null, erased_at: iso(erasedAt) });
};

/**
 * Each held at a moment of its own: the rows of workspaces, members, lists, calls and contacts are read one after
 * another.
 */
const claimsOf = (shown: Shown): readonly Fits[] =>
  [ofRow, ofRegister(), ofPause, ofList, ofCalls, ofTime, ofContact].map(
    (fits): Fits =>
      (asked, model) =>
        fits(shown, model, asked),
  );

/** What an answer with one member claims: it is the one that was asked for. */
export function claimsOfMember(asked: Asked): readonly Fits[] {
  const { member } = bodyOf<{ readonly member: Shown }>(asked);
  const [smart_list_id, contact_id] = asked.ids;
  return [() => difference(member, { smart_list_id, contact_id }), ...claimsOf(member)];
}

interface MembershipPage {
  readonly memberships: readonly Shown[];
  readonly next_page_token: string | null;
}

/** What an answer with memberships claims: each by itself, and that the last page has all of them. */
export function claimsOfMemberships(asked: Asked): readonly Fits[] {
  const { memberships, next_page_token } = bodyOf<MembershipPage>(asked);
  const [contactId] = asked.ids;
  return [
    (_, model) => (model.contact(contactId!) ? undefined : `contact ${contactId} does not exist`),
    () => memberships.map((shown) => difference(shown, { contact_id: contactId })).find((found) => found !== undefined),
    () => {
      const removed = memberships.find(({ status }) => status === 'removed');
      return removed && `list ${removed.smart_list_id} is shown, which the contact has left`;
    },
    ...(next_page_token === null && !asked.query.has('page_token') ? [hasAll(contactId!, memberships)] : []),
    ...memberships.flatMap(claimsOf),
  ];
}

/**
 * All memberships at one moment whose lists exist at it or at a later one, in the order of their ids: the lists are
 * read after the rows of the members.
 */
function hasAll(contactId: string, memberships: readonly Shown[]): Fits {
  const found = memberships.map(({ smart_list_id }) => smart_list_id);
  const before: (readonly Membership[])[] = [];
  return (_, model) => {
    before.push(model.membershipsOf(contactId));
    const differences = before.map((all) => {
      const live = all.filter(({ listId }) => model.list(listId)).map(({ listId }) => listId);
      return difference(found, live.sort());
    });
    const fits = differences.some((each) => each === undefined);
    return fits ? undefined : `memberships: ${differences.at(-1)}`;
  };
}
