import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type DocumentKey, type IndexValue, notFound } from '#kernel';
import { CONTACTS } from '#contacts/domain';
import { READ_MODEL, type ReadModel, walk } from '#read-model';
import { SMART_LISTS, type SmartListRow } from '#smart-lists/domain';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import type { MemberRow } from '../domain/member.js';
import { membershipsOf } from './member-sources.js';
import { type ShownMember, ShownMembers } from './shown-members.js';

/** A member with the name of its list. */
export type ShownMembership = ShownMember & { readonly smart_list_name: string };

/** A page of memberships, and the position of the next page; undefined at the end. */
export interface MembershipsPage {
  readonly memberships: readonly ShownMembership[];
  readonly next: readonly IndexValue[] | undefined;
}

/** GET /contacts/{contactId}/memberships: the active ones, in the order of the ids of their lists. */
export class ListMemberships extends Query<MembershipsPage> {
  constructor(
    readonly workspaceId: string,
    readonly contactId: string,
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListMemberships)
export class ListMembershipsHandler implements IQueryHandler<ListMemberships> {
  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'now'>,
  ) {}

  /** @throws DomainError `not_found`: the contact does not exist, or was deleted */
  async execute(query: ListMemberships): Promise<MembershipsPage> {
    const { workspaceId, contactId } = query;
    const [shownMembers, [contact]] = await Promise.all([
      ShownMembers.now(this.readModel, this.decider, workspaceId),
      this.readModel.getMany(CONTACTS, [[workspaceId, contactId]]),
    ]);
    if (contact?.live !== 1) throw notFound('contact');
    const source = membershipsOf(this.readModel, workspaceId, contactId);
    const { rows, next } = await walk(source, query, async (candidates) =>
      shownMembers.judge(await this.onLiveLists(workspaceId, candidates)),
    );
    const presented = await shownMembers.present(rows);
    const memberships = presented.map(({ member, list }) => ({ ...member, smart_list_name: list.name }));
    return { memberships, next };
  }

  /** A member of a deleted list is no member, also before a sweep has ended the membership in the log. */
  private async onLiveLists(
    workspaceId: string,
    rows: readonly MemberRow[],
  ): Promise<readonly { readonly row: MemberRow; readonly list: SmartListRow }[]> {
    const keys = rows.map(({ smart_list_id }): DocumentKey => [workspaceId, smart_list_id]);
    const lists = keys.length > 0 ? await this.readModel.getMany(SMART_LISTS, keys) : [];
    return rows.flatMap((row, index) => {
      const list = lists[index];
      return list?.live === 1 ? [{ row, list }] : [];
    });
  }
}
