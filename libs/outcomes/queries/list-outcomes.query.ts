import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ROW_CHANGES, type RowChanges } from '#read-model';
import { SMART_LISTS } from '#smart-lists/domain';
import { OUTCOMES } from '../domain/outcome.js';
import { outcomesEnvelope } from '../domain/present-outcome.js';
import { KeptAnswers } from './kept-answers.js';
import { OutcomeReads } from './outcome-reads.js';

/** GET /phone-system/outcomes: the whole envelope as JSON in UTF-8, outcomes by order, then creation. */
export class ListOutcomes extends Query<Buffer> {
  constructor(readonly workspaceId: string) {
    super();
  }
}

@QueryHandler(ListOutcomes)
export class ListOutcomesHandler implements IQueryHandler<ListOutcomes> {
  private readonly answers: KeptAnswers;

  constructor(
    private readonly reads: OutcomeReads,
    @Inject(ROW_CHANGES) changes: RowChanges,
  ) {
    this.answers = new KeptAnswers(changes, [OUTCOMES.name, SMART_LISTS.name]);
  }

  execute({ workspaceId }: ListOutcomes): Promise<Buffer> {
    return this.answers.of(workspaceId, () => this.read(workspaceId));
  }

  private async read(workspaceId: string): Promise<Buffer> {
    const rows = await this.reads.all(workspaceId);
    const lists = await this.reads.lists(workspaceId, rows);
    return Buffer.from(JSON.stringify(outcomesEnvelope(rows, lists)));
  }
}
