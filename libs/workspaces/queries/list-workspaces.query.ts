import { Query } from '@nestjs/cqrs';
import type { IndexValue, JsonObject } from '#kernel';

/** A page of workspaces, and where the next one begins; undefined at the end. */
export interface WorkspacesPage {
  readonly workspaces: readonly JsonObject[];
  readonly next: readonly IndexValue[] | undefined;
}

/** GET /admin/workspaces, in the order of creation. */
export class ListWorkspaces extends Query<WorkspacesPage> {
  constructor(
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}
