import fc from 'fast-check';
import { CALLS } from '../domain/calls/call.js';
import { allHistories } from './histories.js';
import { checkedWhilePlayed, type Reads } from './member-reads.js';
import { same, type TwoDialings } from './two-dialings.js';

/*
 * Goal: the progress of a list shows the numbers that a walk over its members shows at the same instant.
 * Method: random histories as in decided-dialing.unit.spec.ts; at every eighth step and at the end, the progress of
 * each list is compared with the members that pages show, counted one by one, and with the calls that there are.
 */

/** Histories. HISTORIES=5000, with Jest's --testTimeout, for a run over night. */
const RUNS = Number(process.env['HISTORIES'] ?? 40);

/** Steps between two checks: a check costs more than a step. */
const EVERY = 8;

/** The members, the attempts and the calls of the last hour of a list, counted one by one. */
async function counted({ workspace }: TwoDialings, { ofList }: Reads, listId: string) {
  const [active, removed] = [await ofList(listId, undefined), await ofList(listId, 'removed')];
  const are = (...reasons: readonly string[]) =>
    active.filter(({ status_reason }) => reasons.includes(status_reason)).length;
  const since = Date.parse(workspace.now) - 3_600_000;
  const calls = workspace.all(CALLS).filter(({ dialed_list }) => dialed_list === listId);
  return {
    at: workspace.now,
    members: {
      active: active.length,
      queued: are('eligible', 'callback_due'),
      waiting_callback: are('callback_scheduled'),
      waiting_daily_cap: are('daily_cap_reached'),
      waiting_window_cap: are('window_cap_reached'),
      waiting_contact_cap: are('contact_cap_reached'),
      waiting_retry_gap: are('retry_gap'),
      waiting_calling_hours: are('calling_hours'),
      in_call: are('call_in_progress'),
      completed: are('total_cap_reached'),
      frozen: are('do_not_call', 'dialing_paused', 'list_paused', 'cap_zero'),
      removed: removed.length,
    },
    // Not the sum of the members' counts, which a reset begins anew.
    attempt_count: calls.filter(({ result }) => result !== 'not_placed').length,
    attempts_today: [...active, ...removed].reduce((total, { attempts_today }) => total + attempts_today, 0),
    dispatched_last_hour: calls.filter(({ dispatched_at }) => Date.parse(dispatched_at) > since).length,
  };
}

describe('the progress of a list', () => {
  it('shows the numbers of a walk over its members, at every instant', async () => {
    await fc.assert(
      fc.asyncProperty(allHistories(), fc.boolean(), (history, promotes) =>
        checkedWhilePlayed(history, { promotes, every: EVERY }, async (both, reads) => {
          for (const { name } of both.model.lists.filter(({ live }) => live)) {
            const { smart_list_id: listId } = both.listNamed(name);
            const { estimated_end_at: end, ...progress } = await reads.progress(listId);
            same(progress, await counted(both, reads, listId), { name });
            const { queued, waiting_callback, waiting_retry_gap, ...others } = progress.members;
            const capped = others.waiting_daily_cap + others.waiting_window_cap + others.waiting_contact_cap;
            const left = queued + waiting_callback + waiting_retry_gap + capped + others.waiting_calling_hours;
            const canEnd = left > 0 && progress.dispatched_last_hour > 0;
            same(end !== null, canEnd, { name });
          }
        }),
      ),
      { numRuns: RUNS },
    );
  });
});
