export { DoNotCallModule } from './do-not-call.module.js';
export { DO_NOT_CALL_PROJECTIONS } from './projections/index.js';
