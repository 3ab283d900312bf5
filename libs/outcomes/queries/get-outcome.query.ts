import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel';
import { outcomeEnvelope, outcomeEtag, popupEnabled } from '../domain/present-outcome.js';
import { OutcomeReads } from './outcome-reads.js';

/** The envelope of one outcome, with its ETag. */
export interface OutcomeFound {
  readonly body: ReturnType<typeof outcomeEnvelope>;
  readonly etag: string;
}

/** GET /phone-system/outcomes/{outcomeId}. */
export class GetOutcome extends Query<OutcomeFound> {
  constructor(
    readonly workspaceId: string,
    readonly outcomeId: string,
  ) {
    super();
  }
}

@QueryHandler(GetOutcome)
export class GetOutcomeHandler implements IQueryHandler<GetOutcome> {
  constructor(private readonly reads: OutcomeReads) {}

  /** @throws DomainError `not_found` */
  async execute({ workspaceId, outcomeId }: GetOutcome): Promise<OutcomeFound> {
    const row = await this.reads.one(workspaceId, outcomeId);
    if (!row) throw notFound('outcome');
    // A disposition answers the question of the flag itself.
    const others = row.outcome_type === 'disposition' ? [row] : await this.reads.all(workspaceId);
    const lists = await this.reads.lists(workspaceId, [row]);
    return { body: outcomeEnvelope(row, lists, popupEnabled(others)), etag: outcomeEtag(row) };
  }
}
