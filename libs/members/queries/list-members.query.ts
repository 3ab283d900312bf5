import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type DocumentKey, DomainError, type IndexValue, notFound } from '#kernel';
import { CONTACTS } from '#contacts/domain';
import { type Moment, standing, type Standing } from '#eligibility';
import { READ_MODEL, type ReadModel } from '#read-model';
import { isFrozen, SMART_LISTS, type SmartListRow } from '#smart-lists/domain';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { WORKSPACES } from '#workspaces/domain';
import type { MemberRow, RemovedReason } from '../domain/member.js';
import { type MemberStatus, memberSubject, presentMember } from '../domain/present-member.js';
import { callsInFlightOf } from './calls-of-members.js';
import { MemberSources } from './member-sources.js';
import { type Source, walk } from './walk.js';

/** A page of members, and the position of the next page; undefined at the end. */
export interface MembersPage {
  readonly members: readonly ReturnType<typeof presentMember>[];
  readonly next: readonly IndexValue[] | undefined;
}

/**
 * GET /smart-lists/{smartListId}/members, in the order of member numbers; waiting members in the order of the instants
 * they wait for, and members in a call in the order of their contacts' ids.
 */
export class ListMembers extends Query<MembersPage> {
  constructor(
    readonly workspaceId: string,
    readonly smartListId: string,
    /** Undefined: all members except the removed ones. */
    readonly status: MemberStatus | undefined,
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}

/** Stands for a call that the row still has and that is over by now: no id of it is shown. */
const JUST_OVER = 'just over';

/** A member with the verdict of its gates. */
interface Judged {
  readonly row: MemberRow;
  readonly shown: Standing<RemovedReason>;
}

@QueryHandler(ListMembers)
export class ListMembersHandler implements IQueryHandler<ListMembers> {
  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'now'>,
  ) {}

  async execute(query: ListMembers): Promise<MembersPage> {
    const { workspaceId, smartListId, status } = query;
    const [at, [list], [workspace]] = await Promise.all([
      this.decider.now(workspaceId),
      this.readModel.getMany(SMART_LISTS, [[workspaceId, smartListId]]),
      this.readModel.getMany(WORKSPACES, [[workspaceId]]),
    ]);
    if (list?.live !== 1) throw notFound('smart list');
    // A store without transactions may show the row of a list before that of its workspace.
    if (!workspace) throw new DomainError('unavailable', 'The read model does not have this workspace yet.');
    const moment = { at, zone: workspace.time_zone };
    const source = await this.source(query, list, moment);
    if (!source) return { members: [], next: undefined };
    const { rows, next } = await walk(source, query, async (candidates) => {
      const judged = await this.judged(candidates, list, moment);
      return status === undefined ? judged : judged.filter(({ shown }) => shown.status === status);
    });
    return { members: await this.present(rows, moment), next };
  }

  /** The source of the members with a status; undefined: the list has none. */
  private async source(
    { workspaceId, smartListId, status }: ListMembers,
    list: SmartListRow,
    { at }: Moment,
  ): Promise<Source<MemberRow> | undefined> {
    const sources = new MemberSources(this.readModel, workspaceId, smartListId, Date.parse(at));
    if (status === undefined || status === 'removed') return sources.byNumber(status === 'removed' ? 0 : 1);
    // Every member of a frozen list is frozen.
    if (status === 'frozen' || isFrozen(list))
      return status === 'frozen' && isFrozen(list) ? sources.byNumber(1) : undefined;
    if (status === 'completed' && list.max_attempts_total === null) return undefined;
    return sources.of(status);
  }

  private async judged(rows: readonly MemberRow[], list: SmartListRow, moment: Moment): Promise<readonly Judged[]> {
    const contactIds = rows.map(({ contact_id }) => contact_id);
    const calls = await callsInFlightOf(this.readModel, list.workspace_id, contactIds);
    return rows.map((row) => {
      // Calls are read after the rows. Without the call that has ended in between, a row from before its end would be
      // shown as eligible.
      const call = calls.get(row.contact_id) ?? (row.in_call === 1 ? JUST_OVER : null);
      const subject = memberSubject(row, list, call);
      return { row, shown: standing(subject, moment) };
    });
  }

  private async present(judged: readonly Judged[], moment: Moment): Promise<MembersPage['members']> {
    if (judged.length === 0) return [];
    const keys = judged.map(({ row }) => [row.workspace_id, row.contact_id]);
    const phones = await this.readModel.fieldsOf(CONTACTS, 'phones', keys);
    // A contact exists before its memberships and stays, marked, when deleted; only rows that are ahead can lack it.
    const erased = await this.erased(keys.filter((_, index) => phones[index] === ''));
    return judged.flatMap(({ row, shown }, index) => {
      const phone = phones[index];
      if (phone === undefined) return [];
      const contact = erased.get(row.contact_id) ?? { phone: String(phone), erased_at: null };
      return [presentMember(row, shown, contact, moment)];
    });
  }

  /** The contacts without a phone, by their ids: they are erased. */
  private async erased(keys: readonly DocumentKey[]) {
    const rows = keys.length > 0 ? await this.readModel.getMany(CONTACTS, keys) : [];
    return new Map(rows.map((row) => [row!.contact_id, { phone: null, erased_at: row!.erased_at }]));
  }
}
