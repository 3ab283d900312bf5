import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { JsonObject } from '#kernel';
import { popupEnabled, presentOutcome } from '../domain/index.js';
import { ListOutcomes } from './list-outcomes.query.js';
import { OutcomeReads } from './outcome-reads.js';

@QueryHandler(ListOutcomes)
export class ListOutcomesHandler implements IQueryHandler<ListOutcomes> {
  constructor(private readonly reads: OutcomeReads) {}

  async execute({ workspaceId }: ListOutcomes): Promise<JsonObject> {
    const rows = await this.reads.all(workspaceId);
    const lists = await this.reads.lists(workspaceId, rows);
    const outcomes = rows.map((row) => presentOutcome(row, lists));
    return { ok: true, outcomes, disposition_popup_enabled: popupEnabled(rows) };
  }
}
