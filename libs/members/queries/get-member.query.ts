import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { SMART_LISTS } from '#smart-lists/domain';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { MEMBERS } from '../domain/member.js';
import { type ShownMember, ShownMembers } from './shown-members.js';

/**
 * GET /smart-lists/{smartListId}/members/{contactId}: the member as the list of members shows it, also a removed one.
 */
export class GetMember extends Query<ShownMember> {
  constructor(
    readonly workspaceId: string,
    readonly smartListId: string,
    readonly contactId: string,
  ) {
    super();
  }
}

@QueryHandler(GetMember)
export class GetMemberHandler implements IQueryHandler<GetMember> {
  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'now'>,
  ) {}

  /** @throws DomainError `not_found`: of the list, or of the member where the contact never was one */
  async execute({ workspaceId, smartListId, contactId }: GetMember): Promise<ShownMember> {
    const [shownMembers, [list], [row]] = await Promise.all([
      ShownMembers.now(this.readModel, this.decider, workspaceId),
      this.readModel.getMany(SMART_LISTS, [[workspaceId, smartListId]]),
      this.readModel.getMany(MEMBERS, [[workspaceId, smartListId, contactId]]),
    ]);
    if (list?.live !== 1) throw notFound('smart list');
    const judged = row ? await shownMembers.judge([{ row, list }]) : [];
    const [found] = await shownMembers.present(judged);
    if (!found) throw notFound('member');
    return found.member;
  }
}
