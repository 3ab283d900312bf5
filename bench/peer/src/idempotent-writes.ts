import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { RequestContext } from './access.js';
import { IdempotencyKey } from './entities.js';
import { Problem } from './problem.js';

/** Runs the writes of requests, each in one transaction together with its Idempotency-Key and its answer. */
@Injectable()
export class IdempotentWrites {
  constructor(private readonly source: DataSource) {}

  /**
   * The answer of `work`, or the stored one where the key was used before. A second request with a key waits in the
   * INSERT until the transaction of the first ends. A refused write rolls its key back, so it may be sent again.
   */
  run<Answer extends object>(context: RequestContext, work: (manager: EntityManager) => Promise<Answer>) {
    const { workspaceId, key } = context;
    return this.source.transaction(async (manager): Promise<Answer> => {
      if (key === undefined) return work(manager);
      const fingerprint = context.fingerprint();
      const claimed = await manager.query<unknown[]>(
        `INSERT INTO idempotency_key (workspace_id, key, fingerprint) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING RETURNING key`,
        [workspaceId, key, fingerprint],
      );
      if (claimed.length === 0) return replay<Answer>(manager, context, fingerprint);
      const answer = await work(manager);
      await manager.query('UPDATE idempotency_key SET response = $3 WHERE workspace_id = $1 AND key = $2', [
        workspaceId,
        key,
        JSON.stringify(answer),
      ]);
      return answer;
    });
  }
}

async function replay<Answer>(
  manager: EntityManager,
  { workspaceId, key }: RequestContext,
  fingerprint: Buffer,
): Promise<Answer> {
  const stored = await manager.findOneByOrFail(IdempotencyKey, { workspace_id: workspaceId, key: key! });
  if (stored.fingerprint.equals(fingerprint)) return stored.response as Answer;
  throw new Problem(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request.');
}
