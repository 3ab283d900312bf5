import type { Instant, WorkspaceView } from '#kernel';
import { callingHoursOf } from '#calling-hours/domain';
import { dueOf, isEligible, laneKey, type LaneName, laneOf, momentOf, ownerUntil } from '#eligibility';
import { afterResets, type MemberRow, MEMBERS, memberSubject } from '#members/domain';
import type { SmartListRow } from '#smart-lists/domain';
import { workspaceOf } from '../calls/call-life.js';
import { cursorsOf } from '../queue/cursors.js';
import { presentPicks } from '../queue/dispatch.js';
import type { EligibleMembers, Lane, Tier } from '../queue/eligible-members.js';
import { pickNext } from '../queue/pick.js';
import { type Dialable, QueueOfView } from '../queue/queue-of-view.js';
import type { ReadBounds } from '../queue/read-bounds.js';

/** Picks of the queue that a dry run shows (docs/reference/http-contract.md#dry-runs). */
export const DRY_RUN_PICKS = 20;

/**
 * The queue of a workspace on the state after a change of a list's settings, as a preview shows it.
 * @param after the predicted state
 * @param changed the list whose queue positions do not follow its settings yet; undefined: all positions do
 * @param contactIds the members of that list that may be dialed, the first of a round from the tier's cursor: one for
 *   each pick, each pick from another list that takes such a contact, and each dispatch since they were found
 * @throws DomainError as a preview
 */
export function queueAfterChange(
  after: WorkspaceView,
  reads: ReadBounds,
  changed: SmartListRow | undefined,
  contactIds: readonly string[],
) {
  const queue = new QueueOfView(after, reads, DRY_RUN_PICKS, {
    isDialed: (listId) => listId !== changed?.smart_list_id,
  });
  const all = changed ? new WithMembers(queue, changed, dialableOf(after, queue, changed, contactIds)) : queue;
  return presentPicks(pickNext(all, cursorsOf(after), DRY_RUN_PICKS));
}

/** A queue, and the members of one list that it leaves out. */
class WithMembers implements EligibleMembers<Dialable> {
  /** @param own in the order of their numbers */
  constructor(
    private readonly queue: QueueOfView,
    private readonly list: SmartListRow,
    private readonly own: readonly InLane[],
  ) {}

  lanes(tier: Tier): readonly Lane[] {
    const lanes = new Map(this.queue.lanes(tier).map((lane) => [lane.key, lane as Lane]));
    if (tier !== this.list.priority) return [...lanes.values()];
    for (const { lane: name } of this.own) lanes.set(laneKey(name), { tier, name, key: laneKey(name) });
    return [...lanes.values()];
  }

  above(lane: Lane, above: number, limit: number): readonly Dialable[] {
    const others = this.queue.above(lane, above, limit);
    if (lane.tier !== this.list.priority) return others;
    const own = this.own.filter((each) => laneKey(each.lane) === lane.key && each.number > above);
    return [...others, ...own.filter(({ callback }) => callback === null)].sort(byNumber).slice(0, limit);
  }

  prepare(starts: readonly (readonly [lane: Lane, above: number])[]): void {
    this.queue.prepare(starts);
  }

  mayFollow(member: Dialable, picked: ReadonlySet<string>): boolean {
    return this.queue.mayFollow(member, picked);
  }

  callbacks(limit: number): readonly Dialable[] {
    const own = this.own.filter(({ callback }) => callback !== null);
    return [...this.queue.callbacks(limit), ...own].sort(bySince).slice(0, limit);
  }
}

/** A member that may be dialed, and its lane. */
interface InLane extends Dialable {
  readonly lane: LaneName;
}

/** Judged once more: calls may have begun since they were found. */
function dialableOf(
  view: WorkspaceView,
  queue: QueueOfView,
  list: SmartListRow,
  contactIds: readonly string[],
): readonly InLane[] {
  if (contactIds.length === 0) return [];
  const moment = momentOf(workspaceOf(view), view.now, callingHoursOf(view));
  const contactNow = queue.contactsNow(contactIds);
  const subjectOf = (row: MemberRow) => memberSubject(row, list, contactNow(row.contact_id));
  return view
    .rows(
      MEMBERS,
      contactIds.map((contactId) => [view.workspaceId, list.smart_list_id, contactId]),
    )
    .filter((row) => row !== undefined)
    .map((row) => afterResets(row, list))
    .filter((row) => isEligible(subjectOf(row), moment))
    .map((row) => {
      const subject = subjectOf(row);
      return { ...dialableRow(row, list, dueOf(subject, moment)), lane: laneOf(list, subject.zones, moment) };
    })
    .filter(({ callback }) => callback === null || callback.since <= Date.parse(view.now))
    .sort(byNumber);
}

/** A request that names no agent takes callbacks once their owners' time is over. */
function dialableRow(row: MemberRow, list: SmartListRow, due: Instant | null): Dialable {
  const { contact_id, number, attempt_count, callback: own } = row;
  const callback = own && due !== null ? { ...own, since: Date.parse(ownerUntil(own, due)) } : null;
  return { contact_id, number, attempt_count, list, callback };
}

const bySince = (a: Dialable, b: Dialable): number => a.callback!.since - b.callback!.since || byNumber(a, b);
const byNumber = (a: Dialable, b: Dialable): number => a.number - b.number;
