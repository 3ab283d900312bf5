import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CLOCK, type Clock, instant } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { presentSecrets } from '#workspaces/domain';
import { liveEndpoint } from './live-endpoint.js';

/** GET /webhook-endpoints/{endpointId}/signing-secrets: those that sign now, newest first, without what they are. */
export class ListEndpointSecrets extends Query<ReturnType<typeof presentSecrets>> {
  constructor(
    readonly workspaceId: string,
    readonly endpointId: string,
  ) {
    super();
  }
}

@QueryHandler(ListEndpointSecrets)
export class ListEndpointSecretsHandler implements IQueryHandler<ListEndpointSecrets> {
  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError `not_found` */
  async execute({ workspaceId, endpointId }: ListEndpointSecrets): Promise<ReturnType<typeof presentSecrets>> {
    const { signing_secrets } = await liveEndpoint(this.readModel, workspaceId, endpointId);
    return presentSecrets(signing_secrets, instant(this.clock.now()));
  }
}
