export { OutcomesModule } from './outcomes.module.js';
export { ALLOWED_ADDRESSES } from './tokens.js';
export { OUTCOMES_PROJECTIONS } from './projections/index.js';
