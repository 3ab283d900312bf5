export { DialingModule } from './dialing.module.js';
export { type CallTimerPorts, CallTimerWorker, type ParkedCall } from './workers/call-timer-worker.js';
export { type ParkedReindex, ReindexWorker, type ReindexWorkerPorts } from './workers/reindex-worker.js';
export { DIALING_PROJECTIONS } from './projections/index.js';
