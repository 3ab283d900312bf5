import { Body, Controller, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JsonObject } from '#kernel';
import { type AnswerOf, Context, Endpoint, IdParam, Page, type PageRequest, type RequestContext, respond } from '#http';
import { CancelImport } from '../commands/cancel-import.command.js';
import { CreateImport } from '../commands/create-import.command.js';
import { RowIntake, scopeOf } from '../commands/row-intake.js';
import { MAX_OPEN_IMPORTS } from '../domain/index.js';
import { GetImport } from '../queries/get-import.query.js';
import { ListImports } from '../queries/list-imports.query.js';
import { ListRefusedRows } from '../queries/list-refused-rows.query.js';
import { arrivingFile, FILE_TYPES } from './arriving-file.js';
import { CreateImportBody, ImportAnswer, ImportsAnswer, ImportsFilter, RefusedRowsAnswer } from './import.dto.js';

/** Files of rows: contacts, members and removals in bulk (docs/reference/http-contract.md#imports). */
@Controller()
export class ImportsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly intake: RowIntake,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/imports',
    scope: 'contacts:write',
    summary: 'Create an import',
    description:
      'Its file is sent to it afterwards. One with a list needs the scope `smart_lists:write` as well, and so do removals. ' +
      `A workspace has at most ${MAX_OPEN_IMPORTS} open ones.`,
    success: { status: 201, type: ImportAnswer, headers: ['Location'] },
    errors: ['invalid_reference', 'resource_conflict'],
  })
  async createImport(
    @Context() context: RequestContext,
    @Body() body: CreateImportBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const { kind, smart_list_id = null } = body;
    const command = { ...context.commandContext(), scope: scopeOf({ kind, smart_list_id }) };
    return respond(reply, await this.commands.execute(new CreateImport(command, body)));
  }

  @Endpoint({
    method: 'PUT',
    path: '/imports/:importId/rows',
    scope: 'contacts:write',
    summary: 'Send the file of an import',
    description:
      'CSV with a header row, or JSON Lines, in UTF-8, plain or with `Content-Encoding: gzip`: at most 1,000,000 rows and 1 GiB. ' +
      'Rows are done while they arrive, and the answer comes when all of them are. A row that is refused changes nothing and stops no other one. ' +
      'Where the answer is lost, send the same file again: the rows that are done are passed over. An Idempotency-Key is not needed, and not looked at.',
    streams: FILE_TYPES,
    success: { status: 200, type: ImportAnswer },
    errors: ['not_found', 'resource_conflict', 'quota_exceeded'],
  })
  async sendImportRows(
    @Context() context: RequestContext,
    @IdParam('importId') importId: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const { idempotency: _, ...command } = context.commandContext();
    const file = arrivingFile(request);
    try {
      return respond(reply, await this.intake.take(command, importId, file));
    } catch (error) {
      // The rest of the file is not read: the connection would be of no use for another request.
      if (!request.raw.readableEnded) reply.header('Connection', 'close');
      throw error;
    } finally {
      request.raw.resume();
    }
  }

  @Endpoint({
    method: 'GET',
    path: '/imports',
    scope: 'contacts:read',
    summary: 'List imports',
    description: 'The newest first.',
    success: { status: 200, type: ImportsAnswer },
  })
  async listImports(
    @Context() context: RequestContext,
    @Page(ImportsFilter) page: PageRequest<ImportsFilter>,
  ): Promise<AnswerOf<ImportsAnswer>> {
    const { size, after, filters } = page;
    const found = await this.queries.execute(new ListImports(context.workspaceId, filters.state, size, after));
    return { ok: true, imports: found.imports, next_page_token: page.next(found.next) };
  }

  @Endpoint({
    method: 'GET',
    path: '/imports/:importId',
    scope: 'contacts:read',
    summary: 'Read an import',
    description: 'How far it is, and what became of its rows.',
    success: { status: 200, type: ImportAnswer },
    errors: ['not_found'],
  })
  async getImport(
    @Context() context: RequestContext,
    @IdParam('importId') importId: string,
  ): Promise<AnswerOf<ImportAnswer>> {
    return { ok: true, import: await this.queries.execute(new GetImport(context.workspaceId, importId)) };
  }

  @Endpoint({
    method: 'GET',
    path: '/imports/:importId/refused-rows',
    scope: 'contacts:read',
    summary: 'List the rows that were refused',
    description: 'With their numbers and lines in the file, and why. Nothing of a row itself is kept.',
    success: { status: 200, type: RefusedRowsAnswer },
    errors: ['not_found'],
  })
  async listRefusedRows(
    @Context() context: RequestContext,
    @IdParam('importId') importId: string,
    @Page() page: PageRequest,
  ): Promise<AnswerOf<RefusedRowsAnswer>> {
    const query = new ListRefusedRows(context.workspaceId, importId, page.size, page.after);
    const found = await this.queries.execute(query);
    return { ok: true, refused_rows: found.rows, next_page_token: page.next(found.next) };
  }

  @Endpoint({
    method: 'POST',
    path: '/imports/:importId/cancel',
    scope: 'contacts:write',
    summary: 'Cancel an import',
    description:
      'No further row is taken, also of a file that is under way. What is done stays. Repeating it changes nothing.',
    success: { status: 200, type: ImportAnswer },
    errors: ['not_found', 'resource_conflict'],
  })
  async cancelImport(
    @Context() context: RequestContext,
    @IdParam('importId') importId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new CancelImport(context.commandContext(), importId)));
  }
}
