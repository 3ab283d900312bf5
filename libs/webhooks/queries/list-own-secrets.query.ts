import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CLOCK, type Clock, instant } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { presentSecrets, WORKSPACES } from '#workspaces/domain';

/** GET /signing-secrets: those that sign now, newest first, without what they are. */
export class ListOwnSecrets extends Query<ReturnType<typeof presentSecrets>> {
  constructor(readonly workspaceId: string) {
    super();
  }
}

@QueryHandler(ListOwnSecrets)
export class ListOwnSecretsHandler implements IQueryHandler<ListOwnSecrets> {
  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ workspaceId }: ListOwnSecrets): Promise<ReturnType<typeof presentSecrets>> {
    const [workspace] = await this.readModel.getMany(WORKSPACES, [[workspaceId]]);
    return presentSecrets(workspace?.signing_secrets ?? [], instant(this.clock.now()));
  }
}
