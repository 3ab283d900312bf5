import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CancelImportHandler } from './commands/cancel-import.command.js';
import { CreateImportHandler } from './commands/create-import.command.js';
import { RowIntake } from './commands/row-intake.js';
import { ImportsController } from './http/imports.controller.js';
import { GetImportHandler } from './queries/get-import.query.js';
import { ListImportsHandler } from './queries/list-imports.query.js';
import { ListRefusedRowsHandler } from './queries/list-refused-rows.query.js';

/** Imports over HTTP. The app provides COMMAND_DECIDER, READ_MODEL and ID_SOURCE globally. */
@Module({
  imports: [CqrsModule],
  controllers: [ImportsController],
  providers: [
    RowIntake,
    CreateImportHandler,
    CancelImportHandler,
    GetImportHandler,
    ListImportsHandler,
    ListRefusedRowsHandler,
  ],
})
export class ImportsModule {}
