export type { EventsIndex } from './events-index.port.js';
export { eventsAt } from './queries/log-runs.js';
export { revisionsOf } from './queries/revisions-of.js';
export { TimelineModule } from './timeline.module.js';
export { EVENT_LOG, EVENTS_INDEX } from './tokens.js';
