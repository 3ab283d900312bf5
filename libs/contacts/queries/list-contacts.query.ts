import { Query } from '@nestjs/cqrs';
import type { IndexValue, JsonObject } from '#kernel';

/** A page of contacts, and where the next one begins; undefined at the end. */
export interface ContactsPage {
  readonly contacts: readonly JsonObject[];
  readonly next: readonly IndexValue[] | undefined;
}

/** GET /contacts, in the order in which they were first imported. */
export class ListContacts extends Query<ContactsPage> {
  constructor(
    readonly workspaceId: string,
    /** Only contacts with this phone. */
    readonly phone: string | undefined,
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}
