import { Query } from '@nestjs/cqrs';
import type { IndexValue, JsonObject } from '#kernel';
import type { MemberStatus } from '../domain/present-member.js';

/** A page of members, and where the next one begins; undefined at the end. */
export interface MembersPage {
  readonly members: readonly JsonObject[];
  readonly next: readonly IndexValue[] | undefined;
}

/**
 * GET /smart-lists/{smartListId}/members, in the order of member numbers; but of those who wait in the order of what they wait for, and of those in a
 * call in the order of their contacts' ids.
 */
export class ListMembers extends Query<MembersPage> {
  constructor(
    readonly workspaceId: string,
    readonly smartListId: string,
    /** Left out: all but removed ones. */
    readonly status: MemberStatus | undefined,
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}
