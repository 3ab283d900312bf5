import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type JsonObject, notFound } from '#kernel';
import { CONTACTS } from '#contacts/domain';
import { READ_MODEL, type ReadModel } from '#read-model';
import { isFrozen, SMART_LISTS, type SmartListRow } from '#smart-lists/domain';
import { type MemberRow, MEMBERS, type MemberStatus, presentMember } from '../domain/index.js';
import { ListMembers, type MembersPage } from './list-members.query.js';

@QueryHandler(ListMembers)
export class ListMembersHandler implements IQueryHandler<ListMembers> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  async execute({ workspaceId, smartListId, status, size, after }: ListMembers): Promise<MembersPage> {
    const [list] = await this.readModel.getMany(SMART_LISTS, [[workspaceId, smartListId]]);
    if (list?.live !== 1) throw notFound('smart list');
    const active = activeWith(status, list);
    if (active === undefined) return { members: [], next: undefined };
    // One row more than the page holds says whether there is a next one.
    const found = await this.readModel.page(MEMBERS, {
      index: 'by_number',
      prefix: [workspaceId, smartListId, active],
      ...(after && { after }),
      limit: size + 1,
    });
    const rows = found.slice(0, size);
    return {
      members: await this.present(rows, list),
      next: found.length > size ? [rows.at(-1)!.number] : undefined,
    };
  }

  private async present(rows: readonly MemberRow[], list: SmartListRow): Promise<readonly JsonObject[]> {
    if (rows.length === 0) return [];
    const keys = rows.map(({ workspace_id, contact_id }) => [workspace_id, contact_id]);
    const phones = await this.readModel.fieldsOf(CONTACTS, 'phones', keys);
    // A contact is there before its memberships and stays, marked, when deleted; only rows ahead of the complete ones can lack it.
    return rows.flatMap((row, index) => {
      const phone = phones[index];
      return phone === undefined ? [] : [presentMember(row, list, String(phone))];
    });
  }
}

/**
 * Which memberships have a status: the active (1), the ended (0), or none. All active members of a list have the same status,
 * since nobody is called yet.
 */
function activeWith(status: MemberStatus | undefined, list: SmartListRow): 0 | 1 | undefined {
  if (status === undefined) return 1;
  if (status === 'removed') return 0;
  return status === (isFrozen(list) ? 'frozen' : 'queued') ? 1 : undefined;
}
