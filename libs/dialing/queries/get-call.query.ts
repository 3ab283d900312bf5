import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { CALLS } from '../domain/calls/call.js';
import { presentCall } from '../domain/calls/present-call.js';

/** GET /calls/{callId}. */
export class GetCall extends Query<ReturnType<typeof presentCall>> {
  constructor(
    readonly workspaceId: string,
    readonly callId: string,
  ) {
    super();
  }
}

@QueryHandler(GetCall)
export class GetCallHandler implements IQueryHandler<GetCall> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  /** @throws DomainError `not_found` */
  async execute({ workspaceId, callId }: GetCall): Promise<ReturnType<typeof presentCall>> {
    const [row] = await this.readModel.getMany(CALLS, [[workspaceId, callId]]);
    if (!row) throw notFound('call');
    return presentCall(row);
  }
}
