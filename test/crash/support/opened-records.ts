import { join } from 'node:path';
import type { IdempotencyRecord } from '#kernel';
import { EventOpener } from '#personal-data';
import { openKeysReader } from '#personal-data/sqlite';
import { deriveAll, loadSecretsKeys } from '../../../apps/service/secrets-key.js';

/** Records of Idempotency-Keys as the log has them, opened with the keys of an embedded pair. */
export async function openedRecords(
  dataDir: string,
  records: readonly IdempotencyRecord[],
): Promise<readonly IdempotencyRecord[]> {
  const secrets = deriveAll(loadSecretsKeys(undefined, dataDir), 'personal keys');
  const keys = openKeysReader({ file: join(dataDir, 'keys.db'), secrets });
  try {
    return await new EventOpener(keys).openRecords(records);
  } finally {
    await keys.close();
  }
}
