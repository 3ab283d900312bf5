import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { API_KEYS, presentOwnKey, presentOwnWorkspace, presentQuotas, WORKSPACES } from '../domain/index.js';
import { WorkspaceUses } from './workspace-uses.js';

/** A key, its workspace and the quotas of the workspace. */
export interface Me {
  readonly workspace: ReturnType<typeof presentOwnWorkspace>;
  readonly api_key: ReturnType<typeof presentOwnKey>;
  readonly quotas: ReturnType<typeof presentQuotas>;
}

/** GET /me, of a key that was accepted. */
export class GetMe extends Query<Me> {
  constructor(
    readonly workspaceId: string,
    readonly apiKeyId: string,
  ) {
    super();
  }
}

@QueryHandler(GetMe)
export class GetMeHandler implements IQueryHandler<GetMe> {
  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    private readonly uses: WorkspaceUses,
  ) {}

  /** @throws DomainError `unavailable`: the rows do not have a key yet that this process has accepted by its event */
  async execute({ workspaceId, apiKeyId }: GetMe): Promise<Me> {
    const [[workspace], [key], [use]] = await Promise.all([
      this.readModel.getMany(WORKSPACES, [[workspaceId]]),
      this.readModel.getMany(API_KEYS, [[workspaceId, apiKeyId]]),
      this.uses.of([workspaceId]),
    ]);
    // Of a workspace that was deleted since the key was accepted, the next request is 401.
    if (workspace?.live !== 1 || !key) {
      throw new DomainError('unavailable', 'The read model does not have this key yet, or not any more.');
    }
    return {
      workspace: presentOwnWorkspace(workspace),
      api_key: presentOwnKey(key),
      quotas: presentQuotas(workspace.quotas, use!),
    };
  }
}
