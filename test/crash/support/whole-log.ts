import type { RecordedEvent } from '#kernel';
import type { LoggedEvent } from '../../support/log.js';
import { START } from '../../support/log.js';
import type { Deployment } from '../../support/deployments/deployment.js';

/** Every event of a deployment's log in order, read directly from the store. */
export async function wholeLog(deployment: Deployment): Promise<readonly LoggedEvent[]> {
  const log = await deployment.openLog();
  try {
    return await log.after(START);
  } finally {
    await log.close();
  }
}

/** Expects what holds for any log: revisions without a gap, unique event ids, rising positions. */
export function expectSoundLog(events: readonly RecordedEvent[]): void {
  const ends = new Map<string, number>();
  for (const { stream, revision } of events) {
    if (revision !== (ends.get(stream) ?? -1) + 1) throw new Error(`${stream}: ${ends.get(stream)}, then ${revision}`);
    ends.set(stream, revision);
  }
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const positions = events.map(({ position }) => position);
  expect(positions).toEqual([...positions].sort());
}

/** The Idempotency-Keys whose answers the log has recorded, in order, repeated ones included. */
export function recordedKeys(events: readonly RecordedEvent[]): readonly string[] {
  return events.flatMap(({ metadata }) =>
    metadata.idempotency ? [`${metadata.workspace_id} ${metadata.idempotency.key_hash}`] : [],
  );
}
