export { CallingHoursModule } from './calling-hours.module.js';
export { CALLING_HOURS_PROJECTIONS } from './projections/index.js';
