import { Query } from '@nestjs/cqrs';
import type { JsonObject } from '#kernel';
import type { RequestContext } from '#http';

/** GET /smart-lists/{smartListId}/members/{contactId}/explain: the answer's body. */
export class ExplainMember extends Query<JsonObject> {
  constructor(
    readonly call: RequestContext,
    readonly smartListId: string,
    readonly contactId: string,
  ) {
    super();
  }
}
