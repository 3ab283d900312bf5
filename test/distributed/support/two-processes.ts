import { DistributedDeployment } from '../../support/deployments/distributed.js';
import { startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';

const LONG_MS = 200_000;

export interface TwoProcesses {
  readonly deployment: DistributedDeployment;
  /** A process with all roles. */
  readonly one: Service;
  /** `ROLES=api`: `one` writes its rows. */
  readonly other: Service;
}

/** Two processes on one distributed pair, for all tests of a file; stopped, with exit code 0, after the last. */
export function shareTwoProcesses(): () => TwoProcesses {
  let two: TwoProcesses | undefined;
  beforeAll(async () => {
    const deployment = await DistributedDeployment.make();
    const one = await startService({ deployment });
    const other = await startService({ deployment, env: { ROLES: 'api' } });
    two = { deployment, one, other };
  }, LONG_MS);
  afterAll(async () => {
    await two?.other.stop();
    await two?.one.stop();
    await two?.deployment.remove();
  }, LONG_MS);
  return () => two!;
}
