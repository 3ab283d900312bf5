import { Body, Controller, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { JsonObject } from '#kernel';
import { type AnswerOf, Context, Endpoint, IdParam, type RequestContext, respond } from '#http';
import { CreateApiKey } from '../commands/create-api-key.command.js';
import { RevokeApiKey } from '../commands/revoke-api-key.command.js';
import { ListApiKeys } from '../queries/list-api-keys.query.js';
import { ApiKeyAnswer, ApiKeysAnswer, CreateApiKeyBody, NewApiKeyAnswer } from './api-key.dto.js';

/** API keys, for the holder of the admin token (docs/reference/http-contract.md#admin-routes). */
@Controller()
export class ApiKeysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/admin/workspaces/:workspaceId/api-keys',
    admin: true,
    summary: 'Create an API key',
    description:
      'The key is shown once, in `secret`; only its SHA-256 is stored. A workspace holds at most 500 that are not revoked. With `Projection-Lag`, other processes answer 503 to the new key until their rows have it.',
    success: { status: 201, type: NewApiKeyAnswer },
    errors: ['not_found', 'resource_conflict'],
  })
  async createApiKey(
    @Context() context: RequestContext,
    @IdParam('workspaceId') workspaceId: string,
    @Body() body: CreateApiKeyBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new CreateApiKey(context.adminContext(), workspaceId, body)));
  }

  @Endpoint({
    method: 'GET',
    path: '/admin/workspaces/:workspaceId/api-keys',
    admin: true,
    summary: 'List the API keys of a workspace',
    description:
      'In the order of their creation, revoked and expired ones too. The keys themselves are not known any more.',
    success: { status: 200, type: ApiKeysAnswer },
    errors: ['not_found'],
  })
  async listApiKeys(@IdParam('workspaceId') workspaceId: string): Promise<AnswerOf<ApiKeysAnswer>> {
    return { ok: true, api_keys: await this.queries.execute(new ListApiKeys(workspaceId)) };
  }

  @Endpoint({
    method: 'DELETE',
    path: '/admin/workspaces/:workspaceId/api-keys/:apiKeyId',
    admin: true,
    summary: 'Revoke an API key at once',
    description:
      'Once this is answered with 200, the key opens nothing in any process, whatever the rows show yet. One ' +
      'exception: while two versions of the service with different copies of the rows run side by side, processes of ' +
      'the other version may answer reads with the key until their own rows show the revocation. ' +
      'A 503 may mean that it is revoked but not every process knows: repeat the request until it is 200.',
    success: { status: 200, type: ApiKeyAnswer },
    errors: ['not_found'],
  })
  async revokeApiKey(
    @Context() context: RequestContext,
    @IdParam('workspaceId') workspaceId: string,
    @IdParam('apiKeyId') apiKeyId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new RevokeApiKey(context.adminContext(), workspaceId, apiKeyId)));
  }
}
