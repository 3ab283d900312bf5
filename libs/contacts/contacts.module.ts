import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AnnounceErasureHandler } from './commands/announce-erasure.command.js';
import { ConfirmErasureHandler } from './commands/confirm-erasure.command.js';
import { ChangeContactHandler } from './commands/change-contact.command.js';
import { CompleteErasureHandler } from './commands/complete-erasure.command.js';
import { DeleteContactHandler } from './commands/delete-contact.command.js';
import { EraseAfterCallHandler } from './commands/erase-after-call.command.js';
import { EraseAgainHandler } from './commands/erase-again.command.js';
import { EraseCallsHandler } from './commands/erase-calls.command.js';
import { EraseContactHandler } from './commands/erase-contact.command.js';
import { EraseContactsHandler } from './commands/erase-contacts.command.js';
import { ExpirePersonalDataHandler } from './commands/expire-personal-data.command.js';
import { IndexAttributesHandler } from './commands/index-attributes.command.js';
import { ImportContactsHandler } from './commands/import-contacts.command.js';
import { RefreshZonesHandler } from './commands/refresh-zones.command.js';
import { TellZonesHandler } from './commands/tell-zones.command.js';
import { ContactsController } from './http/contacts.controller.js';
import { GetContactHandler } from './queries/get-contact.query.js';
import { ListContactsHandler } from './queries/list-contacts.query.js';

/**
 * Contacts over HTTP. The app provides COMMAND_DECIDER, READ_MODEL, PAGE_READER and ID_SOURCE globally; it runs the
 * workers of erasures, of retention, of searchable attributes and of zones in processes that run workers.
 */
@Module({
  imports: [CqrsModule],
  controllers: [ContactsController],
  providers: [
    ImportContactsHandler,
    ChangeContactHandler,
    DeleteContactHandler,
    EraseContactHandler,
    EraseContactsHandler,
    EraseAfterCallHandler,
    EraseAgainHandler,
    EraseCallsHandler,
    AnnounceErasureHandler,
    ConfirmErasureHandler,
    CompleteErasureHandler,
    ExpirePersonalDataHandler,
    IndexAttributesHandler,
    RefreshZonesHandler,
    TellZonesHandler,
    GetContactHandler,
    ListContactsHandler,
  ],
})
export class ContactsModule {}
