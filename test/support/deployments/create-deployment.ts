import { EmbeddedDeployment } from './embedded.js';
import type { Pair, Deployment } from './deployment.js';
import { pairUnderTest } from './deployment.js';

/** Empty stores on a pair, for a service that is stopped and started again. The caller removes them. */
export async function createDeployment(pair: Pair = pairUnderTest()): Promise<Deployment> {
  if (pair === 'embedded') return new EmbeddedDeployment();
  // Imported on demand: tests of the embedded pair do not load drivers and doubles that they do not use.
  const { DistributedDeployment } = await import('./distributed.js');
  return DistributedDeployment.make();
}
