import { callsGoForward, oneCallAtATime } from './calls.js';
import {
  dialsInOrder,
  dialsOnlyTheEligible,
  dispatchesTellTheirSettings,
  registersOnlyTheExisting,
} from './dispatches.js';
import { erasuresGoForward } from './erasures.js';
import {
  idsAreGivenOnce,
  listsFitTogether,
  nothingHappensToTheDeleted,
  nothingOutlivesItsWorkspace,
  onlyLiveKeysWrite,
  quotasHold,
} from './existence.js';
import {
  membershipsBeginAndEndOnce,
  movesFollowTheirCause,
  sweepsGoForward,
  sweepsMoveOnlyTheExhausted,
} from './members.js';
import { parkedWorkGoesForward } from './parked-work.js';
import { recordsStandLast, timeNeverGoesBack, writesAreWhole } from './writes.js';
import type { Rule } from './rule.js';

/** What must hold at each event of a workspace's stream. */
export const RULES: readonly Rule[] = [
  ...[nothingOutlivesItsWorkspace, timeNeverGoesBack, writesAreWhole, recordsStandLast],
  ...[oneCallAtATime, callsGoForward],
  ...[dialsOnlyTheEligible, dispatchesTellTheirSettings, dialsInOrder, registersOnlyTheExisting],
  ...[erasuresGoForward, parkedWorkGoesForward],
  ...[membershipsBeginAndEndOnce, movesFollowTheirCause, sweepsGoForward, sweepsMoveOnlyTheExhausted],
  ...[idsAreGivenOnce, nothingHappensToTheDeleted, listsFitTogether, onlyLiveKeysWrite, quotasHold],
];
