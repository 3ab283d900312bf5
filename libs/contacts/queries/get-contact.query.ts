import { Query } from '@nestjs/cqrs';
import type { JsonObject } from '#kernel';

/** GET /contacts/{contactId}. */
export class GetContact extends Query<JsonObject> {
  constructor(
    readonly workspaceId: string,
    readonly contactId: string,
  ) {
    super();
  }
}
