import { Body, Controller, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { JsonObject } from '#kernel';
import { type AnswerOf, Context, Endpoint, IdParam, type RequestContext, respond } from '#http';
import { RotateEndpointSecret } from '../commands/rotate-endpoint-secret.command.js';
import { RotateOwnSecret } from '../commands/rotate-own-secret.command.js';
import { MAX_LIVE_SECRETS, PREVIOUS_SECRET_EXPIRES_IN } from '#workspaces/domain';
import { ListEndpointSecrets } from '../queries/list-endpoint-secrets.query.js';
import { ListOwnSecrets } from '../queries/list-own-secrets.query.js';
import { RotatedSecretAnswer, RotateSecretBody, SecretsAnswer } from './signing-secrets.dto.js';

/**
 * The secrets that sign what is sent: those of the workspace for the webhooks of actions, and those of each endpoint
 * (docs/reference/http-contract.md#endpoints).
 */
@Controller()
export class SigningSecretsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint({
    method: 'GET',
    path: '/signing-secrets',
    scope: 'webhooks:admin',
    summary: 'List the secrets that the webhooks of actions are signed with',
    description: 'Those that sign now, without what they are. None before the first action.',
    success: { status: 200, type: SecretsAnswer },
  })
  async listSigningSecrets(@Context() context: RequestContext): Promise<AnswerOf<SecretsAnswer>> {
    return { ok: true, signing_secrets: await this.queries.execute(new ListOwnSecrets(context.workspaceId)) };
  }

  @Endpoint({
    method: 'POST',
    path: '/signing-secrets',
    scope: 'webhooks:admin',
    summary: 'Create or rotate the secret that the webhooks of actions are signed with',
    description: `The new secret is shown once. Until they expire, earlier ones sign beside it, ${MAX_LIVE_SECRETS} in all at most: a rotation that would make one more is 409 unless it ends them (previous_secret_expires_in 0).`,
    success: { status: 201, type: RotatedSecretAnswer },
    errors: ['resource_conflict'],
  })
  async rotateSecret(
    @Context() context: RequestContext,
    @Body() body: RotateSecretBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const seconds = body.previous_secret_expires_in ?? PREVIOUS_SECRET_EXPIRES_IN.default;
    return respond(reply, await this.commands.execute(new RotateOwnSecret(context.commandContext(), seconds)));
  }

  @Endpoint({
    method: 'GET',
    path: '/webhook-endpoints/:endpointId/signing-secrets',
    scope: 'webhooks:admin',
    summary: 'List the signing secrets of a webhook endpoint',
    description: 'Those that sign now, without what they are.',
    success: { status: 200, type: SecretsAnswer },
    errors: ['not_found'],
  })
  async listEndpointSecrets(
    @Context() context: RequestContext,
    @IdParam('endpointId') endpointId: string,
  ): Promise<AnswerOf<SecretsAnswer>> {
    const query = new ListEndpointSecrets(context.workspaceId, endpointId);
    return { ok: true, signing_secrets: await this.queries.execute(query) };
  }

  @Endpoint({
    method: 'POST',
    path: '/webhook-endpoints/:endpointId/signing-secrets',
    scope: 'webhooks:admin',
    summary: 'Rotate the signing secret of a webhook endpoint',
    description: `The new secret is shown once. Until they expire, earlier ones sign beside it, ${MAX_LIVE_SECRETS} in all at most: a rotation that would make one more is 409 unless it ends them (previous_secret_expires_in 0).`,
    success: { status: 201, type: RotatedSecretAnswer },
    errors: ['not_found', 'resource_conflict'],
  })
  async rotateEndpointSecret(
    @Context() context: RequestContext,
    @IdParam('endpointId') endpointId: string,
    @Body() body: RotateSecretBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const seconds = body.previous_secret_expires_in ?? PREVIOUS_SECRET_EXPIRES_IN.default;
    const command = new RotateEndpointSecret(context.commandContext(), endpointId, seconds);
    return respond(reply, await this.commands.execute(command));
  }
}
