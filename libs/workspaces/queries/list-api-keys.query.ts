import { Query } from '@nestjs/cqrs';
import type { JsonObject } from '#kernel';

/** GET /admin/workspaces/{id}/api-keys: all of them, in the order of creation, revoked ones too. */
export class ListApiKeys extends Query<readonly JsonObject[]> {
  constructor(readonly workspaceId: string) {
    super();
  }
}
