import { FOLLOWER_PROJECTIONS } from '../../../apps/service/catalogue.js';

// Loaded in each thread of a service before its own modules (NODE_OPTIONS): rows of another version, and so a copy of their own.
const [projection] = FOLLOWER_PROJECTIONS;
Object.assign(projection!, { version: projection!.version + 1 });
