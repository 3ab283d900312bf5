import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { DeleteContactHandler } from './commands/delete-contact.command.js';
import { ImportContactsHandler } from './commands/import-contacts.command.js';
import { ContactsController } from './http/contacts.controller.js';
import { GetContactHandler } from './queries/get-contact.query.js';
import { ListContactsHandler } from './queries/list-contacts.query.js';

/** Contacts over HTTP. The app provides COMMAND_DECIDER, READ_MODEL and ID_SOURCE globally. */
@Module({
  imports: [CqrsModule],
  controllers: [ContactsController],
  providers: [ImportContactsHandler, DeleteContactHandler, GetContactHandler, ListContactsHandler],
})
export class ContactsModule {}
