export { DialGroupsModule } from './dial-groups.module.js';
export { DIAL_GROUP_PROJECTIONS } from './projections/index.js';
