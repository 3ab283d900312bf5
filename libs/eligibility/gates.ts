import type { Instant } from '#kernel';
import { dueOf, type Finding, type Gate, GATES } from './gate-table.js';
import type { Moment } from './moment.js';
import type { Standing, Subject } from './subject.js';
import { capEnd, gapEnd, latest } from './waits.js';
import type { ContactZones } from './zones/contact-zones.js';

/** Status, reason and time of a member (docs/reference/http-contract.md#member), by the first gate that fails. */
export function standing<Removed extends string>(subject: Subject<Removed>, moment: Moment): Standing<Removed> {
  for (const gate of GATES) {
    const { passed, until } = gate.look(subject, moment);
    // Only the gate of membership has no reason of its own, and it fails only for a subject that has one.
    if (!passed) {
      const { status } = gate;
      // What is frozen waits for no instant, though an entry of the register may expire.
      const schedule_time = status === 'frozen' ? null : until;
      return { status, status_reason: gate.reason ?? subject.removed!, schedule_time };
    }
  }
  const status_reason = subject.facts.callback ? 'callback_due' : 'eligible';
  return { status: 'queued', status_reason, schedule_time: eligibleSince(subject, moment) };
}

/** Whether this contact may be dialed from this list at this instant. */
export function isEligible(subject: Subject<string>, moment: Moment): boolean {
  return GATES.every((gate) => gate.look(subject, moment).passed);
}

/** A line of an explain (docs/reference/http-contract.md#endpoints). */
export interface GateReport extends Finding {
  readonly gate: Gate['gate'];
  /** The member's status if this is the first gate that fails. */
  readonly status: Gate['status'];
  /** Of the gate of calling hours alone: the zones of the contact, and where they come from. */
  readonly zones?: ContactZones['zones'];
  readonly zones_source?: ContactZones['zones_source'];
}

/** Every gate in its order, also those behind a failed one. The subject is eligible exactly if all have passed. */
export function explain(subject: Subject<string>, moment: Moment): readonly GateReport[] {
  return GATES.map((gate) => ({
    gate: gate.gate,
    status: gate.status,
    ...gate.look(subject, moment),
    ...(gate.gate === 'calling_hours' && subject.zones),
  }));
}

/** For a subject that passes all gates: since when, by the current settings. */
function eligibleSince(subject: Subject<string>, moment: Moment): Instant {
  const { facts, limits, addedAt } = subject;
  const since = latest(addedAt, gapEnd(facts, limits), capEnd(facts, limits, moment.zone))!;
  return dueOf(subject, moment) ?? since;
}
