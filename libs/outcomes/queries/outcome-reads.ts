import { Inject, Injectable } from '@nestjs/common';
import { READ_MODEL, type ReadModel } from '#read-model';
import { SMART_LISTS } from '#smart-lists/domain';
import { MAX_OUTCOMES } from '../domain/decide-outcome.js';
import type { ActiveListName } from '../domain/destination.js';
import { type OutcomeRow, OUTCOMES } from '../domain/outcome.js';

/** The reads that both queries of outcomes share. */
@Injectable()
export class OutcomeReads {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  /** All outcomes of a workspace, by order, then creation. */
  async all(workspaceId: string): Promise<readonly OutcomeRow[]> {
    return this.readModel.page(OUTCOMES, { index: 'live', prefix: [workspaceId, 1], limit: MAX_OUTCOMES });
  }

  /** Undefined: it does not exist, or is deleted. */
  async one(workspaceId: string, outcomeId: string): Promise<OutcomeRow | undefined> {
    const [row] = await this.readModel.getMany(OUTCOMES, [[workspaceId, outcomeId]]);
    return row?.live === 1 ? row : undefined;
  }

  /** The names of the lists in the destinations of these outcomes. */
  async lists(workspaceId: string, outcomes: readonly OutcomeRow[]): Promise<ActiveListName> {
    const ids = new Set<string>();
    for (const { destination_id, smart_list_ids } of outcomes) {
      if (destination_id !== null) ids.add(destination_id);
      for (const id of smart_list_ids ?? []) ids.add(id);
    }
    if (ids.size === 0) return () => undefined;
    const rows = await this.readModel.getMany(
      SMART_LISTS,
      [...ids].map((id) => [workspaceId, id]),
    );
    const names = new Map(rows.flatMap((row) => (row?.live === 1 ? [[row.smart_list_id, row.name]] : [])));
    return (id) => names.get(id);
  }
}
