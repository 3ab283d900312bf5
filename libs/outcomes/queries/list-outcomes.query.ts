import { Query } from '@nestjs/cqrs';
import type { JsonObject } from '#kernel';

/** GET /phone-system/outcomes: the whole envelope, outcomes by order, then creation. */
export class ListOutcomes extends Query<JsonObject> {
  constructor(readonly workspaceId: string) {
    super();
  }
}
