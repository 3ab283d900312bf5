import { Query } from '@nestjs/cqrs';
import type { JsonObject } from '#kernel';

/** One active list, with its ETag. */
export interface SmartListFound {
  readonly smartList: JsonObject;
  readonly etag: string;
}

/** GET /smart-lists/{smartListId}. */
export class GetSmartList extends Query<SmartListFound> {
  constructor(
    readonly workspaceId: string,
    readonly smartListId: string,
  ) {
    super();
  }
}
