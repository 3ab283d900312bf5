import { modelDate, modelMidnight } from './calendar.js';
import { ModelRegister } from './register.js';
import {
  type ModelCall,
  type ModelCallback,
  type ModelContact,
  type ModelLimits,
  type ModelList,
  type ModelMembership,
  type ModelOutcome,
  type ModelScope,
  type ModelWindow,
  ModelWorkspace,
  NAIVE_TIERS,
} from './state.js';

/** A member as the API shows it. `until` is schedule_time. */
export interface ModelStanding {
  readonly status: string;
  readonly reason: string;
  readonly until: number | null;
}

export interface ModelPick {
  readonly contact: ModelContact;
  /** null: no list. */
  readonly list: ModelList | null;
  readonly number: number;
  readonly attempt_number: number;
  /** null: it was picked in its tier. */
  readonly callback: ModelCallback | null;
}

const HOUR = 3_600_000;

/** "An attempt dispatched at d is in the window at t if t − hours < d ≤ t." */
export function attemptsWithin(times: readonly number[], { hours }: ModelWindow, t: number): number {
  return times.filter((d) => t - hours * HOUR < d && d <= t).length;
}

/** The id of what a dispatch dialed, a list or a group; null: the whole workspace. */
function scopeOf(snapshot: Readonly<Record<string, unknown>>): string | null {
  const { dial_group_id, smart_list_id } = (snapshot['scope'] ?? {}) as Record<string, string | null | undefined>;
  return dial_group_id ?? smart_list_id ?? null;
}

/** What a call says of the scope of its request. */
export function showScope(scope: ModelScope): Record<'dial_group_id' | 'smart_list_id', string | null> {
  const id = scope?.id ?? null;
  return isOneList(scope) ? { dial_group_id: null, smart_list_id: id } : { dial_group_id: id, smart_list_id: null };
}

const isOneList = (scope: ModelScope): scope is ModelList => scope !== null && 'priority' in scope;

/** Highest first; null: contacts without a list, which belong to no group. */
function tiersOf(scope: ModelScope): readonly (string | null)[] {
  if (scope === null) return [...NAIVE_TIERS, null];
  return isOneList(scope) ? [scope.priority] : NAIVE_TIERS;
}

/** Whether a scope has a list; null: none. */
function hasList(scope: ModelScope, list: ModelList | null): boolean {
  if (scope === null) return true;
  return list !== null && (isOneList(scope) ? scope === list : scope.lists.includes(list));
}

/**
 * The rules of docs/reference/dialing-rules.md on who may be dialed, in its order and its words, by a scan over every
 * contact and every call. Changes nothing.
 */
export class ModelRules {
  readonly workspace = new ModelWorkspace();
  readonly contacts: ModelContact[] = [];
  readonly lists: ModelList[] = [];
  readonly memberships: ModelMembership[] = [];
  /** In the order of their dispatch. */
  readonly calls: ModelCall[] = [];
  readonly outcomes: ModelOutcome[] = [];
  readonly register = new ModelRegister();
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

  standing(membership: ModelMembership): ModelStanding {
    const { list, contact } = membership;
    if (membership.removed !== null) return { status: 'removed', reason: membership.removed, until: null };
    return this.gates(contact, list, list, membership.added_at);
  }

  /** From the second gate of the table on. */
  gates(contact: ModelContact, list: ModelList | null, limits: ModelLimits, since: number): ModelStanding {
    const { max_attempts_per_day: daily, max_attempts_total: total } = limits;
    const midnight = modelMidnight(this.workspace.time_zone, this.now);
    const gap = this.gapEnd(contact, list, limits);
    const windows = this.windowEnd(contact, list, limits);
    const over = this.contactEnd(contact);
    if (this.register.entry(contact.phone, this.now)) return { status: 'frozen', reason: 'do_not_call', until: null };
    if (this.workspace.dialing_paused_at !== null) return { status: 'frozen', reason: 'dialing_paused', until: null };
    if (list?.paused) return { status: 'frozen', reason: 'list_paused', until: null };
    if (daily === 0 || total === 0) return { status: 'frozen', reason: 'cap_zero', until: null };
    if (this.callInFlight(contact)) return { status: 'in_call', reason: 'call_in_progress', until: null };
    if (total !== null && this.attemptCount(contact, list) >= total)
      return { status: 'completed', reason: 'total_cap_reached', until: null };
    const callback = this.callbackOf(contact, list);
    const due = callback && this.due(callback, contact, list!);
    if (callback && callback.at > this.now) return { status: 'waiting', reason: 'callback_scheduled', until: due };
    if (daily !== null && this.attemptsOnDayOf(contact, list, this.now) >= daily)
      return { status: 'waiting', reason: 'daily_cap_reached', until: Math.max(midnight, windows, over, gap) };
    if (windows > this.now)
      return { status: 'waiting', reason: 'window_cap_reached', until: Math.max(windows, over, gap) };
    if (over > this.now) return { status: 'waiting', reason: 'contact_cap_reached', until: Math.max(over, gap) };
    if (gap > this.now) return { status: 'waiting', reason: 'retry_gap', until: gap };
    if (callback) return { status: 'queued', reason: 'callback_due', until: due };
    const last = this.lastAttempt(contact, list);
    const capped = last !== null && daily !== null && this.attemptsOnDayOf(contact, list, last) >= daily;
    const freed = capped ? modelMidnight(this.workspace.time_zone, last) : -Infinity;
    return { status: 'queued', reason: 'eligible', until: Math.max(since, gap, freed) };
  }

  /** "Setting what is set changes nothing." */
  pauseDialing(isToPause: boolean): this {
    const { dialing_paused_at: since } = this.workspace;
    this.workspace.dialing_paused_at = isToPause ? (since ?? this.now) : null;
    return this;
  }

  active(list: ModelList): readonly ModelMembership[] {
    return this.memberships.filter((membership) => membership.list === list && membership.removed === null);
  }

  membershipOf(contact: ModelContact, list: ModelList): ModelMembership | undefined {
    return this.active(list).find((membership) => membership.contact === contact);
  }

  /**
   * "A cursor starts at −1 … the tier's cursor becomes that number": that of the last call dispatched at this priority;
   * null: from no list. A cursor belongs to the scope and the tier, "in the scope of one list to the list", whatever
   * its priority.
   */
  cursor(priority: string | null, scope: ModelScope = null): number {
    const last = this.calls.findLast(({ number, snapshot }) => {
      // "No cursor moves" where a callback is dispatched.
      if (number === null || (snapshot!['callback_at'] ?? null) !== null || scopeOf(snapshot!) !== (scope?.id ?? null))
        return false;
      return isOneList(scope) || snapshot!['priority'] === priority;
    });
    return last?.number ?? -1;
  }

  /**
   * One pick. Contacts `taken` are in a call already, and `moved` has other cursors: the effects of earlier picks of
   * the same request. In the scope of a list or a group the members of its lists alone are picked.
   */
  pick(
    taken: ReadonlySet<ModelContact>,
    moved: ReadonlyMap<string | null, number>,
    scope: ModelScope = null,
    agent: string | null = null,
  ): ModelPick | undefined {
    const promised = this.callbacks(scope, agent).find(
      ({ contact }) => !taken.has(contact) && this.mayFollow(contact, taken),
    );
    if (promised) return promised;
    for (const tier of tiersOf(scope)) {
      const tiered = tier === null ? this.eligibleWithoutList() : this.eligibleOf(tier);
      const all = tiered.filter(({ list }) => hasList(scope, list));
      const left = all.filter(({ contact }) => !taken.has(contact) && this.mayFollow(contact, taken));
      const eligible = left.sort((a, b) => a.number - b.number);
      const cursor = moved.get(tier) ?? this.cursor(tier, scope);
      const found = eligible.find(({ number }) => number > cursor) ?? eligible[0];
      if (found) return this.picked(found, null);
    }
    return undefined;
  }

  /** "A pick counts for those after it in the request, also for another contact with its number." */
  private mayFollow(contact: ModelContact, taken: ReadonlySet<ModelContact>): boolean {
    const times = this.attemptsOverAllLists(contact).map(({ dispatched_at }) => dispatched_at);
    for (const { phone } of taken) if (phone === contact.phone) times.push(this.now);
    const windows = this.workspace.contact_windows ?? [];
    return windows.every((window) => attemptsWithin(times, window, this.now) < window.attempts);
  }

  private picked(
    { contact, list, number }: Pick<ModelPick, 'contact' | 'list' | 'number'>,
    callback: ModelCallback | null,
  ): ModelPick {
    return { contact, list, number, callback, attempt_number: this.attemptCount(contact, list) + 1 };
  }

  /** "The one that this request may take since longest, of two alike the smaller number." */
  private callbacks(scope: ModelScope, agent: string | null): readonly ModelPick[] {
    const promised = this.memberships.flatMap((membership) => {
      const { callback, contact, list } = membership;
      if (!callback || !list.live || !hasList(scope, list) || this.standing(membership).status !== 'queued') return [];
      const isOwn = agent !== null && callback.agent === agent;
      const since = this.due(callback, contact, list) + (isOwn ? 0 : callback.owner_seconds * 1_000);
      return since <= this.now ? [{ since, membership, callback }] : [];
    });
    promised.sort((a, b) => a.since - b.since || a.membership.number - b.membership.number);
    return promised.map(({ membership, callback }) => this.picked(membership, callback));
  }

  /** "A request for n takes n picks in a row at the same instant." */
  picks(n: number, scope: ModelScope = null, agent: string | null = null): readonly ModelPick[] {
    const taken = new Set<ModelContact>();
    const moved = new Map<string | null, number>();
    const picks: ModelPick[] = [];
    while (picks.length < n) {
      const pick = this.pick(taken, moved, scope, agent);
      if (!pick) break;
      taken.add(pick.contact);
      if (!pick.callback) moved.set(pick.list?.priority ?? null, pick.number);
      picks.push(pick);
    }
    return picks;
  }

  private eligibleOf(priority: string): Omit<ModelPick, 'attempt_number' | 'callback'>[] {
    return this.memberships
      .filter(({ callback }) => callback === null)
      .filter((each) => each.list.live && each.list.priority === priority && this.standing(each).status === 'queued')
      .map(({ contact, list, number }) => ({ contact, list, number }));
  }

  private eligibleWithoutList(): Omit<ModelPick, 'attempt_number' | 'callback'>[] {
    if (!this.workspace.unlisted.enabled) return [];
    return this.contacts
      .filter((contact) => contact.live && !this.memberships.some((m) => m.contact === contact && m.removed === null))
      .filter((contact) => this.gates(contact, null, this.workspace.unlisted, 0).status === 'queued')
      .map((contact) => ({ contact, list: null, number: contact.number }));
  }
}
