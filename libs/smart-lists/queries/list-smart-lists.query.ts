import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { IndexValue } from '#kernel';
import { MEMBER_COUNTS } from '#members/domain';
import { READ_MODEL, type ReadModel } from '#read-model';
import { presentSmartList } from '../domain/present-smart-list.js';
import { SMART_LISTS } from '../domain/smart-list.js';

/** A page of active lists, and the position of the next page; undefined at the end. */
export interface SmartListsPage {
  readonly smartLists: readonly ReturnType<typeof presentSmartList>[];
  readonly next: readonly IndexValue[] | undefined;
}

/** GET /smart-lists, in the order of creation. */
export class ListSmartLists extends Query<SmartListsPage> {
  constructor(
    readonly workspaceId: string,
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListSmartLists)
export class ListSmartListsHandler implements IQueryHandler<ListSmartLists> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  async execute({ workspaceId, size, after }: ListSmartLists): Promise<SmartListsPage> {
    // One row more than the page holds tells whether there is a next page.
    const found = await this.readModel.page(SMART_LISTS, {
      index: 'live',
      prefix: [workspaceId, 1],
      ...(after && { after }),
      limit: size + 1,
    });
    const lists = found.slice(0, size);
    const keys = lists.map(({ smart_list_id }) => [workspaceId, smart_list_id]);
    const counts = keys.length > 0 ? await this.readModel.getMany(MEMBER_COUNTS, keys) : [];
    return {
      smartLists: lists.map((list, index) => presentSmartList(list, counts[index]?.active_members ?? 0)),
      next: found.length > size ? [lists.at(-1)!.number] : undefined,
    };
  }
}
