export { type CausedEvent, type CausesOptions, type CauseTree, readCauses } from './causes.js';
export { openPast, type Past, type PastOptions } from './open-past.js';
export { type PastReason, PastRefusal } from './past-refusal.js';
export { verifyLog, type VerifyLogOptions } from './verify-log.js';
export { type PastEventBatch, type PastEventsOptions, readPastEvents } from './past-events.js';
export { readTimeline, type TimelineBatch, type TimelineOptions } from './timeline/read-timeline.js';
export type { FieldChange } from './timeline/field-changes.js';
export type { Subject, SubjectKind } from './timeline/subject-view.js';
export type { Effect, TimelineEntry } from './timeline/timeline.js';
