import { Body, Controller, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { invalidField, type JsonObject } from '#kernel';
import {
  type AnswerOf,
  answerPage,
  Context,
  Endpoint,
  IdParam,
  Page,
  type PageRequest,
  type RequestContext,
  respond,
} from '#http';
import { ChangeContact } from '../commands/change-contact.command.js';
import { DeleteContact } from '../commands/delete-contact.command.js';
import { EraseContact } from '../commands/erase-contact.command.js';
import { EraseContacts } from '../commands/erase-contacts.command.js';
import { ImportContacts } from '../commands/import-contacts.command.js';
import { RefreshZones } from '../commands/refresh-zones.command.js';
import { GetContact } from '../queries/get-contact.query.js';
import { ListContacts } from '../queries/list-contacts.query.js';
import { ChangeContactBody, ImportContactsBody } from './contact-body.dto.js';
import {
  ContactAnswer,
  ContactDeletedAnswer,
  ContactsAnswer,
  ContactsImportedAnswer,
  ZonesRefreshAnswer,
} from './contact.dto.js';
import { ContactsFilter, filtersOf } from './contacts-filter.dto.js';
import {
  ContactErasedAnswer,
  ContactsErasedAnswer,
  DeleteContactOptions,
  EraseContactsBody,
  EraseOptions,
} from './erasure.dto.js';

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
      'Creates or changes up to 1,000 contacts by `contact_id`, or by `external_id` where an item has no `contact_id`: all ' +
      'or none, unless `partial` is true. Of two items of one contact the last wins, and they are counted once. Items are ' +
      'judged in their order. The body holds at most 4 MiB.',
    bodyLimit: IMPORT_BYTES,
    success: { status: 200, type: ContactsImportedAnswer },
    errors: ['resource_conflict', 'quota_exceeded'],
  })
  async importContacts(
    @Context() context: RequestContext,
    @Body() body: ImportContactsBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new ImportContacts(context.commandContext(), body.contacts, body.partial);
    return respond(reply, await this.commands.execute(command));
  }

  @Endpoint({
    method: 'GET',
    path: '/contacts',
    scope: 'contacts:read',
    summary: 'List contacts',
    description:
      'Those that fit all filters, in the order of their first import or of their names. Deleted contacts are not among ' +
      'them. A filtered page may have fewer contacts than it could, and still a next one.',
    success: { status: 200, type: ContactsAnswer },
  })
  async listContacts(
    @Context() context: RequestContext,
    @Page(ContactsFilter) page: PageRequest<ContactsFilter>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { size, after, filters } = page;
    const query = new ListContacts(context.workspaceId, filtersOf(filters), size, after);
    const { items, next } = await this.queries.execute(query);
    return answerPage<ContactsAnswer, 'contacts'>(reply, 'contacts', items, page.next(next));
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
    method: 'POST',
    path: '/contacts/refresh-zones',
    scope: 'contacts:write',
    summary: 'Tell the zones of contacts by the table of numbers in use',
    description:
      'Contacts whose phones were set under an older table get the zones that the one in use gives their numbers, in the ' +
      'background, up to 500 in each write. Those that have a `time_zone` keep it. A refresh that is under way goes on ' +
      'from where it is when it is asked for again; once it has ended, it begins anew and changes nothing that follows ' +
      'the table already.',
    success: { status: 202, type: ZonesRefreshAnswer },
  })
  async refreshContactZones(
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new RefreshZones(context.commandContext())));
  }

  @Endpoint({
    method: 'PATCH',
    path: '/contacts/:contactId',
    scope: 'contacts:write',
    summary: 'Change a contact',
    description:
      'What is left out stays as it is. Another phone is dialed from the next dispatch on: a call that is under way keeps ' +
      'the phone that it was dispatched with.',
    success: { status: 200, type: ContactAnswer },
    errors: ['not_found', 'resource_conflict'],
  })
  async changeContact(
    @Context() context: RequestContext,
    @IdParam('contactId') contactId: string,
    @Body() body: ChangeContactBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return respond(reply, await this.commands.execute(new ChangeContact(context.commandContext(), contactId, body)));
  }

  @Endpoint({
    method: 'DELETE',
    path: '/contacts/:contactId',
    scope: 'contacts:write',
    summary: 'Delete a contact and all its memberships',
    description:
      'It comes off every list at once. A call that is under way goes on. Importing its id again makes it anew. With ' +
      '`erase=true` its data are erased, as POST /contacts/{contactId}/erase does it.',
    success: { status: 200, type: ContactDeletedAnswer },
    errors: ['not_found', 'contact_in_call'],
  })
  async deleteContact(
    @Context() context: RequestContext,
    @IdParam('contactId') contactId: string,
    @Query() { erase = false, after_call: afterCall }: DeleteContactOptions,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    if (!erase && afterCall !== undefined) {
      throw invalidField('validation_failed', '/after_call', 'not_allowed', 'after_call is for erase=true.');
    }
    const command = erase
      ? new EraseContact({ ...context.commandContext(), scope: 'contacts:erase' }, contactId, afterCall ?? false)
      : new DeleteContact(context.commandContext(), contactId);
    return respond(reply, await this.commands.execute(command));
  }

  @Endpoint({
    method: 'POST',
    path: '/contacts/:contactId/erase',
    scope: 'contacts:erase',
    summary: 'Erase what is personal of a contact',
    description:
      'Also of one that was deleted. It is deleted; its phone and name are destroyed wherever they stand, also in the ' +
      'log; its calls, deliveries and memberships show null for them; what was counted stays counted. Webhooks about it ' +
      'that are on their way are cancelled, and receivers of earlier ones are told by contact.erased. Importing its id ' +
      'again makes it anew. Repeating it changes nothing.',
    success: { status: 200, type: ContactErasedAnswer },
    errors: ['not_found', 'contact_in_call'],
  })
  async eraseContact(
    @Context() context: RequestContext,
    @IdParam('contactId') contactId: string,
    @Query() { after_call: afterCall = false }: EraseOptions,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new EraseContact(context.commandContext(), contactId, afterCall);
    return respond(reply, await this.commands.execute(command));
  }

  @Endpoint({
    method: 'POST',
    path: '/contacts/batch-erase',
    scope: 'contacts:erase',
    summary: 'Erase what is personal of many contacts',
    description:
      'Up to 100, each as POST /contacts/{contactId}/erase does it. Each is answered by itself: one that is unknown or ' +
      'in a call keeps no other from being erased.',
    success: { status: 200, type: ContactsErasedAnswer },
  })
  async eraseContacts(
    @Context() context: RequestContext,
    @Body() { contact_ids: contactIds }: EraseContactsBody,
    @Query() { after_call: afterCall = false }: EraseOptions,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const command = new EraseContacts(context.commandContext(), contactIds, afterCall);
    return respond(reply, await this.commands.execute(command));
  }
}
