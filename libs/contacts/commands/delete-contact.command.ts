import { Command } from '@nestjs/cqrs';
import type { Decide } from '#kernel';
import type { RequestContext } from '#http';
import { endMembershipsOfContact } from '#members/domain';
import type { CommandResult } from '#workspace-head';
import { deleteContact } from '../domain/index.js';

/** DELETE /contacts/{contactId}. */
export class DeleteContact extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly contactId: string,
  ) {
    super();
  }
}

/** The decision of {@link DeleteContact}: the end of the contact and of all its memberships. */
export function decideDelete(contactId: string): Decide {
  return (view) => {
    const deleted = deleteContact(view, contactId);
    const ended = endMembershipsOfContact(view, contactId);
    const body = { ok: true, contact_id: contactId, deleted: true };
    return { events: ended ? [deleted, ended] : [deleted], answer: () => ({ status: 200, body }) };
  };
}
