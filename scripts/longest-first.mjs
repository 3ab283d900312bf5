// The order in which Jest begins the specs of a run: those that take minutes first, so that none of them is still
// running when all others have ended. Jest itself goes by the size of the files where it has not run them before.
import Sequencer from '@jest/test-sequencer';

/** Of compiled specs that take a minute or longer on two cores, the longest first. */
export const LONGEST = [
  'test/dialing/model',
  'test/distributed/dropped-read-model',
  'test/distributed/workers-behind-rows',
  'test/distributed/read-model-faults',
  'test/crash/kill-under-load',
  'test/e2e/behaviour/slow-receivers',
  'test/e2e/behaviour/deleted-workspace',
  'test/e2e/matrices/refusals',
  'test/crash/backup-under-load',
];

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) => {
      const at = LONGEST.findIndex((each) => path.includes(each));
      return at < 0 ? LONGEST.length : at;
    };
    return super.sort(tests).sort((a, b) => place(a) - place(b));
  }
}
