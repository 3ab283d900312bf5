import type { AdminApi } from '../admin-api.js';

/** Which parked items are wanted. */
export interface ParkedOptions {
  readonly kind?: string;
  readonly workspace?: string;
}

/** An item as GET /admin/parked lists it, as far as the command line names its fields. */
export interface ParkedItem {
  readonly item_id: string;
  readonly kind: string;
  readonly workspace_id: string | null;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly revision: number | null;
  readonly attempts: number | null;
  readonly last_failed_at: string | null;
  readonly error: string;
}

/** The answer to a decision about an item. */
export interface Decided {
  readonly item_id: string;
  readonly state: string;
  readonly effect: string;
}

interface Page {
  readonly parked_items: readonly ParkedItem[];
}

/** All items that are parked now. @throws Refusal */
export async function allParked(api: AdminApi, { kind, workspace }: ParkedOptions): Promise<readonly ParkedItem[]> {
  const pages = await api.pages<Page>('GET', '/admin/parked', { kind, workspace_id: workspace });
  return pages.flatMap((page) => page.parked_items);
}

/** @throws Refusal `not_found` */
export async function parkedItem(api: AdminApi, id: string): Promise<ParkedItem> {
  return (await api.ask<{ readonly parked_item: ParkedItem }>('GET', `/admin/parked/${id}`)).parked_item;
}

export function decisionInWords({ item_id, state, effect }: Decided): string {
  return `${item_id} is ${state === 'retried' ? 'tried again' : state}. ${effect}`;
}
