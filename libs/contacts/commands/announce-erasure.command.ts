import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext, Decide } from '#kernel';
import { contactErasedRequested, type ToldReceiver } from '#webhooks/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import type { ContactErasureAnnounced } from '../domain/contact.js';
import { ERASURES } from '../domain/erasures.js';

/** A receiver that is to be told of an erasure, and the id of the delivery that tells it. */
export interface ReceiverToTell extends ToldReceiver {
  readonly deliveryId: string;
}

/**
 * Receivers that are told of one erasure in one append. With URLs of 2,048 characters of four bytes each these are half
 * of the bytes that a write may have.
 */
export const TOLD_AT_ONCE = 50;

/** The next receivers that are told that a contact was erased; sent by the ErasureWorker. */
export class AnnounceErasure extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly contactId: string,
    /** At most {@link TOLD_AT_ONCE}, in the order of their last deliveries about the contact. */
    readonly receivers: readonly ReceiverToTell[],
  ) {
    super();
  }
}

/**
 * The decision of {@link AnnounceErasure}. It may be repeated: receivers that were told of this erasure are passed
 * over, so each gets one message under one id. Where none is left, there is no event.
 */
export function decideAnnounceErasure(contactId: string, receivers: readonly ReceiverToTell[]): Decide {
  return (view) => {
    const { workspaceId } = view;
    const [erasure] = view.rows(ERASURES, [[workspaceId, contactId]]);
    const untold = erasure ? receivers.filter(({ number }) => number > erasure.announced_number) : [];
    const answer = () => ({ status: 200, body: { ok: true, told: untold.length } });
    const last = untold.at(-1);
    if (!erasure || !last) return { events: [], answer };
    const { erased_at: erasedAt } = erasure;
    const requests = untold.map(({ deliveryId, ...receiver }) =>
      contactErasedRequested(receiver, { deliveryId, workspaceId, contactId, erasedAt }),
    );
    const announced: ContactErasureAnnounced = {
      type: 'ContactErasureAnnounced',
      data: { contact_id: contactId, up_to_number: last.number },
    };
    return { events: [...requests, announced], answer };
  };
}

@CommandHandler(AnnounceErasure)
export class AnnounceErasureHandler implements ICommandHandler<AnnounceErasure> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'execute'>) {}

  execute({ context, contactId, receivers }: AnnounceErasure): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: decideAnnounceErasure(contactId, receivers) });
  }
}
