import type { Client } from './client.js';
import { success } from './client.js';
import type { Member, SmartList } from './types.js';

/** A pick as the preview shows it. */
interface Pick {
  readonly contact_id: string;
  readonly smart_list_id: string | null;
  readonly attempt_number: number;
}

/** The answer of a dry run (docs/reference/http-contract.md#dry-runs). */
export interface DryRun {
  readonly smart_list: SmartList;
  readonly dry_run: {
    readonly as_of: string;
    readonly members: Effects & { readonly judged: number; readonly complete: boolean };
    readonly queue: { readonly before: readonly Pick[]; readonly after: readonly Pick[] };
  };
}

/** The counts of members that a dry run has. */
export interface Effects {
  readonly exhausted: number;
  readonly moved: number;
  readonly frozen: number;
  readonly newly_eligible: number;
  readonly no_longer_eligible: number;
}

export async function dryRun(client: Client, listId: string, changes: object): Promise<DryRun> {
  return success(await client.patch(`/smart-lists/${listId}?dry_run=true`, changes), 200);
}

/**
 * What a change did to the members of a list, by what GET shows of them before and after it: nothing of it is computed
 * like the dry run.
 */
export function effectsOf(
  before: { readonly list: SmartList; readonly members: readonly Member[] },
  after: { readonly list: SmartList; readonly members: readonly Member[]; readonly removed: readonly Member[] },
): Effects {
  const now = new Map([...after.removed, ...after.members].map((member) => [member.contact_id, member]));
  const pairs = before.members.map((was) => [was, now.get(was.contact_id)!] as const);
  const count = (isSo: (was: Member, is: Member) => boolean): number =>
    pairs.filter(([was, is]) => isSo(was, is)).length;
  const [old, cap] = [before.list.max_attempts_total, after.list.max_attempts_total];
  const isLower = cap !== null && cap > 0 && (old === null || cap < old);
  return {
    exhausted: count(({ attempt_count }) => isLower && attempt_count >= cap && (old === null || attempt_count < old)),
    moved: count((_, is) => is.status_reason === 'moved_by_waterfall'),
    frozen: count((was, is) => was.status !== 'frozen' && is.status === 'frozen'),
    newly_eligible: count((was, is) => was.status !== 'queued' && is.status === 'queued'),
    no_longer_eligible: count((was, is) => was.status === 'queued' && is.status !== 'queued'),
  };
}
