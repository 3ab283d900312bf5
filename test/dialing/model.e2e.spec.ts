import fc from 'fast-check';
import { seedOfThisRun } from '../crash/support/random.js';
import { pairOfThisRun } from '../support/places/place.js';
import { shareClockedService } from './support/clocked-service.js';
import { lives } from './support/lives.js';
import { ServedWorkspace } from './support/served-workspace.js';
import { SideBySide } from './support/side-by-side.js';

/** Lives to play; DIALING_LIVES asks for more than is played on every run. The distributed pair takes ten seconds for each kill. */
const LIVES = Number(process.env['DIALING_LIVES'] ?? (pairOfThisRun() === 'embedded' ? 20 : 6));
/** Time for each life, and for making the first that fails as short as can be. */
const MS_A_LIFE = 40_000;
const SHRINKING_MS = 150_000;

describe('the service and the reference model of its rules', () => {
  const clocked = shareClockedService();

  it(
    `answer and show the same after every step of ${LIVES} lives, kill -9 and a lost read model among them`,
    async () => {
      const played = fc.asyncProperty(lives(60), async ({ begins, steps }) => {
        const both = new SideBySide(await ServedWorkspace.make(clocked(), begins), begins);
        for (const step of steps) await both.play(step);
      });
      await fc.assert(played, {
        numRuns: LIVES,
        seed: seedOfThisRun() | 0,
        interruptAfterTimeLimit: LIVES * MS_A_LIFE + SHRINKING_MS,
        markInterruptAsFailure: true,
      });
    },
    LIVES * MS_A_LIFE + SHRINKING_MS + 60_000,
  );
});
