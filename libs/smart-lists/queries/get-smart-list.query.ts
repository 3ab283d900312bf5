import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel';
import { MEMBER_COUNTS } from '#members/domain';
import { READ_MODEL, type ReadModel } from '#read-model';
import { listEtag, presentSmartList } from '../domain/present-smart-list.js';
import { SMART_LISTS } from '../domain/smart-list.js';

/** One active list, with its ETag. */
export interface SmartListFound {
  readonly smartList: ReturnType<typeof presentSmartList>;
  readonly etag: string;
}

/** GET /smart-lists/{smartListId}. */
export class GetSmartList extends Query<SmartListFound> {
  constructor(
    readonly workspaceId: string,
    readonly smartListId: string,
  ) {
    super();
  }
}

@QueryHandler(GetSmartList)
export class GetSmartListHandler implements IQueryHandler<GetSmartList> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  /** @throws DomainError `not_found` */
  async execute({ workspaceId, smartListId }: GetSmartList): Promise<SmartListFound> {
    const key = [workspaceId, smartListId];
    const [[list], [count]] = await Promise.all([
      this.readModel.getMany(SMART_LISTS, [key]),
      this.readModel.getMany(MEMBER_COUNTS, [key]),
    ]);
    if (list?.live !== 1) throw notFound('smart list');
    return { smartList: presentSmartList(list, count?.active_members ?? 0), etag: listEtag(list) };
  }
}
