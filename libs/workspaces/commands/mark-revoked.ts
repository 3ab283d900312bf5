import { DomainError } from '#kernel';
import { type ReadModelCacheWriter, ReadModelUnavailableError, type RowsLag } from '#read-model';
import type { CommandResult } from '#workspace-head';
import { REVOKED_API_KEYS } from '../domain/index.js';

export interface MarkPorts {
  readonly cacheWriter: Pick<ReadModelCacheWriter, 'putRows'>;
  readonly rows: Pick<RowsLag, 'isShared'>;
}

/**
 * Rows that show a revocation tell every process. While they do not show it, a mark beside them does, written before
 * the client is answered "revoked" (docs/adr/0024-keys-and-revocation.md).
 * @param apiKeyId a key, or ALL_KEYS of the workspace
 * @param refusal the detail for the client if the mark cannot be written
 * @throws DomainError `unavailable`: the revocation is durable, but other processes cannot be told of it now
 */
export async function markRevoked(
  { cacheWriter, rows }: MarkPorts,
  [workspaceId, apiKeyId]: readonly [workspaceId: string, apiKeyId: string],
  { visible, revision }: Pick<CommandResult, 'visible' | 'revision'>,
  refusal: string,
): Promise<void> {
  if (visible || !rows.isShared) return;
  const document = { workspace_id: workspaceId, api_key_id: apiKeyId, revision };
  try {
    await cacheWriter.putRows([{ collection: REVOKED_API_KEYS, key: [workspaceId, apiKeyId], document }]);
  } catch (error) {
    if (!(error instanceof ReadModelUnavailableError)) throw error;
    throw new DomainError('unavailable', refusal);
  }
}
