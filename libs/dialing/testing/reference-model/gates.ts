import { zonesOfNumber } from '#eligibility';
import { modelDate, modelMidnight } from './calendar.js';
import { type HoursJudged, ModelCallingHours, modelOpening } from './hours.js';
import { laneOfZones, type ModelLane } from './lanes.js';
import { ModelRegister } from './register.js';
import {
  type ModelCall,
  type ModelCallback,
  type ModelContact,
  type ModelLimits,
  type ModelList,
  type ModelMembership,
  type ModelOutcome,
  type ModelWindow,
  ModelWorkspace,
} from './state.js';

/** A member as the API shows it. `until` is schedule_time. */
export interface ModelStanding {
  readonly status: string;
  readonly reason: string;
  readonly until: number | null;
}

const HOUR = 3_600_000;

/** "An attempt dispatched at d is in the window at t if t − hours < d ≤ t." */
export function attemptsWithin(times: readonly number[], { hours }: ModelWindow, t: number): number {
  return times.filter((d) => t - hours * HOUR < d && d <= t).length;
}

/** Whose the zones of a contact are. */
export interface ModelZones {
  readonly zones: readonly string[];
  readonly zones_source: 'given' | 'number' | 'workspace';
}

/**
 * The rules of docs/reference/dialing-rules.md on whether a member may be dialed, in its order and its words, by a scan
 * over every contact and every call. Changes nothing.
 */
export class ModelGates {
  readonly workspace = new ModelWorkspace();
  readonly contacts: ModelContact[] = [];
  readonly lists: ModelList[] = [];
  readonly memberships: ModelMembership[] = [];
  /** In the order of their dispatch. */
  readonly calls: ModelCall[] = [];
  readonly outcomes: ModelOutcome[] = [];
  readonly register = new ModelRegister();
  readonly hours = new ModelCallingHours();
  now = 0;

  /** "A contact with a call in flight is dialed from no list." */
  callInFlight(contact: ModelContact): ModelCall | undefined {
    return this.calls.find((call) => call.contact === contact && call.ended_at === null);
  }

  /** Dispatched calls of a contact from a list, or from no list; a registered call does not count. */
  callsFrom(contact: ModelContact, list: ModelList | null): readonly ModelCall[] {
    return this.calls.filter((call) => call.contact === contact && call.list === list && call.number !== null);
  }

  /** "A call that ends not_placed gives its attempt back." */
  attempts(contact: ModelContact, list: ModelList | null): readonly ModelCall[] {
    return this.callsFrom(contact, list).filter((call) => call.result !== 'not_placed');
  }

  /** "From that event on" an attempt of before a reset "counts no more towards the total cap". */
  attemptCount(contact: ModelContact, list: ModelList | null): number {
    return this.attempts(contact, list).filter(({ was_reset }) => !was_reset).length;
  }

  attemptsOnDayOf(contact: ModelContact, list: ModelList | null, t: number): number {
    const zone = this.workspace.time_zone;
    return this.attempts(contact, list).filter((call) => modelDate(zone, call.dispatched_at) === modelDate(zone, t))
      .length;
  }

  lastAttempt(contact: ModelContact, list: ModelList | null): number | null {
    return this.callsFrom(contact, list).at(-1)?.dispatched_at ?? null;
  }

  /** A contact is in one call at a time: the last to begin is the last to end. */
  lastEnded(contact: ModelContact, list: ModelList | null): ModelCall | undefined {
    return this.callsFrom(contact, list).findLast((call) => call.ended_at !== null);
  }

  /** "What its disposition says, else what the list says now for its result, else min_retry_seconds." */
  gapSeconds(call: ModelCall | undefined, limits: ModelLimits): number {
    const disposition = call?.outcomes.find(({ type }) => type === 'disposition');
    return disposition?.retry_seconds ?? limits.retry_seconds?.[call?.result ?? ''] ?? limits.min_retry_seconds;
  }

  /** When the last call from this list ended, plus the gap by the current settings. */
  gapEnd(contact: ModelContact, list: ModelList | null, limits: ModelLimits): number {
    // "The retry gap counts no more: the agreed time replaces it."
    if (this.callbackOf(contact, list)) return -Infinity;
    const last = this.lastEnded(contact, list);
    return last ? last.ended_at! + this.gapSeconds(last, limits) * 1_000 : -Infinity;
  }

  /**
   * "Those made to it, and those that dialed the number it would be dialed at now, […] from any list or from
   * none."
   */
  attemptsOverAllLists(contact: ModelContact): readonly ModelCall[] {
    return this.calls.filter((call) => {
      const isOfIt = call.contact === contact || (call.dialed !== null && call.dialed === contact.phone);
      return isOfIt && call.number !== null && call.result !== 'not_placed';
    });
  }

  /** The first instant from now on at which no window of the list is full. */
  windowEnd(contact: ModelContact, list: ModelList | null, limits: ModelLimits): number {
    return this.endOfWindows(this.attempts(contact, list), limits.attempt_windows ?? []);
  }

  /** "Capped until": the first instant from now on at which no limit of the contact is full. */
  contactEnd(contact: ModelContact): number {
    return this.endOfWindows(this.attemptsOverAllLists(contact), this.workspace.contact_windows ?? []);
  }

  /** A window is left only when an attempt leaves it. */
  private endOfWindows(attempts: readonly ModelCall[], windows: readonly ModelWindow[]): number {
    const times = attempts.map(({ dispatched_at }) => dispatched_at);
    const ends = windows.flatMap(({ hours }) => times.map((time) => time + hours * HOUR));
    const instants = [this.now, ...ends.filter((end) => end > this.now)].sort((a, b) => a - b);
    return instants.find((t) => windows.every((window) => attemptsWithin(times, window, t) < window.attempts))!;
  }

  callbackOf(contact: ModelContact, list: ModelList | null): ModelCallback | null {
    return (list && this.membershipOf(contact, list)?.callback) ?? null;
  }

  /**
   * "The first instant from callback_at on, and not before the contact's capped until, at which the daily cap and the
   * windows let the member pass."
   */
  due({ at }: ModelCallback, contact: ModelContact, list: ModelList): number {
    const zone = this.workspace.time_zone;
    const times = this.attempts(contact, list).map(({ dispatched_at }) => dispatched_at);
    const windows = list.attempt_windows ?? [];
    const changes = times.flatMap((time) => [
      modelMidnight(zone, time),
      ...windows.map(({ hours }) => time + hours * HOUR),
    ]);
    const from = Math.max(at, this.cappedUntil(contact));
    const instants = [from, ...changes.filter((t) => t > from)].sort((a, b) => a - b);
    const daily = list.max_attempts_per_day || Infinity;
    const passes = (t: number): boolean =>
      this.attemptsOnDayOf(contact, list, t) < daily &&
      windows.every((window) => attemptsWithin(times, window, t) < window.attempts);
    return instants.find(passes)!;
  }

  /** "The latest, over the workspace's contact_windows, of hours after the n-th newest of these attempts." */
  private cappedUntil(contact: ModelContact): number {
    const times = this.attemptsOverAllLists(contact).map(({ dispatched_at }) => dispatched_at);
    const windows = this.workspace.contact_windows ?? [];
    return Math.max(
      -Infinity,
      ...windows.map(({ attempts, hours }) => (times.at(-attempts) ?? -Infinity) + hours * HOUR),
    );
  }

  /** "Its time_zone if it has one; else the zones of its number; else the workspace's time_zone as it is now." */
  zonesOf({ time_zone, phone }: ModelContact): ModelZones {
    if (time_zone !== null) return { zones: [time_zone], zones_source: 'given' };
    const zones = zonesOfNumber(phone ?? '');
    if (zones.length > 0) return { zones, zones_source: 'number' };
    return { zones: [this.workspace.time_zone], zones_source: 'workspace' };
  }

  /** "The list's hours, and the workspace's", with the zones in which they have to be open for a contact. */
  hoursFor(contact: ModelContact, list: ModelList | null): readonly HoursJudged[] {
    const { zones } = this.zonesOf(contact);
    const clocks: Readonly<Record<string, readonly string[]>> = {
      contact: zones,
      workspace: [this.workspace.time_zone],
    };
    return [list?.calling_hours_id ?? null, this.workspace.calling_hours_id]
      .flatMap((id) => this.hours.named(id) ?? [])
      .map((hours) => ({ hours, zones: clocks[hours.zone] ?? [hours.zone] }));
  }

  laneOf(contact: ModelContact, list: ModelList | null): ModelLane {
    const { zones, zones_source } = this.zonesOf(contact);
    const goesByContact = this.hoursFor(contact, list).some(({ hours }) => hours.zone === 'contact');
    const isAnywhere = !goesByContact || zones_source === 'workspace';
    return laneOfZones(list?.calling_hours_id ?? null, isAnywhere ? [] : zones);
  }

  /** The first instant from one on at which the hours are open; null: there is none for 400 days. */
  opening(contact: ModelContact, list: ModelList | null, t: number): number | null {
    return modelOpening(this.hoursFor(contact, list), t);
  }

  /** When the gates are open that time opens, but for that of the hours. A cap of 0 counts as no cap. */
  otherWaits(contact: ModelContact, list: ModelList | null, limits: ModelLimits): number {
    const { max_attempts_per_day: daily } = limits;
    const callback = this.callbackOf(contact, list);
    const capped = daily !== null && daily > 0 && this.attemptsOnDayOf(contact, list, this.now) >= daily;
    return Math.max(
      callback ? this.due(callback, contact, list!) : -Infinity,
      capped ? modelMidnight(this.workspace.time_zone, this.now) : -Infinity,
      this.windowEnd(contact, list, limits),
      this.contactEnd(contact),
      this.gapEnd(contact, list, limits),
    );
  }

  standing(membership: ModelMembership): ModelStanding {
    const { list, contact } = membership;
    if (membership.removed !== null) return { status: 'removed', reason: membership.removed, until: null };
    return this.gates(contact, list, list, membership.added_at);
  }

  /** From the second gate of the table on. */
  gates(contact: ModelContact, list: ModelList | null, limits: ModelLimits, since: number): ModelStanding {
    const { max_attempts_per_day: daily, max_attempts_total: total } = limits;
    if (this.register.entry(contact.phone, this.now)) return { status: 'frozen', reason: 'do_not_call', until: null };
    if (this.workspace.dialing_paused_at !== null) return { status: 'frozen', reason: 'dialing_paused', until: null };
    if (list?.paused) return { status: 'frozen', reason: 'list_paused', until: null };
    if (daily === 0 || total === 0) return { status: 'frozen', reason: 'cap_zero', until: null };
    if (this.callInFlight(contact)) return { status: 'in_call', reason: 'call_in_progress', until: null };
    if (total !== null && this.attemptCount(contact, list) >= total)
      return { status: 'completed', reason: 'total_cap_reached', until: null };
    const waiting = (reason: string): ModelStanding => {
      const until = this.opening(contact, list, this.otherWaits(contact, list, limits));
      return { status: 'waiting', reason, until };
    };
    const callback = this.callbackOf(contact, list);
    if (callback && callback.at > this.now) return waiting('callback_scheduled');
    if (daily !== null && this.attemptsOnDayOf(contact, list, this.now) >= daily) return waiting('daily_cap_reached');
    if (this.windowEnd(contact, list, limits) > this.now) return waiting('window_cap_reached');
    if (this.contactEnd(contact) > this.now) return waiting('contact_cap_reached');
    const gap = this.gapEnd(contact, list, limits);
    if (gap > this.now) return waiting('retry_gap');
    if (this.opening(contact, list, this.now) !== this.now) return waiting('calling_hours');
    if (callback) return { status: 'queued', reason: 'callback_due', until: this.due(callback, contact, list!) };
    const last = this.lastAttempt(contact, list);
    const capped = last !== null && daily !== null && this.attemptsOnDayOf(contact, list, last) >= daily;
    const freed = capped ? modelMidnight(this.workspace.time_zone, last) : -Infinity;
    return { status: 'queued', reason: 'eligible', until: Math.max(since, gap, freed) };
  }

  active(list: ModelList): readonly ModelMembership[] {
    return this.memberships.filter((membership) => membership.list === list && membership.removed === null);
  }

  membershipOf(contact: ModelContact, list: ModelList): ModelMembership | undefined {
    return this.active(list).find((membership) => membership.contact === contact);
  }
}
