import type { Decide, WorkspaceView } from '#kernel';
import { type ContactReference, resolveReferences } from '#contacts/domain';
import { requireList } from '#smart-lists/domain';
import type { MemberAdded, MembersReset, MemberSource } from './member-events.js';
import { afterResets, type MemberRow, MEMBERS } from './member.js';
import { type Leaver, listsOf, memberRemoved } from './removal.js';

/** The contacts and repeats among the references of a batch. */
interface Named {
  /** The contacts, each once and in order. */
  readonly contactIds: readonly string[];
  /** Number of references that repeat a contact. */
  readonly repeated: number;
  /** The references that resolve to no contact, in order; one that is given twice is here twice. */
  readonly unmatched: readonly ContactReference[];
}

/**
 * Adds contacts to a list, in the order of the references (docs/reference/http-contract.md#endpoints). Counts add up to
 * the number of references: a repeat of a contact and an active member are `skipped`, a reference that resolves to no
 * contact is `unmatched` and named.
 * @throws DomainError `not_found` for the list
 */
export function addMembers(input: {
  readonly smartListId: string;
  readonly references: readonly ContactReference[];
  readonly source: MemberSource;
}) {
  const { smartListId, references, source } = input;
  return ((view) => {
    requireList(view, smartListId);
    const named = resolve(view, references);
    const events = membersAdded(view, smartListId, named.contactIds, source);
    const inserted = events.length;
    const skipped = named.contactIds.length - inserted + named.repeated;
    const body = { ok: true as const, inserted, skipped, ...unmatchedOf(named) };
    return { events, answer: () => ({ status: 200, body }) };
  }) satisfies Decide;
}

/** The events by which contacts, each named once, come onto a list, in their order; none of one that is on it. */
export function membersAdded(
  view: WorkspaceView,
  smartListId: string,
  contactIds: readonly string[],
  source: MemberSource,
): readonly MemberAdded[] {
  const members = activeMembers(view, smartListId, contactIds);
  return contactIds
    .filter((id) => !members.has(id))
    .map((contact_id) => ({ type: 'MemberAdded', data: { smart_list_id: smartListId, contact_id, source } }));
}

/** Which of some contacts leave which lists: all that they are on, or one of them. */
export function leaversOf(
  view: WorkspaceView,
  contactIds: readonly string[],
  smartListId: string | null,
): readonly Leaver[] {
  if (contactIds.length === 0) return [];
  if (smartListId === null) return listsOf(view, contactIds);
  const members = activeMembers(view, smartListId, contactIds);
  return contactIds.filter((id) => members.has(id)).map((contactId) => ({ contactId, listIds: [smartListId] }));
}

/**
 * Takes contacts off one list (docs/reference/http-contract.md#endpoints): `skipped` are repeats, and contacts that are
 * no active members.
 * @throws DomainError `not_found` for the list
 */
export function removeMembers(input: {
  readonly smartListId: string;
  readonly references: readonly ContactReference[];
}) {
  const { smartListId, references } = input;
  return ((view) => {
    requireList(view, smartListId);
    const named = resolve(view, references);
    return decideRemoval(view, named, leaversOf(view, named.contactIds, smartListId));
  }) satisfies Decide;
}

/** Takes contacts off every active list (docs/reference/http-contract.md#endpoints); the counts are of contacts. */
export function removeEverywhere(references: readonly ContactReference[]) {
  return ((view) => {
    const named = resolve(view, references);
    return decideRemoval(view, named, leaversOf(view, named.contactIds, null));
  }) satisfies Decide;
}

/**
 * Sets the attempts of members of one list back to 0 (docs/reference/dialing-rules.md#reset): `skipped` are repeats,
 * contacts that are no active members, and members with an `attempt_count` of 0.
 * @throws DomainError `not_found` for the list
 */
export function resetMembers(input: {
  readonly smartListId: string;
  readonly references: readonly ContactReference[];
}) {
  const { smartListId, references } = input;
  return ((view) => {
    const list = requireList(view, smartListId);
    const named = resolve(view, references);
    const members = activeMembers(view, smartListId, named.contactIds);
    const attempted = named.contactIds.filter((id) => {
      const member = members.get(id);
      return member !== undefined && afterResets(member, list).attempt_count > 0;
    });
    const event: MembersReset = {
      type: 'MembersReset',
      data: { smart_list_id: smartListId, contact_ids: attempted },
    };
    const reset = attempted.length;
    const skipped = named.contactIds.length - reset + named.repeated;
    const body = { ok: true as const, reset, skipped, ...unmatchedOf(named) };
    return { events: reset > 0 ? [event] : [], answer: () => ({ status: 200, body }) };
  }) satisfies Decide;
}

function decideRemoval(view: WorkspaceView, named: Named, leavers: readonly Leaver[]) {
  const event = memberRemoved(view, 'removed_by_request', leavers);
  const removed = event?.data.contacts.length ?? 0;
  const skipped = named.contactIds.length - removed + named.repeated;
  const body = { ok: true as const, removed, skipped, ...unmatchedOf(named) };
  return { events: event ? [event] : [], answer: () => ({ status: 200, body }) };
}

function resolve(view: WorkspaceView, references: readonly ContactReference[]): Named {
  const resolved = resolveReferences(view, references);
  const matched = resolved.filter((id) => id !== undefined);
  const contactIds = [...new Set(matched)];
  return {
    contactIds,
    repeated: matched.length - contactIds.length,
    unmatched: references.filter((_reference, index) => resolved[index] === undefined),
  };
}

/** The references that resolve to no contact, as in an answer. */
interface Unmatched {
  readonly unmatched: number;
  readonly unmatched_references?: readonly PresentedReference[];
}

/** The part of an answer about the references that resolve to no contact; empty where each one resolves. */
function unmatchedOf({ unmatched }: Named): Unmatched {
  if (unmatched.length === 0) return { unmatched: 0 };
  return { unmatched: unmatched.length, unmatched_references: unmatched.map(presentReference) };
}

type PresentedReference = { readonly phone: string } | { readonly contact_id: string };

/** A reference as the API shows it. */
export function presentReference(reference: ContactReference): PresentedReference {
  return 'phone' in reference ? { phone: reference.phone } : { contact_id: reference.contactId };
}

function activeMembers(
  view: WorkspaceView,
  smartListId: string,
  contactIds: readonly string[],
): ReadonlyMap<string, MemberRow> {
  if (contactIds.length === 0) return new Map();
  const keys = contactIds.map((id) => [view.workspaceId, smartListId, id]);
  const rows = view.rows(MEMBERS, keys).filter((row) => row?.active === 1);
  return new Map(rows.map((row) => [row!.contact_id, row!]));
}
