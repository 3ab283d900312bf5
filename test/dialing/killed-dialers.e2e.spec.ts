import { Random, seedOfThisRun } from '../support/random.js';
import { expectSoundLog, recordedKeys } from '../crash/support/whole-log.js';
import { pairUnderTest } from '../support/deployments/deployment.js';
import { CallCenter } from './support/call-center.js';
import { ClockedService } from './support/clocked-service.js';

/*
 * Goal: a service that is killed while it dials loses no attempt, counts none twice and goes on in the order of the
 * log.
 * Method: eight dialers work and repeat what was not answered; the service is killed at random answers. Then the log
 * is replayed as in concurrent-dialers.e2e.spec.ts, and its keys are held to be unique.
 */

/** On the distributed pair another process waits ten seconds before it takes over from a killed one. */
const KILLS = pairUnderTest() === 'embedded' ? 6 : 2;
const DIALERS = 8;
const RUN_MS = 60_000 + KILLS * 40_000;

describe(`a service killed ${KILLS} times while ${DIALERS} dialers ask for the next contacts`, () => {
  it(
    'continues in the order of the log; no attempt is lost, none is counted twice',
    async () => {
      const random = new Random(seedOfThisRun());
      const clocked = await ClockedService.start();
      const center = await CallCenter.create(clocked, random, DIALERS);
      for (let kill = 0; kill <= KILLS; kill += 1) {
        let answersLeft = DIALERS * 4 + random.below(60);
        const answered = (): void => {
          answersLeft -= 1;
          // No kill in the last round.
          if (answersLeft === 0 && kill < KILLS) process.kill(clocked.service.pid, 'SIGKILL');
        };
        // Each dialer first retries what was not answered before the kill.
        await Promise.all(center.dialers.map((dialer) => dialer.work(center.client, () => answersLeft > 0, answered)));
        if (kill < KILLS) await clocked.restart();
        await center.advanceClock(10);
      }
      const replay = await center.replay('order');
      expect(replay.dispatches.length).toBeGreaterThan(KILLS * DIALERS);
      const log = await center.log();
      expectSoundLog(log);
      const keys = recordedKeys(log);
      expect(new Set(keys).size).toBe(keys.length);
      center.expectEachDispatchReceivedOnce(replay);
      await center.expectReadsOf(replay);
      await clocked.stop();
    },
    RUN_MS,
  );
});
