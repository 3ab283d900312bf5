import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessGuard } from './access.js';
import { AdminController } from './admin.controller.js';
import { ContactsController } from './contacts.controller.js';
import { DialerController } from './dialer.controller.js';
import { DialerService } from './dialer.service.js';
import { ApiKey, Call, Contact, IdempotencyKey, Member, SmartList, Workspace } from './entities.js';
import { IdempotentWrites } from './idempotent-writes.js';
import { MembersController } from './members.controller.js';
import { MembersService } from './members.service.js';
import { Housekeeping, OperationsController } from './operations.js';
import { Schema1764288000000 } from './schema.migration.js';
import { SmartListsController } from './smart-lists.controller.js';
import { SmartListsService } from './smart-lists.service.js';

/** Connections to PostgreSQL: more than it has cores, since most wait for a flush. */
const POOL_SIZE = 20;
/** Milliseconds after which PostgreSQL cancels a statement: a request that hangs gives its connection back. */
const STATEMENT_TIMEOUT_MS = 30_000;

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: process.env['DATABASE_URL']!,
      entities: [ApiKey, Call, Contact, IdempotencyKey, Member, SmartList, Workspace],
      migrations: [Schema1764288000000],
      migrationsRun: true,
      poolSize: POOL_SIZE,
      extra: { statement_timeout: STATEMENT_TIMEOUT_MS },
    }),
    TypeOrmModule.forFeature([ApiKey]),
  ],
  controllers: [
    AdminController,
    ContactsController,
    DialerController,
    MembersController,
    OperationsController,
    SmartListsController,
  ],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    DialerService,
    Housekeeping,
    IdempotentWrites,
    MembersService,
    SmartListsService,
  ],
})
export class AppModule {}
