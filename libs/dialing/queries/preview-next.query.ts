import { Query } from '@nestjs/cqrs';
import type { JsonObject } from '#kernel';
import type { RequestContext } from '#http';

/** GET /dialer/preview: the answer's body. */
export class PreviewNext extends Query<JsonObject> {
  constructor(
    readonly call: RequestContext,
    readonly limit: number,
  ) {
    super();
  }
}
