import { type IndexValue, type Instant, notFound } from '#kernel';
import { hoursOf, type Moment } from '#eligibility';
import { type FoundPage, MAX_JUDGED, type PageRead, type ReadModel, type Source, walk } from '#read-model';
import { isFrozen, SMART_LISTS, type SmartListRow } from '#smart-lists/domain';
import type { MemberRow } from '../domain/member.js';
import type { MemberStatus } from '../domain/present-member.js';
import { MemberSources } from '../queries/member-sources.js';
import { type ShownMember, ShownMembers } from '../queries/shown-members.js';

export interface MembersPageInput {
  readonly workspaceId: string;
  readonly smartListId: string;
  /** Undefined: all members except the removed ones. */
  readonly status: MemberStatus | undefined;
  readonly size: number;
  readonly after: readonly IndexValue[] | undefined;
  /** The instant of the read, from before it. */
  readonly at: Instant;
}

/**
 * A page of the members of a list, in the order of member numbers; waiting members of lists without calling hours in
 * the order of the instants they wait for, members who are frozen by the register in the order of the expiry of their
 * entries, and members in a call in the order of their contacts' ids.
 */
export const MEMBERS_PAGE: PageRead<MembersPageInput, ShownMember> = {
  name: 'members',
  largest: ({ status, size }) => (isPlain(status) ? size : MAX_JUDGED),
  find: findMembers,
};

/** @throws DomainError `not_found`: the list does not exist; `unavailable`: the rows do not have the workspace yet */
async function findMembers(readModel: ReadModel, input: MembersPageInput): Promise<FoundPage<ShownMember>> {
  const { workspaceId, smartListId, status, at } = input;
  const [shownMembers, [list]] = await Promise.all([
    ShownMembers.at(at, readModel, workspaceId),
    readModel.getMany(SMART_LISTS, [[workspaceId, smartListId]]),
  ]);
  if (list?.live !== 1) throw notFound('smart list');
  const source = await sourceOf(readModel, input, list, shownMembers.moment);
  if (!source) return { items: [], next: undefined };
  const { rows, next } = await walk(source, input, async (candidates) => {
    const judged = await shownMembers.judge(candidates.map((row) => ({ row, list })));
    return status === undefined ? judged : judged.filter(({ shown }) => shown.status === status);
  });
  const presented = await shownMembers.present(rows);
  return { items: presented.map(({ member }) => member), next };
}

/** Whether each row that is read is of the page: active members, or removed ones. */
function isPlain(status: MemberStatus | undefined): status is 'removed' | undefined {
  return status === undefined || status === 'removed';
}

/** The source of the members with a status; undefined: the list has none. */
async function sourceOf(
  readModel: ReadModel,
  { workspaceId, smartListId, status }: MembersPageInput,
  list: SmartListRow,
  moment: Moment,
): Promise<Source<MemberRow> | undefined> {
  const { at, isPaused } = moment;
  const sources = new MemberSources(readModel, workspaceId, smartListId, Date.parse(at));
  if (isPlain(status)) return sources.byNumber(status === 'removed' ? 0 : 1);
  // Every member of a frozen list is frozen, and of every list while dialing is paused.
  const areFrozen = isPaused || isFrozen(list);
  if (areFrozen) return status === 'frozen' ? sources.byNumber(1) : undefined;
  if (status === 'completed' && list.max_attempts_total === null) return undefined;
  // Hours close without a write: whom they hold back stands among the queued ones.
  if (status === 'waiting' && hoursOf(list, moment).length > 0) return sources.byNumber(1);
  return sources.of(status);
}
