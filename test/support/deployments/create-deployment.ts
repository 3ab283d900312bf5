import { EmbeddedDeployment } from './embedded.js';
import type { Pair, Deployment } from './deployment.js';
import { pairUnderTest } from './deployment.js';

/** An empty deployment on a pair, for a service that is stopped and started again. The caller removes it. */
export async function createDeployment(pair: Pair = pairUnderTest()): Promise<Deployment> {
  if (pair === 'embedded') return new EmbeddedDeployment();
  // Loaded when it is asked for: tests of the embedded pair are not to wait for drivers and doubles they do not use.
  const { DistributedDeployment } = await import('./distributed.js');
  return DistributedDeployment.make();
}
