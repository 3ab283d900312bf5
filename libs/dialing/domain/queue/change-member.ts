import { type Decide, notFound, type WorkspaceView } from '#kernel';
import { callingHoursOf } from '#calling-hours/domain';
import { CONTACTS } from '#contacts/domain';
import { momentOf, standing } from '#eligibility';
import {
  afterResets,
  changeCallback,
  type MemberRow,
  MEMBERS,
  memberSubject,
  presentMember,
  type WantedCallback,
} from '#members/domain';
import { requireList } from '#smart-lists/domain';
import { workspaceOf } from '../calls/call-life.js';
import { contactsNow } from './contacts-now.js';

/**
 * PATCH /smart-lists/{smartListId}/members/{contactId}: sets the callback of an active member, or clears it
 * (docs/reference/dialing-rules.md#callbacks). What is set already changes nothing.
 * @param wanted null: none
 * @throws DomainError when decided: `not_found` for the list, and for a contact that is no active member;
 *   `validation_failed` for a callback that is too far ahead; `callback_refused` where its attempts are used up
 */
export function changeMember(smartListId: string, contactId: string, wanted: WantedCallback | null) {
  return ((view) => {
    const list = requireList(view, smartListId);
    const row = memberOf(view, smartListId, contactId);
    if (row?.active !== 1) throw notFound('member');
    return {
      events: changeCallback(view, row, list, wanted),
      answer: (after) => ({
        status: 200,
        body: { ok: true as const, member: shownMember(after, smartListId, contactId) },
      }),
    };
  }) satisfies Decide;
}

/** The member as the list of members shows it. */
function shownMember(view: WorkspaceView, smartListId: string, contactId: string) {
  const list = requireList(view, smartListId);
  const row = afterResets(memberOf(view, smartListId, contactId)!, list);
  const moment = momentOf(workspaceOf(view), view.now, callingHoursOf(view));
  const subject = memberSubject(row, list, contactsNow(view, [contactId])(contactId));
  // An active member has a contact.
  const [contact] = view.rows(CONTACTS, [[view.workspaceId, contactId]]);
  return presentMember(row, standing(subject, moment), contact!, moment, subject);
}

function memberOf(view: WorkspaceView, smartListId: string, contactId: string): MemberRow | undefined {
  return view.rows(MEMBERS, [[view.workspaceId, smartListId, contactId]])[0];
}
