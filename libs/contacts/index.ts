export { CompleteErasureHandler } from './commands/complete-erasure.command.js';
export { EraseAfterCallHandler } from './commands/erase-after-call.command.js';
export { EraseCallsHandler } from './commands/erase-calls.command.js';
export { ExpirePersonalDataHandler } from './commands/expire-personal-data.command.js';
export { ContactsModule } from './contacts.module.js';
export { CONTACT_PROJECTIONS } from './projections/index.js';
export { type ErasurePorts, ErasureWorker } from './workers/erasure-worker.js';
export { type ExpiredRowsPorts, ExpiredRowsWorker } from './workers/expired-rows-worker.js';
export { type RetentionPorts, RetentionWorker } from './workers/retention-worker.js';
