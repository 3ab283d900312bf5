import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CommandContext, ID_SOURCE, type IdSource, type Instant, invalidField } from '#kernel';
import { ofOneGeneration, READ_MODEL, type ReadModel } from '#read-model';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import {
  DELIVERIES,
  type DeliveryRow,
  type DeliveryStatus,
  RECOVERED_AT_ONCE,
  recoverDeliveries,
} from '../domain/index.js';

/** What is to be recovered. */
export interface Recovery {
  readonly endpointId: string;
  /** Only deliveries that were requested at this instant or later. */
  readonly since: Instant;
  /** The delivery behind which this request continues; undefined: from the newest on. */
  readonly after: string | undefined;
}

/** POST /webhook-deliveries/recover. */
export class RecoverDeliveries extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly recovery: Recovery,
  ) {
    super();
  }
}

/** The deliveries that came to nothing: tried in vain, or cancelled, as those are that a pause has held. */
const LOST: readonly DeliveryStatus[] = ['exhausted', 'cancelled'];

@CommandHandler(RecoverDeliveries)
export class RecoverDeliveriesHandler implements ICommandHandler<RecoverDeliveries> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  /**
   * No decision reads deliveries. What is lost stays lost, and changes only where its message ends, which the decision
   * reads for itself: the rows as read are enough.
   */
  async execute({ context, recovery }: RecoverDeliveries): Promise<CommandResult> {
    const { workspaceId } = context;
    const { rows, next } = await ofOneGeneration(this.readModel.generations, () => this.lost(workspaceId, recovery));
    const newIds = rows.map(() => this.ids.next());
    const decide = recoverDeliveries(recovery.endpointId, rows, newIds, next);
    return this.decider.execute({ ...context, decide });
  }

  /** The newest first: what is requested meanwhile has higher numbers, and is not met. */
  private async lost(workspaceId: string, { endpointId, since, after }: Recovery) {
    const from = after === undefined ? undefined : await this.numberOf(workspaceId, endpointId, after);
    const pages = await Promise.all(
      LOST.map((status) =>
        this.readModel.page(DELIVERIES, {
          index: 'by_status',
          prefix: [workspaceId, status, endpointId],
          ...(from !== undefined && { after: [from] }),
          descending: true,
          limit: RECOVERED_AT_ONCE + 1,
        }),
      ),
    );
    const found = pages.flat().sort((a, b) => b.number - a.number);
    const isSince = ({ created_at }: DeliveryRow): boolean => created_at >= since;
    const rows = found.slice(0, RECOVERED_AT_ONCE).filter(isSince);
    const more = found[RECOVERED_AT_ONCE];
    return { rows, next: more && isSince(more) ? rows.at(-1)!.delivery_id : null };
  }

  private async numberOf(workspaceId: string, endpointId: string, deliveryId: string): Promise<number> {
    const [row] = await this.readModel.getMany(DELIVERIES, [[workspaceId, deliveryId]]);
    if (row?.endpoint_id === endpointId) return row.number;
    throw invalidField('invalid_reference', '/after', 'unknown', 'after names no delivery to this endpoint.');
  }
}
