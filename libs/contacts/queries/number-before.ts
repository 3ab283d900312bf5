import type { ReadModel } from '#read-model';
import { CONTACTS } from '../domain/contact.js';

/**
 * The number behind which the first contact was imported at an instant that fits; found by bisection, since contacts
 * with higher numbers were never imported earlier. Some 20 reads of one row, and no index of instants, for a million
 * contacts.
 * @param fits true from some instant on
 */
export async function numberBefore(
  readModel: Pick<ReadModel, 'page'>,
  workspaceId: string,
  fits: (createdAt: string) => boolean,
): Promise<number> {
  const inOrder = { index: 'by_number', prefix: [workspaceId, 1], limit: 1 };
  const [last] = await readModel.page(CONTACTS, { ...inOrder, descending: true });
  let [low, high] = [-1, last?.number ?? -1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [next] = await readModel.page(CONTACTS, { ...inOrder, after: [middle] });
    if (next && !fits(next.created_at)) low = next.number;
    else high = middle;
  }
  return low;
}
