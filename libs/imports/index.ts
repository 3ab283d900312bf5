export { ImportsModule } from './imports.module.js';
export { IMPORT_PROJECTIONS } from './projections/index.js';
