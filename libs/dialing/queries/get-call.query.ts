import { Query } from '@nestjs/cqrs';
import type { JsonObject } from '#kernel';

/** GET /calls/{callId}: the call as it is shown. */
export class GetCall extends Query<JsonObject> {
  constructor(
    readonly workspaceId: string,
    readonly callId: string,
  ) {
    super();
  }
}
