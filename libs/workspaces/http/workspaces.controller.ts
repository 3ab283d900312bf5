import { Body, Controller, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { JsonObject } from '#kernel';
import { type AnswerOf, Context, Endpoint, IdParam, Page, type PageRequest, type RequestContext, respond } from '#http';
import { ChangeWorkspace } from '../commands/change-workspace.command.js';
import { CreateWorkspace } from '../commands/create-workspace.command.js';
import { DeleteWorkspace } from '../commands/delete-workspace.command.js';
import { ResealSecrets } from '../commands/reseal-secrets.command.js';
import { RotateSigningSecret } from '../commands/rotate-signing-secret.command.js';
import { MAX_LIVE_SECRETS, PREVIOUS_SECRET_EXPIRES_IN } from '../domain/index.js';
import { GetWorkspace } from '../queries/get-workspace.query.js';
import { ListWorkspaces } from '../queries/list-workspaces.query.js';
import {
  ChangeWorkspaceBody,
  CreateWorkspaceBody,
  DeleteWorkspaceBody,
  RotateSigningSecretBody,
} from './workspace-body.dto.js';
import {
  ListedWorkspaceAnswer,
  ResealedAnswer,
  SigningSecretAnswer,
  WorkspaceAnswer,
  WorkspaceDeletedAnswer,
  WorkspacesAnswer,
} from './workspace.dto.js';

/**
 * Workspaces and their signing secrets, for the holder of the admin token
 * (docs/reference/http-contract.md#admin-routes).
 */
@Controller()
export class WorkspacesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/admin/workspaces',
    admin: true,
    summary: 'Create a workspace',
    description: 'It has no API key yet: create one next. Every other setting has its default until it is changed.',
    success: { status: 201, type: WorkspaceAnswer },
  })
  async createWorkspace(
    @Context() context: RequestContext,
    @Body() body: CreateWorkspaceBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new CreateWorkspace(context.adminContext(), body)));
  }

  @Endpoint({
    method: 'GET',
    path: '/admin/workspaces',
    admin: true,
    summary: 'List the workspaces, in the order of their creation',
    description: 'With the quotas of each, and its use of them.',
    success: { status: 200, type: WorkspacesAnswer },
  })
  async listWorkspaces(@Page() page: PageRequest): Promise<AnswerOf<WorkspacesAnswer>> {
    const { workspaces, next } = await this.queries.execute(new ListWorkspaces(page.size, page.after));
    return { ok: true, workspaces, next_page_token: page.next(next) };
  }

  @Endpoint({
    method: 'GET',
    path: '/admin/workspaces/:workspaceId',
    admin: true,
    summary: 'Read a workspace',
    description: 'As the list shows it, with its quotas and its use of them. A deleted one is unknown.',
    success: { status: 200, type: ListedWorkspaceAnswer },
    errors: ['not_found'],
  })
  async getWorkspace(@IdParam('workspaceId') workspaceId: string): Promise<AnswerOf<ListedWorkspaceAnswer>> {
    return { ok: true, workspace: await this.queries.execute(new GetWorkspace(workspaceId)) };
  }

  @Endpoint({
    method: 'PATCH',
    path: '/admin/workspaces/:workspaceId',
    admin: true,
    summary: 'Change the settings of a workspace',
    description:
      'What is left out stays, the nested fields too. Counts at once; a quota lowered below the use takes nothing ' +
      'away.',
    success: { status: 200, type: WorkspaceAnswer },
    errors: ['not_found', 'invalid_reference', 'resource_conflict'],
  })
  async changeWorkspace(
    @Context() context: RequestContext,
    @IdParam('workspaceId') workspaceId: string,
    @Body() body: ChangeWorkspaceBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new ChangeWorkspace(context.adminContext(), workspaceId, body)));
  }

  @Endpoint({
    method: 'DELETE',
    path: '/admin/workspaces/:workspaceId',
    admin: true,
    summary: 'Delete a workspace and everything in it, for good',
    description:
      'The body repeats its name. Its keys open nothing from then on, nothing of it is dialed, and no webhook is ' +
      'sent, those that wait neither; an attempt that is under way comes to its end. A workspace that is deleted ' +
      'is unknown everywhere: deleting it again is 404. Its rows are dropped in the background; its events stay ' +
      'in the log.',
    success: { status: 200, type: WorkspaceDeletedAnswer },
    errors: ['not_found', 'validation_failed'],
  })
  async deleteWorkspace(
    @Context() context: RequestContext,
    @IdParam('workspaceId') workspaceId: string,
    @Body() body: DeleteWorkspaceBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(
      reply,
      await this.commands.execute(new DeleteWorkspace(context.adminContext(), workspaceId, body.name)),
    );
  }

  @Endpoint({
    method: 'POST',
    path: '/admin/workspaces/:workspaceId/signing-secrets',
    admin: true,
    summary: 'Create or rotate the secret that webhooks are signed with',
    description: `The secret is shown once. Until they expire, earlier ones sign beside it, ${MAX_LIVE_SECRETS} in all at most: a rotation that would make one more is 409 unless it ends them (previous_secret_expires_in 0).`,
    success: { status: 201, type: SigningSecretAnswer },
    errors: ['not_found', 'resource_conflict'],
  })
  async rotateSigningSecret(
    @Context() context: RequestContext,
    @IdParam('workspaceId') workspaceId: string,
    @Body() body: RotateSigningSecretBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const seconds = body.previous_secret_expires_in ?? PREVIOUS_SECRET_EXPIRES_IN.default;
    return respond(
      reply,
      await this.commands.execute(new RotateSigningSecret(context.adminContext(), workspaceId, seconds)),
    );
  }

  @Endpoint({
    method: 'POST',
    path: '/admin/secrets/reseal',
    readsRows: true,
    admin: true,
    summary: 'Seal the stored signing secrets of a page of workspaces under the first SECRETS_KEY',
    description:
      'After a SECRETS_KEY was put before an older one. The secrets stay what they are, and so do the keys of personal ' +
      'data, which are wrapped under the first key as well. Repeat it with `page_token` ' +
      'until `next_page_token` is null; `smartlists secrets reseal` does. A workspace that cannot be written now ' +
      'does not stop the page: it is counted in `workspaces_waiting`, and the older key is needed until all pages ' +
      'have been resealed once more with 0 there. May be repeated at any time.',
    success: { status: 200, type: ResealedAnswer },
  })
  async resealSigningSecrets(
    @Context() context: RequestContext,
    @Page() page: PageRequest,
  ): Promise<AnswerOf<ResealedAnswer>> {
    const { next, ...counts } = await this.commands.execute(
      new ResealSecrets(context.adminContext(), page.size, page.after),
    );
    return { ok: true, ...counts, next_page_token: page.next(next) };
  }
}
