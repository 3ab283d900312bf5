export {
  CALL_USE,
  type CallCompleted,
  type CallDispatched,
  type CallEnded,
  type CallResult,
  type CallSnapshot,
  CALL_RESULTS,
  type Completion,
  COMPLETIONS,
  DIALING_SCHEMAS,
} from './calls/call-events.js';
export { changeMember } from './queue/change-member.js';
export { type CallRow, CALLS, evolveCall, isCallEvent, NOTHING_PERSONAL, withoutPersonal } from './calls/call.js';
export { ERASED_CALLS, eraseCalls } from './calls/erase-calls.js';
export { evolveErasedCall, isCallsErased } from './calls/erased-calls.js';
export { presentCall } from './calls/present-call.js';
export { CALL_EVENT_VIEWS } from './calls/event-views.js';
export { callsInFlight } from './calls/register-call.js';
export { membersInCall } from './calls/waterfall.js';
export { type ListDrained, listDrains } from './drained/list-drained.js';
export { DRY_RUN_PICKS, queueAfterChange } from './dry-run/queue-after-change.js';
export {
  type DialableThen,
  type JudgedMembers,
  judgeMembers,
  type MemberEffects,
  NO_EFFECTS,
  type NumberRange,
  type SettingsChange,
} from './dry-run/settings-change.js';
export { attemptsOfContacts, capOfContact, ContactAttempts } from './queue/contact-attempts.js';
export { tellPlaces } from './queue/place-hints.js';
export { addToQueueDepth, type QueueDepth } from './queue/queue-depth.js';
export { laneCursor, type LaneCursor } from './queue/eligible-members.js';
export { CURSORS, cursorsOf } from './queue/cursors.js';
export { nextPicks, presentPicks } from './queue/dispatch.js';
export { type Tier, TIERS } from './queue/eligible-members.js';
export { TIME_ZONE_DATA } from './queue/time-zone-data.js';
export { unlistedSubject } from './queue/queue-of-view.js';
export { ReadBounds } from './queue/read-bounds.js';
export { UNLISTED } from './queue/unlisted.js';
export {
  contactOfScope,
  contactScope,
  NUMBERS_SCOPE,
  REINDEX_JOBS,
  reindexedAfter,
  reindexing,
  ZONE_SCOPE,
} from './queue/reindex-jobs.js';
