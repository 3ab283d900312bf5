import { callbacksAreBorne, dueCallbacksAreToldOnce, unplacedCallbacksComeBack } from './callbacks.js';
import { hoursFitTogether, namedHoursExist, phonesTellTheirZones, refreshesGoForward } from './calling-hours.js';
import { detailsFit } from './call-details.js';
import { contactDetailsFit } from './contact-details.js';
import { callsGoForward, oneCallAtATime } from './calls.js';
import {
  dialsCallbacksFirst,
  dialsInOrder,
  dialsOnlyTheEligible,
  dispatchesTellTheirSettings,
  registersOnlyTheExisting,
} from './dispatches.js';
import { deletedListsLeaveTheirGroups, groupsDialTheirLists, groupsFitTogether } from './dial-groups.js';
import { erasuresGoForward } from './erasures.js';
import {
  idsAreGivenOnce,
  listsFitTogether,
  nothingHappensToTheDeleted,
  nothingIsWrittenInAPause,
  nothingOutlivesItsWorkspace,
  onlyLiveKeysWrite,
  quotasHold,
} from './existence.js';
import {
  membershipsBeginAndEndOnce,
  movesFollowTheirCause,
  resetsAreOfAttempts,
  resetsOfListsAreOfSomebody,
  sweepsGoForward,
  sweepsMoveOnlyTheExhausted,
} from './members.js';
import { importsGoForward } from './imports.js';
import { parkedWorkGoesForward } from './parked-work.js';
import { entriesBeginAndEndOnce, eventsTellBars } from './register.js';
import { recordsStandLast, timeNeverGoesBack, writesAreWhole } from './writes.js';
import { searchableFits } from './searchable.js';
import type { Rule } from './rule.js';

/** What must hold at each event of a workspace's stream. */
export const RULES: readonly Rule[] = [
  ...[nothingOutlivesItsWorkspace, nothingIsWrittenInAPause, timeNeverGoesBack, writesAreWhole, recordsStandLast],
  ...[oneCallAtATime, callsGoForward, detailsFit, contactDetailsFit, searchableFits],
  ...[dialsOnlyTheEligible, dispatchesTellTheirSettings, dialsInOrder, dialsCallbacksFirst, registersOnlyTheExisting],
  ...[erasuresGoForward, parkedWorkGoesForward, importsGoForward],
  ...[membershipsBeginAndEndOnce, movesFollowTheirCause],
  ...[callbacksAreBorne, unplacedCallbacksComeBack, dueCallbacksAreToldOnce],
  ...[resetsAreOfAttempts, resetsOfListsAreOfSomebody],
  ...[entriesBeginAndEndOnce, eventsTellBars],
  ...[hoursFitTogether, namedHoursExist, phonesTellTheirZones, refreshesGoForward],
  ...[groupsFitTogether, deletedListsLeaveTheirGroups, groupsDialTheirLists],
  ...[sweepsGoForward, sweepsMoveOnlyTheExhausted],
  ...[idsAreGivenOnce, nothingHappensToTheDeleted, listsFitTogether, onlyLiveKeysWrite, quotasHold],
];
