import { instant } from '#kernel';
import {
  afterDispatch,
  afterDisposition,
  afterEnd,
  afterReset,
  barredUntil,
  type CallResult,
  type ContactCap,
  type DialingFacts,
  dueOf,
  isEligible,
  laneKey,
  type LaneName,
  laneOf,
  type Moment,
  NO_CALLS,
  ownerUntil,
  type Placed,
  type QueuePosition,
  queuePosition,
  type Subject,
  windowsEnd,
} from '#eligibility';
import {
  type Cursors,
  type EligibleMember,
  type EligibleMembers,
  FIRST_CURSORS,
  type Tier,
} from '../domain/queue/eligible-members.js';
import { barOf, callbackOf, limitsOf, momentOfModel, zonesOf } from './model-facts.js';
import type { ReferenceModel } from './reference-model/reference-model.js';
import type { ModelCall, ModelContact, ModelList } from './reference-model/state.js';

/** A member, or a contact without a list, as the domain sees it. */
export interface Watched extends EligibleMember {
  readonly subject: Subject<string>;
  /** null: no list. */
  readonly list: ModelList | null;
  readonly tier: Tier;
  readonly lane: LaneName;
  /** Its position in the queue's index since its last event or change of settings. */
  readonly position: QueuePosition;
}

/**
 * The domain beside the reference model. Of the model it takes the facts of the log (who is on which list, when calls
 * began and ended, the settings) and none of its conclusions: facts, queue positions and cursors are folded and kept
 * like rows.
 */
export class WatchedDialing {
  private readonly facts = new Map<string, DialingFacts>();
  private readonly positions = new Map<string, { readonly basis: string; readonly position: QueuePosition }>();
  private readonly seen = new Map<ModelCall, 'began' | 'ended' | 'disposed of'>();
  private readonly reset = new Set<ModelCall>();
  cursors: Cursors = FIRST_CURSORS;
  private turn = 0;
  /** Of lists that were dialed alone. */
  readonly cursorsOfLists = new Map<string, Cursors[Tier]>();
  private readonly cursorsOfGroups = new Map<string, Cursors>();

  constructor(private readonly model: ReferenceModel) {}

  get moment(): Moment {
    return momentOfModel(this.model);
  }

  /** Folds the events since the last call, and recomputes the queue positions that they concern. */
  catchUp(): void {
    this.resetFacts();
    for (const call of this.model.calls) {
      if (call.number === null) continue;
      const key = keyOf(call.contact, call.list);
      const dispatchedAt = instant(call.dispatched_at);
      if (!this.seen.has(call)) {
        this.facts.set(key, afterDispatch(this.factsOf(key), dispatchedAt));
        this.moveCursor(call);
        this.seen.set(call, 'began');
      }
      if (this.seen.get(call) === 'began' && call.ended_at !== null) {
        const end = { call_id: call.id, dispatched_at: dispatchedAt, result: call.result as CallResult };
        this.facts.set(key, afterEnd(this.factsOf(key), end, instant(call.ended_at)));
        this.seen.set(call, 'ended');
      }
      const disposition = call.outcomes.find(({ type }) => type === 'disposition');
      if (this.seen.get(call) !== 'ended' || !disposition) continue;
      this.facts.set(key, afterDisposition(this.factsOf(key), call.id, disposition.retry_seconds));
      this.seen.set(call, 'disposed of');
    }
    this.all();
  }

  private moveCursor({ snapshot, number, callback }: ModelCall): void {
    if (callback) return;
    const { dial_group_id: group, smart_list_id: list } = snapshot!['scope'] as Record<string, string | null>;
    const tier = (snapshot!['priority'] ?? 'unlisted') as Tier;
    const moved = { [laneKey(snapshot!['lane'] as LaneName)]: { number: number!, turn: (this.turn += 1) } };
    const after = (cursors: Cursors): Cursors => ({ ...cursors, [tier]: { ...cursors[tier], ...moved } });
    if (list) this.cursorsOfLists.set(list, { ...this.cursorsOfLists.get(list), ...moved });
    else if (group) this.cursorsOfGroups.set(group, after(this.cursorsOfGroup(group)));
    else this.cursors = after(this.cursors);
  }

  cursorsOfGroup(groupId: string): Cursors {
    return this.cursorsOfGroups.get(groupId) ?? FIRST_CURSORS;
  }

  /** A reset concerns all calls up to then of a contact from a list: those that began were seen before. */
  private resetFacts(): void {
    const reset = this.model.calls.filter((call) => call.was_reset && !this.reset.has(call));
    const keys = new Set(reset.map(({ contact, list }) => keyOf(contact, list)));
    for (const key of keys) this.facts.set(key, afterReset(this.factsOf(key)));
    for (const call of reset) this.reset.add(call);
  }

  /** Every newest membership of a live list and every contact. */
  all(): readonly Watched[] {
    const { lists, contacts, workspace, memberships } = this.model;
    const members = lists
      .filter(({ live }) => live)
      .flatMap((list) => this.model.members(list.id))
      .map(({ contact, list, number, removed, added_at }) =>
        this.watched(contact, list, { limits: limitsOf(list), removed, addedAt: instant(added_at) }, number),
      );
    const unlisted = contacts.map((contact) => {
      const listed = memberships.some((one) => one.contact === contact && one.removed === null);
      const removed = contact.live ? (listed ? 'listed' : null) : 'contact_deleted';
      const addedAt = instant(contact.created_at);
      return this.watched(contact, null, { limits: limitsOf(workspace.unlisted), removed, addedAt }, contact.number);
    });
    return [...members, ...unlisted];
  }

  /** As in a pick over the queue's rows: candidates by their positions, each verified. */
  get eligible(): EligibleMembers<Watched> {
    const [all, now] = [this.all(), this.model.now];
    return {
      callbacks: (limit) => this.callbacks().slice(0, limit),
      lanes: (tier) => {
        const names = all.filter((one) => one.tier === tier).map(({ lane }) => lane);
        const lanes = new Map(names.map((name) => [laneKey(name), { tier, name, key: laneKey(name) }]));
        return [...lanes.values()];
      },
      prepare: () => undefined,
      above: ({ tier, key }, above, limit) =>
        all
          .filter((one) => one.tier === tier && laneKey(one.lane) === key && one.number > above)
          .filter((one) => isOpen(one.position, now))
          .filter((one) => one.list !== null || this.model.workspace.unlisted.enabled)
          .filter(({ subject }) => !subject.facts.callback)
          .filter(({ subject }) => isEligible(subject, this.moment))
          .sort((a, b) => a.number - b.number)
          .slice(0, limit),
      mayFollow: ({ contact_id }, picked) => this.mayFollow(contact_id, picked),
    };
  }

  /** Those that a request takes that names no agent, in its order. */
  private callbacks(): readonly Watched[] {
    const sinceOf = ({ subject }: Watched): number => {
      const due = dueOf(subject, this.moment);
      return due === null ? Infinity : Date.parse(ownerUntil(subject.facts.callback!, due));
    };
    return this.all()
      .filter((one) => isOpen(one.position, this.model.now) && isEligible(one.subject, this.moment))
      .filter((one) => sinceOf(one) <= this.model.now)
      .sort((a, b) => sinceOf(a) - sinceOf(b) || a.number - b.number);
  }

  private watched(
    contact: ModelContact,
    list: ModelList | null,
    about: Pick<Subject<string>, 'limits' | 'removed' | 'addedAt'>,
    number: number,
  ): Watched {
    const facts = { ...this.factsOf(keyOf(contact, list)), callback: callbackOf(this.model, contact, list) };
    const callInFlight = this.model.callInFlight(contact)?.id ?? null;
    const bar = barOf(this.model, contact);
    const placed = { ...facts, barred_until: barredUntil(bar), zones: '' };
    const attempts = this.attemptsOver(contact);
    const cap = windowsEnd(attempts, this.moment.contactWindows);
    const position = this.positionOf(keyOf(contact, list), placed, { ...about, cap });
    const tier = (list?.priority ?? 'unlisted') as Tier;
    const subject = { ...about, bar, callInFlight, attempts, zones: zonesOf(this.model, contact), facts };
    const lane = laneOf(about.limits, subject.zones, this.moment);
    return { subject, list, tier, lane, position, number, contact_id: contact.id, attempt_count: facts.attempt_count };
  }

  /** Computed at an event or a change of settings and kept until the next, like the index: time alone writes no row. */
  private positionOf(
    key: string,
    facts: Placed,
    { limits, removed, cap }: Pick<Subject<string>, 'limits' | 'removed'> & { readonly cap: ContactCap },
  ): QueuePosition {
    // No position depends on a pause.
    const { paused: _, ...placing } = limits;
    const basis = JSON.stringify([facts, placing, removed, this.moment.zone, cap]);
    const known = this.positions.get(key);
    if (known?.basis === basis) return known.position;
    const position = queuePosition(facts, limits, removed === null, this.moment, cap);
    this.positions.set(key, { basis, position });
    return position;
  }

  /** Milliseconds of the attempts over all lists, oldest first: the windows of the workspace count them. */
  private attemptsOver(contact: ModelContact): readonly number[] {
    if (this.moment.contactWindows === null) return [];
    return this.model.attemptsOverAllLists(contact).map(({ dispatched_at }) => dispatched_at);
  }

  private mayFollow(contactId: string, picked: ReadonlySet<string>): boolean {
    const contactOf = (wanted: string) => this.model.contacts.find(({ id }) => id === wanted)!;
    const own = contactOf(contactId);
    const alike = [...picked].filter((other) => contactOf(other).phone === own.phone).map(() => this.model.now);
    const end = windowsEnd([...this.attemptsOver(own), ...alike], this.moment.contactWindows);
    return end === null || Date.parse(end) <= this.model.now;
  }

  private factsOf(key: string): DialingFacts {
    return this.facts.get(key) ?? NO_CALLS;
  }
}

/** Ready, or waiting for an instant that has passed. */
export function isOpen({ state, due }: QueuePosition, now: number): boolean {
  return state === 'ready' || (state !== 'out' && due <= now);
}

const keyOf = (contact: ModelContact, list: ModelList | null): string => `${contact.id} ${list?.id ?? ''}`;
