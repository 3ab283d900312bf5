import { Chance, seedOfThisRun } from '../crash/support/random.js';
import { expectSoundLog, recordedKeys } from '../crash/support/whole-log.js';
import { pairOfThisRun } from '../support/places/place.js';
import { CallFloor } from './support/call-floor.js';
import { ClockedService } from './support/clocked-service.js';

/** On the distributed pair another process waits ten seconds before it takes a killed one's turn. */
const KILLS = pairOfThisRun() === 'embedded' ? 6 : 2;
const DIALERS = 8;
const RUN_MS = 60_000 + KILLS * 40_000;

describe(`a service killed ${KILLS} times while ${DIALERS} dialers ask for the next contacts`, () => {
  it(
    'goes on in the order that the log says; no attempt is lost, none counted twice',
    async () => {
      const chance = new Chance(seedOfThisRun());
      const clocked = await ClockedService.start();
      const floor = await CallFloor.open(clocked, chance, DIALERS);
      for (let kill = 0; kill <= KILLS; kill += 1) {
        let answersLeft = DIALERS * 4 + chance.below(60);
        const answered = (): void => {
          answersLeft -= 1;
          // The last round ends in peace.
          if (answersLeft === 0 && kill < KILLS) process.kill(clocked.service.pid, 'SIGKILL');
        };
        // What was not answered before the kill is sent again first.
        await Promise.all(floor.dialers.map((dialer) => dialer.work(floor.client, () => answersLeft > 0, answered)));
        if (kill < KILLS) await clocked.restart();
        await floor.pass(10);
      }
      const replay = await floor.replay('order');
      expect(replay.dispatches.length).toBeGreaterThan(KILLS * DIALERS);
      const log = await floor.log();
      expectSoundLog(log);
      const keys = recordedKeys(log);
      expect(new Set(keys).size).toBe(keys.length);
      floor.expectGivenOnce(replay);
      await floor.expectReadsOf(replay);
      await clocked.stop();
    },
    RUN_MS,
  );
});
