import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type IndexValue, notFound } from '#kernel';
import { hoursOf, type Moment } from '#eligibility';
import { READ_MODEL, type ReadModel, type Source, walk } from '#read-model';
import { isFrozen, SMART_LISTS, type SmartListRow } from '#smart-lists/domain';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import type { MemberRow } from '../domain/member.js';
import type { MemberStatus } from '../domain/present-member.js';
import { MemberSources } from './member-sources.js';
import { type ShownMember, ShownMembers } from './shown-members.js';

/** A page of members, and the position of the next page; undefined at the end. */
export interface MembersPage {
  readonly members: readonly ShownMember[];
  readonly next: readonly IndexValue[] | undefined;
}

/**
 * GET /smart-lists/{smartListId}/members, in the order of member numbers; waiting members of lists without calling
 * hours in the order of the instants they wait for, members who are frozen by the register in the order of the expiry
 * of their entries, and members in a call in the order of their contacts' ids.
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

@QueryHandler(ListMembers)
export class ListMembersHandler implements IQueryHandler<ListMembers> {
  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'now'>,
  ) {}

  async execute(query: ListMembers): Promise<MembersPage> {
    const { workspaceId, smartListId, status } = query;
    const [shownMembers, [list]] = await Promise.all([
      ShownMembers.now(this.readModel, this.decider, workspaceId),
      this.readModel.getMany(SMART_LISTS, [[workspaceId, smartListId]]),
    ]);
    if (list?.live !== 1) throw notFound('smart list');
    const source = await this.source(query, list, shownMembers.moment);
    if (!source) return { members: [], next: undefined };
    const { rows, next } = await walk(source, query, async (candidates) => {
      const judged = await shownMembers.judge(candidates.map((row) => ({ row, list })));
      return status === undefined ? judged : judged.filter(({ shown }) => shown.status === status);
    });
    const presented = await shownMembers.present(rows);
    return { members: presented.map(({ member }) => member), next };
  }

  /** The source of the members with a status; undefined: the list has none. */
  private async source(
    { workspaceId, smartListId, status }: ListMembers,
    list: SmartListRow,
    moment: Moment,
  ): Promise<Source<MemberRow> | undefined> {
    const { at, isPaused } = moment;
    const sources = new MemberSources(this.readModel, workspaceId, smartListId, Date.parse(at));
    if (status === undefined || status === 'removed') return sources.byNumber(status === 'removed' ? 0 : 1);
    // Every member of a frozen list is frozen, and of every list while dialing is paused.
    const areFrozen = isPaused || isFrozen(list);
    if (areFrozen) return status === 'frozen' ? sources.byNumber(1) : undefined;
    if (status === 'completed' && list.max_attempts_total === null) return undefined;
    // Hours close without a write: whom they hold back stands among the queued ones.
    if (status === 'waiting' && hoursOf(list, moment).length > 0) return sources.byNumber(1);
    return sources.of(status);
  }
}
