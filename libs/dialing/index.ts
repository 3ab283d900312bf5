export { ExpireCallHandler } from './commands/expire-call.command.js';
export { DialingModule } from './dialing.module.js';
export { type CallTimerPorts, CallTimerWorker } from './workers/call-timer-worker.js';
export { ReindexWorker, type ReindexWorkerPorts, settleReindexing } from './workers/reindex-worker.js';
export { DIALING_PROJECTIONS } from './projections/index.js';
