/** Nest's token for the EventsIndex. */
export const EVENTS_INDEX = Symbol('EVENTS_INDEX');

/** Nest's token for the log from which events are read, its personal data open: the `read` of an EventStore. */
export const EVENT_LOG = Symbol('EVENT_LOG');
