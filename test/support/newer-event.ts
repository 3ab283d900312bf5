import { randomUUID } from 'node:crypto';
import type { NewEvent } from '#kernel';

/** An event as a newer version of the service may write it. */
export function ofNewerVersion(workspaceId: string): NewEvent {
  return {
    id: randomUUID(),
    type: 'ContactMerged',
    data: { contact_id: randomUUID() },
    metadata: {
      schema_version: 1,
      workspace_id: workspaceId,
      occurred_at: new Date().toISOString(),
      actor: { kind: 'admin', id: null },
      correlation_id: 'newer',
      causation_id: null,
    },
  };
}
