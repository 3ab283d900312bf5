import type { Subject } from '../model/eligibility.js';
import type { ListSettings } from '../model/events.js';
import { picks } from '../model/picks.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import type { Asked } from './asked.js';
import { difference } from './shown.js';

interface DryRunBody {
  readonly smart_list: object;
  readonly dry_run: {
    readonly as_of: string;
    readonly members: { readonly exhausted: number };
    readonly queue: { readonly before: readonly object[]; readonly after: readonly object[] };
  };
}

/** The most picks that a dry run shows (docs/reference/http-contract.md). */
const SHOWN_PICKS = 20;

/**
 * What a dry run shows fits the state that it was decided on: the list with the change, and whom the next calls would
 * be with, without the change and with it. The second queue is judged only where nothing was written meanwhile, since
 * members are judged before (docs/adr/0049-a-dry-run-is-the-decision-taken-back.md), and where the change exhausts
 * nobody: members who are exhausted move on over time.
 */
export function showsDryRun({ answer, request, events, ids }: Asked, model: WorkspaceModel): string | undefined {
  if (events.length > 0) return `a dry run has written ${events.map(({ type }) => type).join(' ')}`;
  const { smart_list, dry_run } = answer.body as DryRunBody;
  const list = model.list(ids[0]!);
  if (!list) return `list ${ids[0]} does not exist`;
  const { settings } = list;
  const changed: ListSettings = { ...settings, ...(request.body as Partial<ListSettings>) };
  const found = difference(smart_list, { smart_list_id: list.id, ...changed });
  if (found !== undefined || model.queueChanged >= 0) return found;
  const at = Math.max(model.now, Date.parse(dry_run.as_of));
  const queue = (instant: number): readonly object[] => picks(model, SHOWN_PICKS, instant).map(shownPick);
  const before = difference(dry_run.queue.before, queue(at));
  if (before !== undefined) return `queue before: ${before}`;
  if (request.logAtAsk < request.logAtAnswer || dry_run.members.exhausted > 0) return undefined;
  list.settings = changed;
  try {
    // Its members were judged at some instant since it was asked.
    const asked = Math.max(model.now, at - (request.answeredAt - request.askedAt));
    const [late, early] = [at, asked].map((instant) => difference(dry_run.queue.after, queue(instant)));
    return late !== undefined && early !== undefined ? `queue after: ${late}` : undefined;
  } finally {
    list.settings = settings;
  }
}

const shownPick = ({ contactId, listId }: Subject): object => ({ contact_id: contactId, smart_list_id: listId });
