import { EventOpener } from '#personal-data';
import { MongoPersonalKeys } from '#personal-data/mongodb';
import { keysDatabase } from '../../../apps/service/distributed-stores.js';
import { deriveAll } from '../../../apps/service/secrets-key.js';
import { parseSecretsKeys } from '../../../apps/service/secrets-keys.js';
import type { Logged } from '../../simulation/promises/model/events.js';
import type { DistributedDeployment } from '../../support/deployments/distributed.js';
import type { LoggedEvent } from '../../support/log.js';

/** Events of a deployment's log as the rules of the simulation read them: with their personal data and their time. */
export async function opened(
  deployment: DistributedDeployment,
  log: readonly LoggedEvent[],
): Promise<readonly Logged[]> {
  const { READMODEL_URL: readModelUrl, PERSONAL_KEYS_URL: personalKeysUrl, SECRETS_KEY: secrets } = deployment.env;
  const keys = await MongoPersonalKeys.open({
    ...keysDatabase({ readModelUrl: readModelUrl!, personalKeysUrl }),
    secrets: deriveAll(parseSecretsKeys(secrets!)!, 'personal keys'),
    mayMake: false,
  });
  try {
    const events = await new EventOpener(keys).openEvents(log, { records: false });
    return events.map((event) => {
      if (event instanceof Error) throw event;
      return { ...event, at: Date.parse(event.metadata.occurred_at) };
    });
  } finally {
    await keys.close();
  }
}
