export { DialingModule } from './dialing.module.js';
export { type CallTimerPorts, CallTimerWorker, type ParkedCall } from './workers/call-timer-worker.js';
export { type ParkedRequeue, RequeueWorker, type RequeueWorkerPorts } from './workers/requeue-worker.js';
export { DIALING_PROJECTIONS } from './projections/index.js';
