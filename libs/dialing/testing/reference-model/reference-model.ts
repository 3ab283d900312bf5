import { type CallbackFields, ModelCallbacks } from './callbacks.js';
import { type ModelReference, open } from './lists.js';
import { showScope } from './rules.js';
import {
  type ModelCall,
  type ModelContact,
  type ModelMembership,
  type ModelOutcome,
  type ModelScope,
  type ModelWorkspace,
  Refused,
} from './state.js';

/** A result of a call (docs/reference/dialing-rules.md#a-calls-life). */
const RESULTS = ['answered', 'no_answer', 'busy', 'voicemail', 'failed', 'cancelled', 'not_placed'];

/**
 * A whole workspace of lists, contacts, outcomes and calls as docs/reference/dialing-rules.md and
 * docs/reference/http-contract.md describe it, in memory and by brute force: the model that the service is compared
 * with. One method for each operation over HTTP; each throws {@link Refused} and has changed nothing then. Every effect
 * of time has happened when `setClock` returns.
 */
export class ReferenceModel extends ModelCallbacks {
  /** Completed calls in the order of their completion. */
  private readonly completed: ModelCall[] = [];

  /** Sets the instant of all later operations; never earlier than the last one. */
  setClock(now: number): void {
    this.now = Math.max(this.now, now);
    this.runTimers();
  }

  patchWorkspace({ unlisted, ...settings }: Partial<ModelWorkspace>): void {
    this.checkHours(settings.calling_hours_id ?? null);
    Object.assign(this.workspace, settings);
    Object.assign(this.workspace.unlisted, unlisted);
  }

  /** "Setting what is set changes nothing." */
  pauseDialing(isToPause: boolean): this {
    const { dialing_paused_at: since } = this.workspace;
    this.workspace.dialing_paused_at = isToPause ? (since ?? this.now) : null;
    return this;
  }

  // ---- calls ----

  call(id: string): ModelCall {
    const found = this.calls.find((call) => call.id === id);
    if (!found) throw new Refused('not_found');
    return found;
  }

  next(limit = 1, scope: ModelScope = null, agent: string | null = null): readonly ModelCall[] {
    return this.picks(limit, scope, agent).map(({ contact, list, number, lane, attempt_number, callback }) => {
      const limits = list ?? { retry_seconds: null, attempt_windows: null, ...this.workspace.unlisted };
      const { max_attempts_per_day, max_attempts_total, min_retry_seconds, dial_timeout_seconds } = limits;
      const { retry_seconds, attempt_windows } = limits;
      const caps = { max_attempts_per_day, max_attempts_total, min_retry_seconds, dial_timeout_seconds };
      const { id = null, name = null, priority = null, next_list_id = null, calling_hours_id = null } = list ?? {};
      const { contact_windows } = this.workspace;
      const rest = { retry_seconds, attempt_windows, contact_windows, next_list_id, calling_hours_id, paused: false };
      const callback_at = callback && new Date(callback.at).toISOString();
      const dialed = { scope: showScope(scope), lane, callback_at };
      if (callback) this.membershipOf(contact, list!)!.callback = null;
      const snapshot = { smart_list_id: id, name, priority, member_number: number, ...caps, ...rest, ...dialed };
      return this.begin(contact, { id: this.newId(), list, number, attempt_number, snapshot, callback });
    });
  }

  registerCall(reference: ModelReference, id = this.newId()): ModelCall {
    const contact = this.resolve(reference);
    if (!contact) throw new Refused('invalid_reference');
    if (this.calls.some((call) => call.id === id)) throw new Refused('resource_conflict');
    if (this.callInFlight(contact)) throw new Refused('call_state_conflict');
    return this.begin(contact, { id, list: null, number: null, attempt_number: null, snapshot: null, callback: null });
  }

  /** "Also of one that was deleted"; of a contact and of its calls nothing is left that is personal. */
  eraseContact(id: string): void {
    const contact = this.contacts.find((each) => each.id === id);
    if (!contact) throw new Refused('not_found');
    if (contact.erased_at !== null) return;
    if (this.callInFlight(contact)) throw new Refused('contact_in_call');
    if (contact.live) this.deleteContact(id);
    const own = this.calls.filter((call) => call.contact === contact && call.erased_at === null);
    for (const each of [contact, ...own]) Object.assign(each, { phone: null, erased_at: this.now });
    Object.assign(contact, { name: null, time_zone: null });
  }

  private begin(
    contact: ModelContact,
    what: Pick<ModelCall, 'id' | 'list' | 'number' | 'attempt_number' | 'snapshot' | 'callback'>,
  ): ModelCall {
    const { lease_seconds } = this.workspace;
    const times = { dispatched_at: this.now, lease_seconds, lease_expires_at: this.now + lease_seconds * 1_000 };
    const nothing = {
      result: null,
      ended_at: null,
      wrap_up_expires_at: null,
      completed_at: null,
      erased_at: null,
      was_reset: false,
      outcomes: [],
    };
    const { phone } = contact;
    const call: ModelCall = { ...what, contact, phone, dialed: phone, ...times, ...nothing };
    this.calls.push(call);
    return call;
  }

  heartbeat(id: string): ModelCall {
    const call = this.call(id);
    if (call.ended_at !== null) throw new Refused('call_state_conflict');
    // "Changed lease … seconds count for later calls."
    call.lease_expires_at = this.now + call.lease_seconds * 1_000;
    return call;
  }

  endCall(id: string, result: string): ModelCall {
    if (!RESULTS.includes(result)) throw new Refused('validation_failed');
    const call = this.call(id);
    if (call.result !== null && call.result !== result) throw new Refused('call_state_conflict');
    if (call.result === null) this.end(call, result);
    return call;
  }

  private end(call: ModelCall, result: string): void {
    call.result = result;
    call.ended_at = this.now;
    this.setAgain(call);
    const real = result !== 'not_placed' && result !== 'lost';
    if (real && this.outcomes.some(({ type }) => type === 'disposition'))
      call.wrap_up_expires_at = this.now + this.workspace.wrap_up_seconds * 1_000;
    else this.complete(call);
  }

  applyOutcome(id: string, outcomeId: string, fields: CallbackFields = {}): ModelCall {
    const callback = this.wanted(fields);
    const call = this.call(id);
    const outcome = this.outcomes.find((each) => each.id === outcomeId);
    if (!outcome) throw new Refused('invalid_reference');
    const timely = outcome.type === 'action' ? call.ended_at === null : call.ended_at !== null && open(call);
    if (!timely || call.outcomes.some((each) => each.id === outcome.id)) throw new Refused('call_state_conflict');
    if (callback && outcome.type === 'action') throw new Refused('validation_failed');
    if (callback) this.checkAhead(callback);
    const bearer = callback && this.bearer(call, outcome);
    call.outcomes.push(outcome);
    if (call.contact.live) this.move(call, outcome);
    if (bearer) this.membershipOf(call.contact, bearer)!.callback = callback;
    if (outcome.destination_type === 'do_not_call' && call.phone !== null)
      this.register.enter([{ phone: call.phone, reason: outcome.name }], 'outcome', this.now);
    if (outcome.type === 'disposition') this.complete(call);
    return call;
  }

  /** The membership change of an outcome; deleted lists have no effect. */
  private move({ contact, list }: ModelCall, outcome: ModelOutcome): void {
    const live = (ids: readonly (string | null)[]) => this.lists.filter((each) => each.live && ids.includes(each.id));
    if (outcome.destination_type === 'remove_from_all')
      this.endMemberships([contact], this.lists, 'removed_by_outcome');
    if (outcome.destination_type === 'remove_from_selected')
      this.endMemberships([contact], live(outcome.smart_list_ids), 'removed_by_outcome');
    const [destination] = live([outcome.destination_id]);
    if (outcome.destination_type !== 'smart_list' || !destination) return;
    this.add(contact, destination, 'outcome');
    if (list && list !== destination) this.endMemberships([contact], [list], 'moved_by_outcome');
  }

  /** Completes a call; the waterfall is part of it. */
  private complete(call: ModelCall): void {
    call.completed_at = this.now;
    this.completed.push(call);
    const membership = this.memberships.find(({ list, number }) => list === call.list && number === call.number);
    const cap = call.list?.max_attempts_total ?? 0;
    if (membership?.removed === null && cap > 0 && this.attemptCount(call.contact, call.list) >= cap)
      this.fall(membership);
  }

  /** "Due timers run in the order of their instants, then of dispatch"; their effects happen now. */
  private runTimers(): void {
    const due = (call: ModelCall): number =>
      call.ended_at === null ? call.lease_expires_at : call.wrap_up_expires_at!;
    for (;;) {
      const [first] = this.calls.filter((call) => open(call) && due(call) <= this.now).sort((a, b) => due(a) - due(b));
      if (!first) return;
      if (first.ended_at === null) this.end(first, 'lost');
      else this.complete(first);
    }
  }

  /** "The last one applied to a call of this contact from this list." */
  lastDisposition({ contact, list }: ModelMembership): ModelOutcome | null {
    // A call has one disposition at most, and it was applied when the call was completed.
    const applied = this.callsFrom(contact, list).flatMap((call) =>
      call.outcomes.filter(({ type }) => type === 'disposition').map((outcome) => ({ outcome, call })),
    );
    applied.sort((a, b) => this.completed.indexOf(a.call) - this.completed.indexOf(b.call));
    return applied.at(-1)?.outcome ?? null;
  }

  // ---- outcomes ----

  createOutcome(outcome: Partial<Omit<ModelOutcome, 'id'>> & { name: string }): ModelOutcome {
    const defaults = { type: 'disposition', destination_type: 'none', destination_id: null, smart_list_ids: [] };
    const made = { ...defaults, retry_seconds: null, ...outcome, id: this.newId() };
    for (const id of [made.destination_id ?? [], made.smart_list_ids].flat())
      if (!this.lists.some((list) => list.id === id && list.live)) throw new Refused('invalid_reference');
    this.outcomes.push(made);
    return made;
  }

  deleteOutcome(id: string): void {
    const at = this.outcomes.findIndex((outcome) => outcome.id === id);
    if (at < 0) throw new Refused('not_found');
    this.outcomes.splice(at, 1);
  }
}
