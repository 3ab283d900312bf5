import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel';
import { outcomeEnvelope, outcomeEtag, popupEnabled } from '../domain/present-outcome.js';
import { GetOutcome, type OutcomeFound } from './get-outcome.query.js';
import { OutcomeReads } from './outcome-reads.js';

@QueryHandler(GetOutcome)
export class GetOutcomeHandler implements IQueryHandler<GetOutcome> {
  constructor(private readonly reads: OutcomeReads) {}

  async execute({ workspaceId, outcomeId }: GetOutcome): Promise<OutcomeFound> {
    const row = await this.reads.one(workspaceId, outcomeId);
    if (!row) throw notFound('outcome');
    // A disposition answers the question of the flag itself.
    const others = row.outcome_type === 'disposition' ? [row] : await this.reads.all(workspaceId);
    const lists = await this.reads.lists(workspaceId, [row]);
    return { body: outcomeEnvelope(row, lists, popupEnabled(others)), etag: outcomeEtag(row) };
  }
}
