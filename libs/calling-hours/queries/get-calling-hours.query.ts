import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { CALLING_HOURS } from '../domain/calling-hours.js';
import { callingHoursEtag, presentCallingHours } from '../domain/present-calling-hours.js';

/** One calling hours, with its ETag. */
export interface CallingHoursFound {
  readonly callingHours: ReturnType<typeof presentCallingHours>;
  readonly etag: string;
}

/** GET /calling-hours/{callingHoursId}. */
export class GetCallingHours extends Query<CallingHoursFound> {
  constructor(
    readonly workspaceId: string,
    readonly callingHoursId: string,
  ) {
    super();
  }
}

@QueryHandler(GetCallingHours)
export class GetCallingHoursHandler implements IQueryHandler<GetCallingHours> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  /** @throws DomainError `not_found` */
  async execute({ workspaceId, callingHoursId }: GetCallingHours): Promise<CallingHoursFound> {
    const [row] = await this.readModel.getMany(CALLING_HOURS, [[workspaceId, callingHoursId]]);
    if (row?.live !== 1) throw notFound('calling hours');
    return { callingHours: presentCallingHours(row), etag: callingHoursEtag(row) };
  }
}
