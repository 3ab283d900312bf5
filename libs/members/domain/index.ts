export type { CallbackCleared, CallbackSet } from './callback-events.js';
export {
  addMembers,
  leaversOf,
  membersAdded,
  removeEverywhere,
  removeMembers,
  resetMembers,
} from './change-members.js';
export { CALLBACK_OWNER, callbackIn } from './callback-input.js';
export {
  AGENT_ID,
  callbackRefused,
  callbackSet,
  callbackSetAgain,
  callbackWanted,
  changeCallback,
  OWNER_SECONDS,
  refuseUsedUp,
  type WantedCallback,
} from './callbacks.js';
export { type BarredContact, barToldOf } from './bars.js';
export { type AlsoPlaced, alsoPlacedBy, type CappedContact, capToldOf, MAX_ALSO } from './caps.js';
export { alsoOf, type CallParty, isCallOfMember, isFactOfCall } from './member-calls.js';
export { MEMBER_COUNTS, type MemberCountRow, MEMBER_USE } from './member-counts.js';
export { MEMBER_EVENT_VIEWS } from './event-views.js';
export { afterResets, evolveMember, type MemberRow, MEMBERS, positionOfMember } from './member.js';
export {
  isMemberEvent,
  MEMBER_SCHEMAS,
  type MemberAdded,
  type MemberRemoved,
  type MembersReset,
} from './member-events.js';
export { type ZonedContact, zonesToldOf } from './lane-zones.js';
export { type ContactNow, MEMBER_STATUSES, type MemberStatus, memberSubject, presentMember } from './present-member.js';
export {
  endMembershipsOfContact,
  endMembershipsOfContacts,
  endMembershipsOfList,
  listsOf,
  memberCount,
  memberRemoved,
} from './removal.js';
export { advanceSweep, SWEEPS, sweptAfter } from './sweep.js';
export { exhaustMembers, type InCall, isExhaustedBy, moveDown } from './waterfall.js';
