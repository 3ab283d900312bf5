export { CompleteErasureHandler } from './commands/complete-erasure.command.js';
export { EraseAfterCallHandler } from './commands/erase-after-call.command.js';
export { EraseCallsHandler } from './commands/erase-calls.command.js';
export { ContactsModule } from './contacts.module.js';
export { CONTACT_PROJECTIONS } from './projections/index.js';
export { type ErasurePorts, ErasureWorker } from './workers/erasure-worker.js';
