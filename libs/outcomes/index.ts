export { OutcomesModule } from './outcomes.module.js';
export { OUTCOMES_PROJECTIONS } from './projections/index.js';
