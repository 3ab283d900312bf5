import { Controller, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Context, Endpoint, type RequestContext, type Success } from '#http';
import { invalidField } from '#kernel';
import { ExportCalls } from '../queries/export-calls.query.js';
import { ExportContacts, type ShownContact } from '../queries/export-contacts.query.js';
import { ExportMembers } from '../queries/export-members.query.js';
import { ExportRefusedRows } from '../queries/export-refused-rows.query.js';
import type { Export } from '../queries/export.js';
import { CALL_COLUMNS, contactColumns, MAX_ATTRIBUTES, MEMBER_COLUMNS, REFUSED_ROW_COLUMNS } from './columns.js';
import type { Column } from './csv.js';
import {
  ExportCallsOptions,
  ExportedFile,
  ExportMembersOptions,
  ExportOptions,
  ExportRefusedRowsOptions,
} from './exports.dto.js';
import { RunningExports } from './running-exports.js';
import { CONTENT_TYPES, sendExport } from './send-export.js';

const SUCCESS: Success = {
  status: 200,
  type: ExportedFile,
  description: 'The file. It is whole if the connection ends as HTTP says that it does.',
  contentType: Object.values(CONTENT_TYPES).map((type) => type.split(';')[0]!),
  headers: ['Content-Disposition', 'Export-Revision', 'Export-Time'],
};
const EXACT =
  'Exact as of the revision of `Export-Revision`, whatever is written meanwhile; a connection that breaks off is no whole file.';

/** All of something as one file (docs/reference/http-contract.md#exports). */
@Controller()
export class ExportsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly running: RunningExports,
  ) {}

  @Endpoint({
    method: 'GET',
    path: '/exports/contacts',
    scope: 'contacts:read',
    summary: 'Export all contacts',
    description: `In the order of their first import. As CSV with the columns that an import takes. ${EXACT}`,
    success: SUCCESS,
  })
  async exportContacts(
    @Context() { workspaceId }: RequestContext,
    @Query() { format = 'csv' }: ExportOptions,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const signal = this.running.begin(reply, workspaceId);
    const exported = await this.queries.execute(new ExportContacts(workspaceId, signal));
    const columns = async () => contactColumns(await attributesIn(exported, signal));
    return sendExport(request, reply, { name: 'contacts', format, exported, columns, signal });
  }

  @Endpoint({
    method: 'GET',
    path: '/exports/members',
    scope: 'smart_lists:read',
    summary: 'Export the members of a list',
    description: `All but the removed ones, in the order in which they came onto the list. ${EXACT}`,
    success: SUCCESS,
    errors: ['not_found'],
  })
  async exportMembers(
    @Context() { workspaceId }: RequestContext,
    @Query() { format = 'csv', smart_list_id }: ExportMembersOptions,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const signal = this.running.begin(reply, workspaceId);
    const exported = await this.queries.execute(new ExportMembers(workspaceId, smart_list_id, signal));
    return sendExport(request, reply, { name: 'members', format, exported, columns: fixed(MEMBER_COLUMNS), signal });
  }

  @Endpoint({
    method: 'GET',
    path: '/exports/calls',
    scope: 'calls:read',
    summary: 'Export calls',
    description: `In the order in which they began. ${EXACT}`,
    success: SUCCESS,
  })
  async exportCalls(
    @Context() { workspaceId }: RequestContext,
    @Query() options: ExportCallsOptions,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { format = 'csv', contact_id: contactId, smart_list_id: smartListId } = options;
    const { dispatched_from: from, dispatched_to: to } = options;
    const signal = this.running.begin(reply, workspaceId);
    const query = new ExportCalls(workspaceId, { contactId, smartListId, from, to }, signal);
    const exported = await this.queries.execute(query);
    return sendExport(request, reply, { name: 'calls', format, exported, columns: fixed(CALL_COLUMNS), signal });
  }

  @Endpoint({
    method: 'GET',
    path: '/exports/refused-rows',
    scope: 'contacts:read',
    summary: 'Export the refused rows of an import',
    description: `Their numbers and lines in the file of the import, and why. Nothing of a row itself is kept. ${EXACT}`,
    success: SUCCESS,
    errors: ['not_found'],
  })
  async exportRefusedRows(
    @Context() { workspaceId }: RequestContext,
    @Query() { format = 'csv', import_id }: ExportRefusedRowsOptions,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const signal = this.running.begin(reply, workspaceId);
    const exported = await this.queries.execute(new ExportRefusedRows(workspaceId, import_id));
    const columns = fixed(REFUSED_ROW_COLUMNS);
    return sendExport(request, reply, { name: 'refused-rows', format, exported, columns, signal });
  }
}

function fixed<Shown>(columns: readonly Column<Shown>[]): () => Promise<readonly Column<Shown>[]> {
  return () => Promise.resolve(columns);
}

/**
 * The names of all attributes, in the order of their characters: a walk of its own, for a table begins with them.
 * @throws DomainError `validation_failed`: there are too many for a table
 */
async function attributesIn(exported: Export<ShownContact>, signal: AbortSignal): Promise<readonly string[]> {
  const names = new Set<string>();
  for await (const contacts of exported.pages()) {
    signal.throwIfAborted();
    for (const { attributes } of contacts) for (const name of Object.keys(attributes)) names.add(name);
    if (names.size > MAX_ATTRIBUTES) {
      const detail = `The contacts have more than ${MAX_ATTRIBUTES} different attributes: take jsonl.`;
      throw invalidField('validation_failed', '/format', 'not_allowed', detail);
    }
  }
  return [...names].toSorted();
}
