import { FOLLOWER_PROJECTIONS } from '../../../apps/service/catalogue.js';

// Loaded in each thread of a service before its own modules (NODE_OPTIONS): a projection of another version, so that
// the service makes a copy of the rows.
const [projection] = FOLLOWER_PROJECTIONS;
Object.assign(projection!, { version: projection!.version + 1 });
