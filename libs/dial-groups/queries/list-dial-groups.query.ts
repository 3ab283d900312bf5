import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { IndexValue } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { DIAL_GROUPS } from '../domain/dial-group.js';
import { presentDialGroup } from '../domain/present-dial-group.js';

/** A page of dial groups, and the position of the next page; undefined at the end. */
export interface DialGroupsPage {
  readonly dialGroups: readonly ReturnType<typeof presentDialGroup>[];
  readonly next: readonly IndexValue[] | undefined;
}

/** GET /dial-groups, in the order of creation. */
export class ListDialGroups extends Query<DialGroupsPage> {
  constructor(
    readonly workspaceId: string,
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListDialGroups)
export class ListDialGroupsHandler implements IQueryHandler<ListDialGroups> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  async execute({ workspaceId, size, after }: ListDialGroups): Promise<DialGroupsPage> {
    // One row more than the page holds tells whether there is a next page.
    const found = await this.readModel.page(DIAL_GROUPS, {
      index: 'live',
      prefix: [workspaceId, 1],
      ...(after && { after }),
      limit: size + 1,
    });
    const groups = found.slice(0, size);
    return {
      dialGroups: groups.map(presentDialGroup),
      next: found.length > size ? [groups.at(-1)!.number] : undefined,
    };
  }
}
