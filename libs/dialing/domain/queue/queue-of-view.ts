import { keyText, type WorkspaceView } from '#kernel';
import { type Callback, type DialingLimits, type Moment, momentOf, type Subject, windowsEnd } from '#eligibility';
import { afterResets, type ContactNow, MEMBER_COUNTS, type MemberRow, MEMBERS, memberSubject } from '#members/domain';
import { isFrozen, PRIORITIES, SMART_LISTS, type SmartListRow } from '#smart-lists/domain';
import type { UnlistedSettings } from '#workspaces/domain';
import { workspaceOf } from '../calls/call-life.js';
import { callsInFlight } from '../calls/register-call.js';
import { CallbackCandidates } from './callback-candidates.js';
import { QueueCandidates, type Queued } from './candidates.js';
import { contactsNow, phonesOfContacts } from './contacts-now.js';
import type { EligibleMember, EligibleMembers, Tier } from './pick.js';
import type { ReadBounds } from './read-bounds.js';
import { UNLISTED, type UnlistedRow } from './unlisted.js';

/** The number of a contact, and its attempts over all lists. */
interface Dialed extends Pick<ContactNow, 'attempts'> {
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
  private readonly moment: Moment;
  private readonly inFlight: ReturnType<typeof callsInFlight>;
  private readonly unlisted: UnlistedSettings;
  private readonly tiers = new Map<Tier, readonly string[]>();
  private readonly lists: ReadonlyMap<string, SmartListRow>;
  /** Of the contacts that were judged; empty where nobody counts attempts over all lists. */
  private readonly dialed = new Map<string, Dialed>();

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
    this.moment = momentOf(workspace, view.now);
    this.inFlight = callsInFlight(view);
    this.unlisted = unlisted;
    this.lists = view.resident(SMART_LISTS);
    this.isDialed = isDialed;
    const subjects = (rows: readonly MemberRow[]) => {
      const contactNow = this.contacts(rows);
      return (row: MemberRow) => {
        const list = this.list(row.smart_list_id);
        return memberSubject(afterResets(row, list), list, contactNow(row.contact_id));
      };
    };
    this.members = new QueueCandidates(view, MEMBERS, this.moment, reads, wanted, subjects);
    const scope = { listIds: () => PRIORITIES.flatMap((tier) => this.listsOf(tier)), agentId };
    const expired = (): readonly MemberRow[] => this.members.due();
    this.callbackRows = new CallbackCandidates(view, this.moment, reads, scope, expired, subjects);
    this.withoutList = new QueueCandidates(view, UNLISTED, this.moment, reads, wanted, (rows) => {
      const contactNow = this.contacts(rows);
      return (row) => unlistedSubject(row, unlisted, contactNow(row.contact_id));
    });
  }

  /**
   * @throws QueueOverdue more rows are due than a pick judges
   * @throws DomainError `unavailable`: settings have changed, and the queue does not follow them yet
   */
  above(tier: Tier, above: number, limit: number): readonly Dialable[] {
    if (this.moment.isPaused) return [];
    if (tier === 'unlisted') {
      if (!this.unlisted.enabled || isFrozen(this.unlisted)) return [];
      return this.withoutList.above(tier, [''], above, limit).map((row) => dialable(row, null));
    }
    const lists = this.listsOf(tier);
    if (lists.length === 0) return [];
    return this.members.above(tier, lists, above, limit).map((row) => {
      const list = this.list(row.smart_list_id);
      return dialable(afterResets(row, list), list);
    });
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
    return this.callbackRows.first(limit).map(({ row, since }) => {
      const list = this.list(row.smart_list_id);
      return { ...dialable(afterResets(row, list), list), callback: { ...row.callback!, since } };
    });
  }

  /** Lists that are frozen or empty cost no read. */
  private listsOf(tier: Tier): readonly string[] {
    const known = this.tiers.get(tier);
    if (known) return known;
    // Lists and their counts have the same key: a decision is run several times, and a workspace may have 1,000 lists.
    const counts = this.view.resident(MEMBER_COUNTS);
    const listIds: string[] = [];
    for (const [key, list] of this.lists)
      if (list.priority === tier && !isFrozen(list) && counts.has(key) && this.isDialed(list.smart_list_id))
        listIds.push(list.smart_list_id);
    this.tiers.set(tier, listIds);
    return listIds;
  }

  private contacts(rows: readonly Queued[]): (contactId: string) => ContactNow {
    const contactIds = rows.map(({ contact_id }) => contact_id);
    const contactNow = contactsNow(this.view, contactIds, this.inFlight);
    if (this.moment.contactWindows !== null)
      for (const [contactId, phone] of phonesOfContacts(this.view, contactIds))
        this.dialed.set(contactId, { phone, attempts: contactNow(contactId).attempts });
    return contactNow;
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
  { bar, callInFlight, attempts }: ContactNow,
): Subject<'listed' | 'contact_deleted'> {
  const removed = row.live === 0 ? 'contact_deleted' : row.memberships > 0 ? 'listed' : null;
  return { removed, limits, bar, callInFlight, attempts, facts: row, addedAt: row.added_at };
}
