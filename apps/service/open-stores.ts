import type { Logger } from 'pino';
import type { Tracer } from '#kernel';
import type { Config } from './config.js';
import { makeDataDirectory } from './data-directory.js';
import { openEmbeddedPair } from './embedded-pair.js';
import type { Machine } from './machine.js';
import { deriveAll, loadSecretsKeys } from './secrets-key.js';
import type { SecretsKeys } from './secrets-keys.js';
import type { StorePair } from './store-pair.js';

/**
 * Opens the stores of the configured shape.
 * @param tracer undefined: nothing is traced
 * @throws ConfigError, StoreOpenError, PersonalKeysOpenError, ReadModelOpenError: one clear sentence each; nothing is
 *   left open then.
 */
export async function openStores(
  config: Config,
  logger: Logger,
  machine: Machine,
  tracer?: Tracer,
): Promise<StorePair> {
  const { stores, personalKeysLost: areKeysLost } = config;
  const keys = (): SecretsKeys => loadSecretsKeys(config.secretsKeys, config.dataDir);
  if (stores.shape === 'embedded') {
    makeDataDirectory(config);
    const secrets = deriveAll(keys(), 'personal keys');
    return openEmbeddedPair(stores, { logger, machine, secrets, areKeysLost, tracer });
  }
  // Loaded on demand: the drivers of the distributed pair would add their load time to each start of the embedded one.
  const { openDistributedPair } = await import('./distributed-pair.js');
  const digests = deriveAll(keys(), 'mark');
  const secretsKeyDigests = digests.map((digest) => digest.toString('hex'));
  const isKeyLost = config.secretsKeyLost;
  return openDistributedPair(stores, {
    projects: config.roles.has('projections'),
    secrets: deriveAll(keys(), 'personal keys'),
    areKeysLost,
    logger,
    machine,
    secretsKeyDigests,
    isKeyLost,
    tracer,
  });
}
