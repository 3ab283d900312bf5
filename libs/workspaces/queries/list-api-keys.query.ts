import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { API_KEYS, presentApiKey } from '../domain/api-key.js';
import { WORKSPACES } from '../domain/workspace.js';
import { KeyUsage } from '../workers/key-usage.js';

/** Rows read in one call. */
const CHUNK = 500;

/** GET /admin/workspaces/{id}/api-keys: all of them, in the order of creation, revoked ones too. */
export class ListApiKeys extends Query<readonly ReturnType<typeof presentApiKey>[]> {
  constructor(readonly workspaceId: string) {
    super();
  }
}

@QueryHandler(ListApiKeys)
export class ListApiKeysHandler implements IQueryHandler<ListApiKeys> {
  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    private readonly usage: KeyUsage,
  ) {}

  /** @throws DomainError `not_found` */
  async execute({ workspaceId }: ListApiKeys): Promise<readonly ReturnType<typeof presentApiKey>[]> {
    const [workspace] = await this.readModel.getMany(WORKSPACES, [[workspaceId]]);
    if (workspace?.live !== 1) throw notFound('workspace');
    const shown: ReturnType<typeof presentApiKey>[] = [];
    // Read in chunks: the limit of 500 counts keys that are not revoked; over the years there may be many more.
    for (let after: readonly [number] | undefined, more = true; more;) {
      const options = { index: 'by_number', prefix: [workspaceId], limit: CHUNK };
      const keys = await this.readModel.page(API_KEYS, after ? { ...options, after } : options);
      const ids = keys.map(({ api_key_id }) => api_key_id);
      const used = await this.usage.lastUsed(workspaceId, ids);
      keys.forEach((key, index) => shown.push(presentApiKey(key, used[index] ?? null)));
      more = keys.length === CHUNK;
      if (more) after = [keys.at(-1)!.number];
    }
    return shown;
  }
}
