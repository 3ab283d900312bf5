import { Command } from '@nestjs/cqrs';
import type { RequestContext } from '#http';
import type { CommandResult } from '#workspace-head';

/** An item of an import as it was sent. */
export interface ContactItem {
  readonly contact_id?: string | undefined;
  readonly phone: string;
  readonly name?: string | null | undefined;
}

/** POST /contacts/batch. */
export class ImportContacts extends Command<CommandResult> {
  constructor(
    readonly call: RequestContext,
    readonly items: readonly ContactItem[],
  ) {
    super();
  }
}
