import { rmSync } from 'node:fs';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import { pairUnderTest, temporaryDirectory } from '../../support/deployments/deployment.js';
import { seedOfThisRun } from '../../support/random.js';
import { recordAndCompare } from '../../past-answers/record-and-compare.js';

/*
 * Goal: a past instant answers every GET with the bytes that the service gave then, in a log with all kinds of writes.
 * Method: a small run of npm run past-answers (docs/testing/past-answers.md), with another seed each time. The service
 * is killed at random moments, once with its rows.
 */

/** The distributed pair takes ten times as long for an event, and for the start of a service: leases run out first. */
const SIZE =
  pairUnderTest() === 'embedded' ? { events: 4_000, instants: 4, kills: 2 } : { events: 1_000, instants: 2, kills: 1 };
const GETS = 200;
const RUN_MS = 240_000;

describe('answers recorded while a log is written', () => {
  it(
    'are those of the past at each instant, byte for byte',
    async () => {
      const [deployment, directory] = [await createDeployment(), temporaryDirectory()];
      const seed = seedOfThisRun();
      const say = (): void => undefined;
      const options = { ...SIZE, gets: GETS, seed, deployment, directory, say };
      const { written, compared } = await recordAndCompare(options);
      await deployment.remove();
      expect(written.events).toBeGreaterThanOrEqual(SIZE.events);
      expect(written.types.size).toBeGreaterThan(20);
      // First, since it names the answers.
      expect(compared.flatMap(({ differing }) => differing)).toEqual([]);
      expect(compared.map(({ counts: { same, erased } }) => same + erased)).toEqual(
        Array.from({ length: SIZE.instants }, () => GETS),
      );
      // Persons are erased in every run, but few answers show them.
      const same = compared.reduce((sum, { counts }) => sum + counts.same, 0);
      expect(same).toBeGreaterThan(0.7 * GETS * SIZE.instants);
      rmSync(directory, { recursive: true });
    },
    RUN_MS,
  );
});
