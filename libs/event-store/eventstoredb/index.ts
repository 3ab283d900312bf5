export { EventStoreDbEventStore } from './eventstoredb-event-store.js';
export type { EventStoreDbOptions } from './eventstoredb-event-store.js';
export { lastAt } from './position.js';
export { eventStoreDbUrlProblem } from './url.js';
