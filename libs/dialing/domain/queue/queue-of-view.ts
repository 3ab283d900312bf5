import { keyText, type WorkspaceView } from '#kernel';
import { callingHoursOf } from '#calling-hours/domain';
import { type Callback, type DialingLimits, type Moment, momentOf, type Subject, windowsEnd } from '#eligibility';
import { afterResets, type ContactNow, MEMBER_COUNTS, type MemberRow, MEMBERS, memberSubject } from '#members/domain';
import { isFrozen, SMART_LISTS, type SmartListRow } from '#smart-lists/domain';
import type { UnlistedSettings } from '#workspaces/domain';
import { workspaceOf } from '../calls/call-life.js';
import { callsInFlight } from '../calls/register-call.js';
import { CallbackCandidates } from './callback-candidates.js';
import { QueueCandidates } from './candidates.js';
import { contactsNow, phonesOfContacts } from './contacts-now.js';
import type { LaneToRead } from './lane-to-read.js';
import { type Dialed, LanesOfView } from './lanes-of-view.js';
import type { EligibleMember, EligibleMembers, Lane, Tier } from './eligible-members.js';
import type { ReadBounds } from './read-bounds.js';
import type { Queued } from './stretch.js';
import { UNLISTED, type UnlistedRow } from './unlisted.js';

/** The number of a contact, and its attempts over all lists. */
interface Reached extends Pick<ContactNow, 'attempts'> {
  readonly phone: string;
}

/** A row that may be dialed; `list` is null for a contact without one. */
export interface Dialable extends EligibleMember {
  readonly list: SmartListRow | null;
  /** Of a callback that the request takes: what it is, and since when it may; null: it is none. */
  readonly callback: (Callback & { readonly since: number }) | null;
}

/** From which lists a request dials, and for whom. */
export interface Asked {
  /** Undefined: from all. */
  readonly isDialed?: ((smartListId: string) => boolean) | undefined;
  /** The agent who is to be on the phone; undefined: nobody is named. */
  readonly agentId?: string | undefined;
}

/**
 * "The next eligible number above the cursor" over the rows of a workspace. The queue's indexes give candidates; each
 * is judged by facts, settings and calls in flight as of the view, so that no contact is dialed against the rules, even
 * if an index is wrong. For one run of a decision.
 */
export class QueueOfView implements EligibleMembers<Dialable> {
  private readonly members: QueueCandidates<MemberRow>;
  private readonly callbackRows: CallbackCandidates;
  private readonly isDialed: (smartListId: string) => boolean;
  private readonly withoutList: QueueCandidates<UnlistedRow>;
  private readonly lanesOfLists: LanesOfView<MemberRow>;
  private readonly lanesWithoutList: LanesOfView<UnlistedRow>;
  private readonly moment: Moment;
  private readonly inFlight: ReturnType<typeof callsInFlight>;
  private readonly unlisted: UnlistedSettings;
  private readonly tiers = new Map<Tier, readonly Dialed[]>();
  private readonly lanesOfTiers = new Map<Tier, readonly LaneToRead[]>();
  private readonly lists: ReadonlyMap<string, SmartListRow>;
  private withCallbacks: readonly Dialed[] | undefined;
  /** Of the contacts that were judged; empty where nobody counts attempts over all lists. */
  private readonly dialed = new Map<string, Reached>();

  /**
   * @param wanted largest number of picks
   */
  constructor(
    private readonly view: WorkspaceView,
    reads: ReadBounds,
    wanted: number,
    { isDialed = () => true, agentId }: Asked = {},
  ) {
    const workspace = workspaceOf(view);
    const { unlisted } = workspace;
    this.moment = momentOf(workspace, view.now, callingHoursOf(view));
    this.inFlight = callsInFlight(view);
    this.unlisted = unlisted;
    this.lists = view.resident(SMART_LISTS);
    this.isDialed = isDialed;
    const subjects = (rows: readonly MemberRow[]) => {
      const contactNow = this.contactsNow(rows.map(({ contact_id }) => contact_id));
      return (row: MemberRow) => {
        const list = this.list(row.smart_list_id);
        return memberSubject(afterResets(row, list), list, contactNow(row.contact_id));
      };
    };
    this.members = new QueueCandidates(view, MEMBERS, this.moment, reads, wanted, subjects);
    this.lanesOfLists = new LanesOfView(view, MEMBERS, this.moment, this.members);
    const scope = {
      listIds: () => this.listsWithCallbacks().map(({ listId }) => listId),
      runs: () => this.lanesOfLists.runsOf('callback', this.listsWithCallbacks()),
      agentId,
    };
    const expired = (): readonly MemberRow[] => this.members.due();
    this.callbackRows = new CallbackCandidates(view, this.moment, reads, scope, expired, subjects);
    this.withoutList = new QueueCandidates(view, UNLISTED, this.moment, reads, wanted, (rows) => {
      const contactNow = this.contactsNow(rows.map(({ contact_id }) => contact_id));
      return (row) => unlistedSubject(row, unlisted, contactNow(row.contact_id));
    });
    this.lanesWithoutList = new LanesOfView(view, UNLISTED, this.moment, this.withoutList);
  }

  /** Contacts as they are now. Picks may be of them: {@link mayFollow} knows their numbers from then on. */
  contactsNow(contactIds: readonly string[]): (contactId: string) => ContactNow {
    const contactNow = contactsNow(this.view, contactIds, this.inFlight);
    if (this.moment.contactWindows !== null)
      for (const [contactId, phone] of phonesOfContacts(this.view, contactIds))
        this.dialed.set(contactId, { phone, attempts: contactNow(contactId).attempts });
    return contactNow;
  }

  lanes(tier: Tier): readonly LaneToRead[] {
    const known = this.lanesOfTiers.get(tier);
    if (known) return known;
    const lanes = this.openLanes(tier);
    this.lanesOfTiers.set(tier, lanes);
    return lanes;
  }

  /**
   * @throws QueueOverdue more rows are due than a pick judges
   * @throws DomainError `unavailable`: settings have changed, and the queue does not follow them yet
   */
  above({ tier, key }: Lane, above: number, limit: number): readonly Dialable[] {
    const lane = this.laneToRead(tier, key);
    if (!lane) return [];
    if (tier === 'unlisted') return this.withoutList.above(lane, above, limit).map((row) => dialable(row, null));
    return this.members.above(lane, above, limit).map((row) => {
      const list = this.list(row.smart_list_id);
      return dialable(afterResets(row, list), list);
    });
  }

  prepare(starts: readonly (readonly [lane: Lane, above: number])[]): void {
    const read = starts.flatMap(([{ tier, key }, above]) => {
      const lane = this.laneToRead(tier, key);
      return lane ? [[lane, above] as const] : [];
    });
    this.withoutList.prepare(read.filter(([{ tier }]) => tier === 'unlisted'));
    this.members.prepare(read.filter(([{ tier }]) => tier !== 'unlisted'));
  }

  mayFollow({ contact_id }: Dialable, picked: ReadonlySet<string>): boolean {
    const own = this.dialed.get(contact_id);
    const alike = own ? [...picked].filter((other) => this.dialed.get(other)?.phone === own.phone).length : 0;
    if (alike === 0) return true;
    const { at, contactWindows } = this.moment;
    const end = windowsEnd([...own!.attempts, ...Array<number>(alike).fill(Date.parse(at))], contactWindows);
    return end === null || end <= at;
  }

  /** @throws QueueOverdue as {@link above} */
  callbacks(limit: number): readonly Dialable[] {
    if (this.moment.isPaused) return [];
    this.view.together(
      () => this.members.due(),
      () => this.members.midnights(),
    );
    const taken = this.callbackRows.first(limit);
    return taken.map(({ row, since }) => {
      const list = this.list(row.smart_list_id);
      return { ...dialable(afterResets(row, list), list), callback: { ...row.callback!, since } };
    });
  }

  /**
   * The first instant to come that a row waits for. Milliseconds since 1970. Read before the queue in which nobody is
   * found: then, if it is not {@link isUncertain}, nobody may be called before that instant by its rows alone.
   */
  nextInstant(): number {
    return Math.min(this.members.nextInstant(), this.withoutList.nextInstant());
  }

  /** Whether it has met rows that wait for what their positions do not say. */
  get isUncertain(): boolean {
    return this.callbackRows.metSome || this.members.metStale || this.withoutList.metStale;
  }

  /** Whether calling hours decide, too, who may be called. */
  get goesByHours(): boolean {
    return callingHoursOf(this.view).length > 0;
  }

  private laneToRead(tier: Tier, key: string): LaneToRead | undefined {
    return this.lanes(tier).find((lane) => lane.key === key);
  }

  private openLanes(tier: Tier): readonly LaneToRead[] {
    if (this.moment.isPaused) return [];
    if (tier !== 'unlisted') return this.lanesOfLists.of(tier, this.listsOf(tier));
    const { unlisted } = this;
    if (!unlisted.enabled || isFrozen(unlisted)) return [];
    return this.lanesWithoutList.of(tier, [{ listId: '', limits: unlisted }]);
  }

  /** Lists that are frozen or empty cost no read. */
  private listsOf(tier: Tier): readonly Dialed[] {
    const known = this.tiers.get(tier);
    if (known) return known;
    // Lists and their counts have the same key: a decision is run several times, and a workspace may have 1,000 lists.
    const counts = this.view.resident(MEMBER_COUNTS);
    const lists: Dialed[] = [];
    for (const [key, list] of this.lists)
      if (list.priority === tier && counts.has(key) && this.mayDial(list))
        lists.push({ listId: list.smart_list_id, limits: list });
    this.tiers.set(tier, lists);
    return lists;
  }

  /** Of all tiers, in no order. Every pick asks: lists without callbacks cost one comparison each. */
  private listsWithCallbacks(): readonly Dialed[] {
    if (this.withCallbacks) return this.withCallbacks;
    const lists: Dialed[] = [];
    for (const [key, count] of this.view.resident(MEMBER_COUNTS)) {
      const list = count.had_callbacks === 1 ? this.lists.get(key) : undefined;
      if (list && this.mayDial(list)) lists.push({ listId: list.smart_list_id, limits: list });
    }
    return (this.withCallbacks = lists);
  }

  private mayDial(list: SmartListRow): boolean {
    return !isFrozen(list) && this.isDialed(list.smart_list_id);
  }

  /** Only rows of active lists are read. */
  private list(smartListId: string): SmartListRow {
    return this.lists.get(keyText([this.view.workspaceId, smartListId]))!;
  }
}

function dialable({ contact_id, number, attempt_count }: Queued, list: SmartListRow | null): Dialable {
  return { contact_id, number, attempt_count, list, callback: null };
}

/** A contact without a list as the gates judge it; undefined for one that is on a list, or deleted. */
export function unlistedSubject(
  row: UnlistedRow,
  limits: DialingLimits,
  { bar, callInFlight, attempts, zones }: ContactNow,
): Subject<'listed' | 'contact_deleted'> {
  const removed = row.live === 0 ? 'contact_deleted' : row.memberships > 0 ? 'listed' : null;
  return { removed, limits, bar, callInFlight, attempts, zones, facts: row, addedAt: row.added_at };
}
