import { join } from 'node:path';
import type { IdempotencyRecord, RecordedEvent } from '#kernel';
import { EventOpener } from '#personal-data';
import { openKeysReader } from '#personal-data/sqlite';
import { deriveAll, loadSecretsKeys } from '../../../apps/service/secrets-key.js';

/** The records of Idempotency-Keys that events of the log have, opened with the keys of an embedded pair. */
export async function openedRecords(
  dataDir: string,
  events: readonly RecordedEvent[],
): Promise<readonly IdempotencyRecord[]> {
  const secrets = deriveAll(loadSecretsKeys(undefined, dataDir), 'personal keys');
  const keys = openKeysReader({ file: join(dataDir, 'keys.db'), secrets });
  try {
    const opened = await new EventOpener(keys).openEvents(events, { records: true });
    return opened.flatMap((event) => {
      if (event instanceof Error) throw event;
      return event.metadata.idempotency ?? [];
    });
  } finally {
    await keys.close();
  }
}
