import fc from 'fast-check';
import { seedOfThisRun } from '../support/random.js';
import { pairUnderTest } from '../support/deployments/deployment.js';
import { shareClockedService } from './support/clocked-service.js';
import { historiesWithRestarts } from './support/histories-with-restarts.js';
import { ServedWorkspace } from './support/served-workspace.js';
import { SideBySide } from './support/side-by-side.js';

/*
 * Goal: the built service answers and shows what the reference model of docs/reference/dialing-rules.md does, also
 * after kill -9 and after its read model was lost.
 * Method: random histories, sent over HTTP and played on the model, with a clock set by hand. Answers and reads are
 * compared after every step; the first history that differs is shortened.
 */

/** Number of histories; DIALING_HISTORIES overrides it. On the distributed pair each kill takes ten seconds. */
const HISTORIES = Number(process.env['DIALING_HISTORIES'] ?? (pairUnderTest() === 'embedded' ? 20 : 6));
/** Time for each history, and for shrinking the first one that fails; milliseconds. */
const MS_A_HISTORY = 40_000;
const SHRINKING_MS = 150_000;

describe('the service and the reference model of its rules', () => {
  const clocked = shareClockedService();

  it(
    `give the same answers and reads after every step of ${HISTORIES} histories, with kill -9 and lost rows`,
    async () => {
      const played = fc.asyncProperty(historiesWithRestarts(60), async ({ begins, steps }) => {
        const both = new SideBySide(await ServedWorkspace.make(clocked(), begins), begins);
        for (const step of steps) await both.play(step);
      });
      await fc.assert(played, {
        numRuns: HISTORIES,
        seed: seedOfThisRun() | 0,
        interruptAfterTimeLimit: HISTORIES * MS_A_HISTORY + SHRINKING_MS,
        markInterruptAsFailure: true,
      });
    },
    HISTORIES * MS_A_HISTORY + SHRINKING_MS + 60_000,
  );
});
