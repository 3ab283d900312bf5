import { Body, Controller, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { JsonObject } from '#kernel';
import { type AnswerOf, Context, Endpoint, IdParam, Page, type PageRequest, type RequestContext, respond } from '#http';
import { DeleteContact } from '../commands/delete-contact.command.js';
import { ImportContacts } from '../commands/import-contacts.command.js';
import { GetContact } from '../queries/get-contact.query.js';
import { ListContacts } from '../queries/list-contacts.query.js';
import {
  ContactAnswer,
  ContactDeletedAnswer,
  ContactsAnswer,
  ContactsFilter,
  ContactsImportedAnswer,
  ImportContactsBody,
} from './contact.dto.js';

/**
 * Bytes of the body of an import. 1,000 contacts with their ids and names of 200 characters, each of them escaped as
 * two surrogates (`\ud83d\ude00`), are 2.5 million; the rest is for indentation, and for names in NFD, which may have
 * three times their characters (docs/reference/http-contract.md#contact).
 */
const IMPORT_BYTES = 4 * 1_048_576;

/** The directory in which member references are looked up (docs/reference/http-contract.md#contact). */
@Controller()
export class ContactsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint({
    method: 'POST',
    path: '/contacts/batch',
    scope: 'contacts:write',
    summary: 'Import contacts',
    description:
      'Creates or changes up to 1,000 contacts by `contact_id`, all or none. Of two items of one contact the last wins, ' +
      'and they are counted once. The body holds at most 4 MiB.',
    bodyLimit: IMPORT_BYTES,
    success: { status: 200, type: ContactsImportedAnswer },
    errors: ['quota_exceeded'],
  })
  async importContacts(
    @Context() context: RequestContext,
    @Body() body: ImportContactsBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new ImportContacts(context.commandContext(), body.contacts)));
  }

  @Endpoint({
    method: 'GET',
    path: '/contacts',
    scope: 'contacts:read',
    summary: 'List contacts',
    description:
      'In the order of their first import, those with one `phone` if it is given. Deleted contacts are not among them.',
    success: { status: 200, type: ContactsAnswer },
  })
  async listContacts(
    @Context() context: RequestContext,
    @Page(ContactsFilter) page: PageRequest<ContactsFilter>,
  ): Promise<AnswerOf<ContactsAnswer>> {
    const { size, after, filters } = page;
    const found = await this.queries.execute(new ListContacts(context.workspaceId, filters.phone, size, after));
    return { ok: true, contacts: found.contacts, next_page_token: page.next(found.next) };
  }

  @Endpoint({
    method: 'GET',
    path: '/contacts/:contactId',
    scope: 'contacts:read',
    summary: 'Read a contact',
    description: 'By its id. One that was deleted is unknown.',
    success: { status: 200, type: ContactAnswer },
    errors: ['not_found'],
  })
  async getContact(
    @Context() context: RequestContext,
    @IdParam('contactId') contactId: string,
  ): Promise<AnswerOf<ContactAnswer>> {
    return { ok: true, contact: await this.queries.execute(new GetContact(context.workspaceId, contactId)) };
  }

  @Endpoint({
    method: 'DELETE',
    path: '/contacts/:contactId',
    scope: 'contacts:write',
    summary: 'Delete a contact and all its memberships',
    description:
      'It comes off every list at once. A call that is under way goes on. Importing its id again makes it anew.',
    success: { status: 200, type: ContactDeletedAnswer },
    errors: ['not_found'],
  })
  async deleteContact(
    @Context() context: RequestContext,
    @IdParam('contactId') contactId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new DeleteContact(context.commandContext(), contactId)));
  }
}
