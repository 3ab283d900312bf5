import { Query } from '@nestjs/cqrs';
import type { IndexValue, JsonObject } from '#kernel';

/** A page of active lists, and where the next one begins; undefined at the end. */
export interface SmartListsPage {
  readonly smartLists: readonly JsonObject[];
  readonly next: readonly IndexValue[] | undefined;
}

/** GET /smart-lists, in the order of creation. */
export class ListSmartLists extends Query<SmartListsPage> {
  constructor(
    readonly workspaceId: string,
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}
