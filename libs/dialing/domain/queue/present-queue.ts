import type { GateReport } from '#eligibility';
import type { CallRow } from '../calls/call.js';
import { presentCall } from '../calls/present-call.js';
import type { Picked } from './pick.js';
import type { Dialable } from './queue-of-view.js';

/** POST /dialer/next: the calls that were begun, in the order of the picks. */
export function presentNext(calls: readonly CallRow[]) {
  return { ok: true as const, calls: calls.map(presentCall) };
}

/** GET /dialer/preview: whom the next picks would dial, in their order. */
export function presentPreview(picks: readonly Picked<Dialable>[]) {
  const next = picks.map(({ member, attempt_number }) => ({
    contact_id: member.contact_id,
    smart_list_id: member.list?.smart_list_id ?? null,
    attempt_number,
  }));
  return { ok: true as const, next };
}

/** GET …/explain: what each gate found, in the order in which they are tested. */
export function presentExplanation(gates: readonly GateReport[]) {
  const eligible = gates.every(({ passed }) => passed);
  return { ok: true as const, eligible, gates: gates.map((gate) => ({ ...gate })) };
}
