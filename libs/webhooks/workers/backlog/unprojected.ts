import type { DocumentKey } from '#kernel';
import type { ReadModel } from '#read-model';
import { DUE_DELIVERIES, type DueDeliveryRow } from '../../domain/index.js';

/** Deliveries whose attempt is recorded while the rows of the to-do list still show them as due. */
export class Unprojected<Item extends DueDeliveryRow> {
  /** With the revision that their rows will have. */
  private readonly revisions = new Map<Item, number>();

  constructor(private readonly readModel: Pick<ReadModel, 'getMany'>) {}

  /** @param revision the row's, once it shows the attempt */
  add(item: Item, revision: number): void {
    this.revisions.set(item, revision);
  }

  /** Takes out the deliveries whose rows show the attempt. @throws ReadModelUnavailableError */
  async takeProjected(): Promise<readonly Item[]> {
    const recorded = [...this.revisions];
    if (recorded.length === 0) return [];
    const rows = await this.readModel.getMany(
      DUE_DELIVERIES,
      recorded.map(([item]) => dueKey(item)),
    );
    const projected = recorded.flatMap(([item, revision], i) => ((rows[i]?.revision ?? -1) < revision ? [] : [item]));
    for (const item of projected) this.revisions.delete(item);
    return projected;
  }
}

/** The key of a row of the to-do list. */
export function dueKey({ workspace_id, delivery_id }: DueDeliveryRow): DocumentKey {
  return [workspace_id, delivery_id];
}
