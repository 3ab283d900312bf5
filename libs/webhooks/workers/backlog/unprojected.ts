import type { DocumentKey } from '#kernel';
import type { ReadModel } from '#read-model';
import { DUE_DELIVERIES, type DueDeliveryRow } from '../../domain/index.js';

/** What was done and recorded, until the rows of the to-do list show it. */
export class Unprojected<Item extends DueDeliveryRow> {
  /** With its revision after that. */
  private readonly revisions = new Map<Item, number>();

  constructor(private readonly readModel: Pick<ReadModel, 'getMany'>) {}

  /** It is done, which the rows show once they have this revision of it. */
  add(item: Item, revision: number): void {
    this.revisions.set(item, revision);
  }

  /** Takes out what the rows show by now. @throws ReadModelUnavailableError */
  async takeProjected(): Promise<readonly Item[]> {
    const done = [...this.revisions];
    if (done.length === 0) return [];
    const rows = await this.readModel.getMany(
      DUE_DELIVERIES,
      done.map(([item]) => dueKey(item)),
    );
    const shown = done.flatMap(([item, revision], i) => ((rows[i]?.revision ?? -1) < revision ? [] : [item]));
    for (const item of shown) this.revisions.delete(item);
    return shown;
  }
}

/** The key of a row of the to-do list. */
export function dueKey({ workspace_id, delivery_id }: DueDeliveryRow): DocumentKey {
  return [workspace_id, delivery_id];
}
