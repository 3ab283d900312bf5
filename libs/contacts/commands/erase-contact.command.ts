import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CommandContext, type Decide, DomainError, notFound } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { erasedAt } from '../domain/erase-contacts.js';
import { effectsOf, judgeErasures } from './erasing.js';

/** POST /contacts/{contactId}/erase, DELETE /contacts/{contactId}?erase=true. */
export class EraseContact extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly contactId: string,
    /** A contact in a call is erased when the call has ended, and not refused. */
    readonly afterCall: boolean,
  ) {
    super();
  }
}

/**
 * The decision of {@link EraseContact}. A contact that is erased already is answered again.
 * @throws DomainError when decided: `not_found`; `contact_in_call`, unless it may wait for the call's end
 */
export function decideErase(contactId: string, afterCall: boolean) {
  return ((view) => {
    const erasures = judgeErasures(view, [contactId], afterCall);
    const { result } = erasures[0]!;
    if (result === 'not_found') throw notFound('contact');
    if (result === 'in_call') throw new DomainError('contact_in_call', 'This contact has a call in flight.');
    return {
      ...effectsOf(view, erasures),
      answer: (after) => {
        const erased_at = erasedAt(after, contactId);
        const body = { ok: true, contact_id: contactId, deleted: true, erased_at } as const;
        return { status: 200, body };
      },
    };
  }) satisfies Decide;
}

@CommandHandler(EraseContact)
export class EraseContactHandler implements ICommandHandler<EraseContact> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context, contactId, afterCall }: EraseContact): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: decideErase(contactId, afterCall) });
  }
}
