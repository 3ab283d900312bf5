export { aborted, unlessAborted } from './aborted.js';
export { type AddressRange, isAddress, networkOf, parseAddressRange, refusedAddress } from './addresses.js';
export { Backoff } from './backoff.js';
export { type ClockTrouble, clockToWriteBy, refuseWrongClock } from './clock-trouble.js';
export { type Clock, instant, type Instant, later, type ServerTime } from './clock.js';
export type { AdminContext, Authorize, CommandContext } from './command-context.js';
export {
  type Answer,
  type Annotate,
  type AnsweredBy,
  type AwaitedRow,
  type Candidates,
  type CandidatesOptions,
  type CandidateValuesOptions,
  type CheckVersion,
  type Consequences,
  type Decide,
  type Decision,
  inTurn,
  type KeyScan,
  type Scan,
  type WorkspaceView,
  type WriteRule,
} from './decision.js';
export {
  DomainError,
  type ErrorCode,
  type FieldError,
  fieldErrorOf,
  inSentence,
  invalidField,
  invalidInput,
  MAX_ERRORS,
  messageOf,
  notFound,
  UnavailableError,
  WritesPausedError,
} from './errors.js';
export {
  type EventSubject,
  type EventView,
  type EventViews,
  memberSubjects,
  SUBJECT_TYPES,
  subjectIds,
  subjectsOf,
  type SubjectType,
} from './event-views.js';
export {
  type Actor,
  type ChainedAppend,
  type DomainEvent,
  type EventMetadata,
  type EventSchema,
  type IdempotencyRecord,
  type NewEvent,
  type PersonalFields,
  type Position,
  type Recorded,
  type RecordedEvent,
  WORKSPACE_STREAMS,
  workspaceStream,
  ARRIVAL_STREAMS,
  arrivalStream,
} from './events.js';
export { type IdSource, parseUuid } from './ids.js';
export { isSameJson, type Json, type JsonObject } from './json.js';
export {
  contactSubject,
  type Day,
  dayKindOf,
  type DayKind,
  dayOf,
  daySubject,
  isContactSubject,
  sealedLength,
  subjectsBefore,
  valuesAt,
  withValuesAt,
} from './personal.js';
export {
  type Collection,
  type DocumentKey,
  type IndexSpec,
  type TallySpec,
  type IndexTouch,
  type IndexValue,
  inFoldingOrder,
  keyOf,
  keyText,
  wholeKey,
  type Projection,
  type ResidentKey,
  type ResidentRows,
  type Row,
  valuesOf,
} from './projection.js';
export type { RateLimit, RateLimits } from './rate-limits.js';
export { Recent } from './recent.js';
export { EventSchemas, UnknownEventError, type Upcaster } from './schemas.js';
export { type Scope, SCOPES } from './scopes.js';
export { codePoints, comparableName, firstCodePoints, isPhone, utf8Length } from './text.js';
export type { Soon, Timers } from './timers.js';
export { CLOCK, ID_SOURCE, TIMERS } from './tokens.js';
export {
  parseTraceparent,
  type Span,
  type SpanAttributes,
  type SpanKind,
  type SpanStart,
  type Tracer,
} from './tracing.js';
export { WorkspaceTurns } from './workspace-turns.js';
