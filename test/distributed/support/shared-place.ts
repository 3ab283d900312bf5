import { DistributedPlace } from '../../support/places/distributed.js';
import { startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';

const LONG_MS = 200_000;

export interface TwoProcesses {
  readonly place: DistributedPlace;
  /** All roles. */
  readonly one: Service;
  /** `ROLES=api`: its rows are written by the other. */
  readonly other: Service;
}

/** Two processes on one distributed pair, for all tests of a file; stopped, with exit code 0, after the last. */
export function shareTwoProcesses(): () => TwoProcesses {
  let two: TwoProcesses | undefined;
  beforeAll(async () => {
    const place = await DistributedPlace.make();
    const one = await startService({ place });
    const other = await startService({ place, env: { ROLES: 'api' } });
    two = { place, one, other };
  }, LONG_MS);
  afterAll(async () => {
    await two?.other.stop();
    await two?.one.stop();
    await two?.place.remove();
  }, LONG_MS);
  return () => two!;
}
