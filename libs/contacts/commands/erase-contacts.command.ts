import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext, Decide } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { erasedAt } from '../domain/erase-contacts.js';
import { effectsOf, judgeErasures } from './erasing.js';

/** POST /contacts/batch-erase. */
export class EraseContacts extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    /** Each once. */
    readonly contactIds: readonly string[],
    /** Contacts in a call are erased when their calls have ended; without it they stay as they are. */
    readonly afterCall: boolean,
  ) {
    super();
  }
}

/** The decision of {@link EraseContacts}: each contact is judged by itself, and all effects are in one append. */
export function decideEraseAll(contactIds: readonly string[], afterCall: boolean) {
  return ((view) => {
    const erasures = judgeErasures(view, contactIds, afterCall);
    return {
      ...effectsOf(view, erasures),
      answer: (after) => {
        const contacts = erasures.map(({ contactId, result }) => {
          return { contact_id: contactId, result, erased_at: erasedAt(after, contactId) };
        });
        return { status: 200, body: { ok: true as const, contacts } };
      },
    };
  }) satisfies Decide;
}

@CommandHandler(EraseContacts)
export class EraseContactsHandler implements ICommandHandler<EraseContacts> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context, contactIds, afterCall }: EraseContacts): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: decideEraseAll(contactIds, afterCall) });
  }
}
