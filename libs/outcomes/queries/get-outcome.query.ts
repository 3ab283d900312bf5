import { Query } from '@nestjs/cqrs';
import type { JsonObject } from '#kernel';

/** The envelope of one outcome, with its ETag. */
export interface OutcomeFound {
  readonly body: JsonObject;
  readonly etag: string;
}

/** GET /phone-system/outcomes/{outcomeId}. */
export class GetOutcome extends Query<OutcomeFound> {
  constructor(
    readonly workspaceId: string,
    readonly outcomeId: string,
  ) {
    super();
  }
}
