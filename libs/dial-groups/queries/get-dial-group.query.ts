import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { DIAL_GROUPS } from '../domain/dial-group.js';
import { dialGroupEtag, presentDialGroup } from '../domain/present-dial-group.js';

/** One dial group, with its ETag. */
export interface DialGroupFound {
  readonly dialGroup: ReturnType<typeof presentDialGroup>;
  readonly etag: string;
}

/** GET /dial-groups/{dialGroupId}. */
export class GetDialGroup extends Query<DialGroupFound> {
  constructor(
    readonly workspaceId: string,
    readonly dialGroupId: string,
  ) {
    super();
  }
}

@QueryHandler(GetDialGroup)
export class GetDialGroupHandler implements IQueryHandler<GetDialGroup> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  /** @throws DomainError `not_found` */
  async execute({ workspaceId, dialGroupId }: GetDialGroup): Promise<DialGroupFound> {
    const [row] = await this.readModel.getMany(DIAL_GROUPS, [[workspaceId, dialGroupId]]);
    if (row?.live !== 1) throw notFound('dial group');
    return { dialGroup: presentDialGroup(row), etag: dialGroupEtag(row) };
  }
}
