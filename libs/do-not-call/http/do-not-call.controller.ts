import { Body, Controller, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import {
  type AnswerOf,
  answerPage,
  Context,
  Endpoint,
  Page,
  type PageRequest,
  PhoneParam,
  type RequestContext,
  respond,
} from '#http';
import type { JsonObject } from '#kernel';
import { EnterNumbers } from '../commands/enter-numbers.command.js';
import { RemoveNumbers } from '../commands/remove-numbers.command.js';
import { MAX_ENTRIES } from '../domain/change-register.js';
import { GetEntry } from '../queries/get-entry.query.js';
import { ListEntries } from '../queries/list-entries.query.js';
import {
  EntriesAnswer,
  EntryAnswer,
  EnterNumbersBody,
  NumbersEnteredAnswer,
  NumbersRemovedAnswer,
  RemoveNumbersBody,
} from './do-not-call.dto.js';

/**
 * The do-not-call register (docs/reference/http-contract.md#endpoints, docs/reference/dialing-rules.md#do-not-call).
 */
@Controller()
export class DoNotCallController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/do-not-call/batch',
    scope: 'contacts:write',
    summary: 'Put numbers on the do-not-call register',
    description:
      'Up to 100, in their order: all or none. From the answer on none of them is dialed, whichever contact has it and ' +
      'whatever list it is on; calls in flight go on, and members keep their places. A number whose entry counts ' +
      `already gets the reason and the expiry of the request. A workspace holds at most ${MAX_ENTRIES} entries.`,
    success: { status: 200, type: NumbersEnteredAnswer },
    errors: ['resource_conflict'],
  })
  async addDoNotCallEntries(
    @Context() context: RequestContext,
    @Body() { entries }: EnterNumbersBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const given = entries.map(({ phone, reason = null, expires_at = null }) => ({ phone, reason, expires_at }));
    return respond(reply, await this.commands.execute(new EnterNumbers(context.commandContext(), given)));
  }

  @Endpoint({
    method: 'POST',
    path: '/do-not-call/batch-remove',
    scope: 'contacts:write',
    summary: 'Take numbers off the do-not-call register',
    description: 'Up to 100. Members whose number it was are dialed again, each from its place.',
    success: { status: 200, type: NumbersRemovedAnswer },
  })
  async removeDoNotCallEntries(
    @Context() context: RequestContext,
    @Body() { phones }: RemoveNumbersBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new RemoveNumbers(context.commandContext(), phones)));
  }

  @Endpoint({
    method: 'GET',
    path: '/do-not-call',
    scope: 'contacts:read',
    summary: 'List the do-not-call register',
    description:
      'The entries that count now, in the order in which they were added. A page may have fewer entries than it could, ' +
      'and still a next one.',
    success: { status: 200, type: EntriesAnswer },
  })
  async listDoNotCallEntries(
    @Context() context: RequestContext,
    @Page() page: PageRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { items, next } = await this.queries.execute(new ListEntries(context.workspaceId, page.size, page.after));
    return answerPage<EntriesAnswer, 'entries'>(reply, 'entries', items, page.next(next));
  }

  @Endpoint({
    method: 'GET',
    path: '/do-not-call/:phone',
    scope: 'contacts:read',
    summary: 'Look a number up in the do-not-call register',
    description: 'A number that may be dialed, and one whose entry has expired, is `not_found`.',
    success: { status: 200, type: EntryAnswer },
    errors: ['not_found'],
  })
  async getDoNotCallEntry(
    @Context() context: RequestContext,
    @PhoneParam('phone') phone: string,
  ): Promise<AnswerOf<EntryAnswer>> {
    return { ok: true, entry: await this.queries.execute(new GetEntry(context.workspaceId, phone)) };
  }
}
