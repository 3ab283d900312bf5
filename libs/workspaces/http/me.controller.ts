import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type AnswerOf, Context, Endpoint, type RequestContext } from '#http';
import { GetMe } from '../queries/get-me.query.js';
import { MeAnswer } from './me.dto.js';

/** The caller of the API, for itself (docs/reference/http-contract.md#who-is-asking). */
@Controller()
export class MeController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint({
    method: 'GET',
    path: '/me',
    anyKey: true,
    summary: 'Tell who is asking',
    description:
      'The key that the request has, its workspace, what is left of its rate limits on the process that answers, and ' +
      'of the quotas of the workspace. Any valid key may ask, whatever its scopes. Nothing of other keys is shown.',
    success: { status: 200, type: MeAnswer },
  })
  async getMe(@Context() context: RequestContext): Promise<AnswerOf<MeAnswer>> {
    const { workspaceId, actor, rateLimits } = context;
    const me = await this.queries.execute(new GetMe(workspaceId, actor.id!));
    return { ok: true, workspace: me.workspace, api_key: me.api_key, rate_limits: rateLimits, quotas: me.quotas };
  }
}
