import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type AnswerOf, Context, Endpoint, IdParam, type RequestContext } from '#http';
import { GetListProgress } from '../queries/get-list-progress.query.js';
import { ListProgressAnswer } from './progress.dto.js';

/** How far lists are (docs/reference/http-contract.md#progress). */
@Controller()
export class ProgressController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint({
    method: 'GET',
    path: '/smart-lists/:smartListId/progress',
    scope: 'smart_lists:read',
    tag: 'smart-list-members',
    summary: 'Read how far a smart list is',
    description:
      'The members by status and reason, the attempts, the rate of the last hour. The numbers are those that a walk over the members would count at this instant, whatever number of members there is. ' +
      '503 while a change of settings is being carried over to the members.',
    success: { status: 200, type: ListProgressAnswer },
    errors: ['not_found'],
  })
  async getListProgress(
    @Context() context: RequestContext,
    @IdParam('smartListId') smartListId: string,
  ): Promise<AnswerOf<ListProgressAnswer>> {
    return { ok: true, progress: await this.queries.execute(new GetListProgress(context.workspaceId, smartListId)) };
  }
}
