import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { IndexValue } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { CALLING_HOURS } from '../domain/calling-hours.js';
import { presentCallingHours } from '../domain/present-calling-hours.js';

/** A page of calling hours, and the position of the next page; undefined at the end. */
export interface CallingHoursPage {
  readonly callingHours: readonly ReturnType<typeof presentCallingHours>[];
  readonly next: readonly IndexValue[] | undefined;
}

/** GET /calling-hours, in the order of creation. */
export class ListCallingHours extends Query<CallingHoursPage> {
  constructor(
    readonly workspaceId: string,
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListCallingHours)
export class ListCallingHoursHandler implements IQueryHandler<ListCallingHours> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  async execute({ workspaceId, size, after }: ListCallingHours): Promise<CallingHoursPage> {
    // One row more than the page holds tells whether there is a next page.
    const found = await this.readModel.page(CALLING_HOURS, {
      index: 'live',
      prefix: [workspaceId, 1],
      ...(after && { after }),
      limit: size + 1,
    });
    const groups = found.slice(0, size);
    return {
      callingHours: groups.map(presentCallingHours),
      next: found.length > size ? [groups.at(-1)!.number] : undefined,
    };
  }
}
