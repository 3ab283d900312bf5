export { ExpireCallHandler } from './commands/expire-call.command.js';
export { TellDueCallbacksHandler } from './commands/tell-due-callbacks.command.js';
export { DialingModule } from './dialing.module.js';
export { type CallTimerPorts, CallTimerWorker } from './workers/call-timer-worker.js';
export { type DueCallbackPorts, DueCallbackWorker } from './workers/due-callback-worker.js';
export { ReindexWorker, type ReindexWorkerPorts, settleReindexing } from './workers/reindex-worker.js';
export { TimeZoneTrouble } from './workers/time-zone-trouble.js';
export { DIALING_PROJECTIONS } from './projections/index.js';
