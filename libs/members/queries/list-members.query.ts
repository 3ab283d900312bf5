import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { IndexValue } from '#kernel';
import { PAGE_READER, type PageReader, type PrintedPage } from '#read-model';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import type { MemberStatus } from '../domain/present-member.js';
import { MEMBERS_PAGE } from '../pages/members-page.js';
import type { ShownMember } from './shown-members.js';

/** GET /smart-lists/{smartListId}/members, as {@link MEMBERS_PAGE} finds them. */
export class ListMembers extends Query<PrintedPage<ShownMember>> {
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
    @Inject(PAGE_READER) private readonly pages: PageReader,
    @Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'now'>,
  ) {}

  /** @throws DomainError `not_found`: the list does not exist; `unavailable` */
  async execute({ workspaceId, smartListId, status, size, after }: ListMembers): Promise<PrintedPage<ShownMember>> {
    const at = await this.decider.now(workspaceId);
    return this.pages.read(MEMBERS_PAGE, { workspaceId, smartListId, status, size, after, at });
  }
}
