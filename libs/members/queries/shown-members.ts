import { type DocumentKey, DomainError, type Instant } from '#kernel';
import { readCallingHours } from '#calling-hours/domain';
import { CONTACTS, entriesOfContacts, readZonesOfContacts } from '#contacts/domain';
import { attemptsOfContacts } from '#dialing/domain';
import { barOf } from '#do-not-call/domain';
import { type Moment, momentOf, standing, type Standing, type Subject } from '#eligibility';
import type { ReadModel } from '#read-model';
import type { SmartListRow } from '#smart-lists/domain';
import type { CommandDecider } from '#workspace-head';
import { type WorkspaceRow, WORKSPACES } from '#workspaces/domain';
import type { RemovedReason } from '../domain/member-events.js';
import { afterResets, type MemberRow } from '../domain/member.js';
import { memberSubject, presentMember } from '../domain/present-member.js';
import { callsInFlightOf } from './calls-of-members.js';

/** A member as the API shows it (docs/reference/http-contract.md#member). */
export type ShownMember = ReturnType<typeof presentMember>;

/** A member with its list and the verdict of its gates. */
export interface Judged {
  readonly row: MemberRow;
  readonly list: SmartListRow;
  readonly shown: Standing<RemovedReason>;
  readonly subject: Subject<RemovedReason>;
}

/** Stands for a call that the row still has and that is over by now: no id of it is shown. */
const JUST_OVER = 'just over';

/** Members of a workspace as of one moment: every read of members judges and presents them here. */
export class ShownMembers {
  private constructor(
    private readonly readModel: ReadModel,
    private readonly workspace: WorkspaceRow,
    readonly moment: Moment,
  ) {}

  /** @throws DomainError `unavailable`: the rows do not have the workspace yet */
  static now(readModel: ReadModel, decider: Pick<CommandDecider, 'now'>, workspaceId: string): Promise<ShownMembers> {
    return ShownMembers.at(decider.now(workspaceId), readModel, workspaceId);
  }

  /**
   * @param instant of the read, from before it
   * @throws DomainError `unavailable`: the rows do not have the workspace yet
   */
  static async at(
    instant: Instant | Promise<Instant>,
    readModel: ReadModel,
    workspaceId: string,
  ): Promise<ShownMembers> {
    const [at, [workspace], hours] = await Promise.all([
      instant,
      readModel.getMany(WORKSPACES, [[workspaceId]]),
      readCallingHours(readModel, workspaceId),
    ]);
    // A store without transactions may show other rows of a workspace before that of the workspace itself.
    if (!workspace) throw new DomainError('unavailable', 'The read model does not have this workspace yet.');
    return new ShownMembers(readModel, workspace, momentOf(workspace, at, hours));
  }

  /** The verdicts at this moment. @param members rows with their lists, read before the call */
  async judge(members: readonly { readonly row: MemberRow; readonly list: SmartListRow }[]): Promise<Judged[]> {
    const contactIds = [...new Set(members.map(({ row }) => row.contact_id))];
    const [calls, entries, attempts, zones] = await Promise.all([
      callsInFlightOf(this.readModel, this.workspace.workspace_id, contactIds),
      entriesOfContacts(this.readModel, this.workspace, contactIds),
      attemptsOfContacts(this.readModel, this.workspace, contactIds, this.moment.at),
      // Without calling hours no gate asks for them.
      readZonesOfContacts(this.readModel, this.workspace, this.moment.hours.size > 0 ? contactIds : []),
    ]);
    return members.map(({ row: stored, list }) => {
      const row = afterResets(stored, list);
      // Calls are read after the rows. Without the call that has ended in between, a row from before its end would be
      // shown as eligible.
      const callInFlight = calls.get(row.contact_id) ?? (row.in_call !== 0 ? JUST_OVER : null);
      const bar = barOf(entries.get(row.contact_id), this.moment.at);
      const contact = { bar, callInFlight, attempts: attempts(row.contact_id), zones: zones(row.contact_id) };
      const subject = memberSubject(row, list, contact);
      return { row, list, shown: standing(subject, this.moment), subject };
    });
  }

  /** The members in their order, each with its list. One whose contact the rows do not have yet is left out. */
  async present(
    judged: readonly Judged[],
  ): Promise<readonly { readonly member: ShownMember; readonly list: SmartListRow }[]> {
    const contacts = await this.contactsOf(judged.map(({ row }) => row.contact_id));
    return judged.flatMap(({ row, list, shown, subject }) => {
      const contact = contacts.get(row.contact_id);
      return contact ? [{ member: presentMember(row, shown, contact, this.moment, subject), list }] : [];
    });
  }

  private async contactsOf(contactIds: readonly string[]) {
    const ids = [...new Set(contactIds)];
    if (ids.length === 0) return new Map<string, Parameters<typeof presentMember>[2]>();
    const keys = ids.map((id): DocumentKey => [this.workspace.workspace_id, id]);
    const phones = await this.readModel.fieldsOf(CONTACTS, 'phones', keys);
    // A contact exists before its memberships and stays, marked, when deleted; only rows that are ahead can lack it.
    const erased = await this.erased(keys.filter((_, index) => phones[index] === ''));
    return new Map(
      ids.flatMap((id, index) => {
        const phone = phones[index];
        if (phone === undefined) return [];
        return [[id, erased.get(id) ?? { phone: String(phone), erased_at: null }] as const];
      }),
    );
  }

  /** The contacts without a phone, by their ids: they are erased. */
  private async erased(keys: readonly DocumentKey[]) {
    const rows = keys.length > 0 ? await this.readModel.getMany(CONTACTS, keys) : [];
    return new Map(rows.map((row) => [row!.contact_id, { phone: null, erased_at: row!.erased_at }]));
  }
}
