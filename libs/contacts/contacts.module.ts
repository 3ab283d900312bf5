import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { DeleteContactHandler } from './commands/delete-contact.handler.js';
import { ImportContactsHandler } from './commands/import-contacts.handler.js';
import { ContactsController } from './http/contacts.controller.js';
import { GetContactHandler } from './queries/get-contact.handler.js';
import { ListContactsHandler } from './queries/list-contacts.handler.js';

/** Contacts over HTTP. The app provides COMMAND_DECIDER, READ_MODEL and ID_SOURCE globally. */
@Module({
  imports: [CqrsModule],
  controllers: [ContactsController],
  providers: [ImportContactsHandler, DeleteContactHandler, GetContactHandler, ListContactsHandler],
})
export class ContactsModule {}
