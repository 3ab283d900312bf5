import type { CopyJudge, History, Judge } from '../world.js';
import { answersFit, retriesFit } from './answers/answers.js';
import { appendsAreChained } from './chain.js';
import {
  attemptsFollowTheSchedule,
  attemptsWereMade,
  deliveriesEndOrGoOn,
  receiversGetWhatWasRequested,
} from './deliveries.js';
import { drainedListsAreTold } from './drained-lists.js';
import { cancelsFollowTheirEndpoint, eventsReachWhoSubscribed } from './endpoints.js';
import {
  deliveriesAreErasedWithTheirContact,
  erasuresAreCompleted,
  receiversAreToldOnce,
  whatIsErasedIsUnreadable,
} from './erasures.js';
import { importsDoEachRowOnce } from './imports/imports.js';
import { keysAreRecordedOnce, logIsSound, nothingIsDatedAhead, requestsWriteOnce, writesAreOneAppend } from './log.js';
import { decisionsAreOnRecord, retriedWorkIsTried, skippedWorkIsNotDone } from './parked-work.js';
import { violations } from './replay.js';
import { queuePositionsFitTheSettings } from './rows/queue-positions.js';
import { noOtherRowsHaveWhatIsErased, rebuildsAreShown, rebuildsFindNoDifference } from './rows/rebuilds.js';
import { rowsAreAFreshFold, rowsAreUpToTheLog, toDosAreDone } from './rows/rows.js';
import { RULES } from './rules/index.js';
import { whatIsDueIsDone, worldSettles } from './settled.js';

/** What must hold of every finished run, by name. Each is a sentence for each time that it does not. */
export const PROMISES: Readonly<Record<string, Judge>> = {
  worldSettles,
  logIsSound,
  nothingIsDatedAhead,
  rulesHold: ({ events }) => violations(events, RULES),
  writesAreOneAppend,
  appendsAreChained,
  requestsWriteOnce,
  keysAreRecordedOnce,
  attemptsFollowTheSchedule,
  receiversGetWhatWasRequested,
  attemptsWereMade,
  answersFit,
  retriesFit,
  importsDoEachRowOnce,
  whatIsDueIsDone,
  deliveriesEndOrGoOn,
  retriedWorkIsTried,
  skippedWorkIsNotDone,
  decisionsAreOnRecord,
  drainedListsAreTold,
  eventsReachWhoSubscribed,
  cancelsFollowTheirEndpoint,
  erasuresAreCompleted,
  whatIsErasedIsUnreadable,
  deliveriesAreErasedWithTheirContact,
  receiversAreToldOnce,
  rowsAreUpToTheLog: ofEachCopy(rowsAreUpToTheLog),
  rowsAreAFreshFold: ofEachCopy(rowsAreAFreshFold),
  queuePositionsFitTheSettings: ofEachCopy(queuePositionsFitTheSettings),
  toDosAreDone: ofEachCopy(toDosAreDone),
  rebuildsAreShown,
  rebuildsFindNoDifference: ofEachCopy(rebuildsFindNoDifference),
  noOtherRowsHaveWhatIsErased: ofEachCopy(noOtherRowsHaveWhatIsErased),
};

function ofEachCopy(judgeCopy: CopyJudge): Judge {
  return (history) =>
    history.copies.flatMap((copy) =>
      judgeCopy(history, copy).map((sentence) => `rows of the ${copy.version} version: ${sentence}`),
    );
}

/** All violations of a run, each with the name of its promise. */
export function judge(history: History): readonly string[] {
  return Object.entries(PROMISES).flatMap(([name, promise]) =>
    promise(history).map((sentence) => `${name}: ${sentence}`),
  );
}
