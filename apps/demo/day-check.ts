import type { Call } from './api.js';
import { isOpen } from './calling-hours.js';
import type { SeedData } from './seed-data.js';
import { localTime } from './simulated-time.js';

/** For how long a callback is kept for the agent who agreed on it. */
export const OWNER_SECONDS = 900;

/** What has become of the callbacks that were agreed on. Those to come were not dialed yet. */
export interface CallbackCounts {
  readonly keptByOwner: number;
  readonly keptByOthers: number;
  readonly toCome: number;
}

interface Agreed {
  readonly at: number;
  readonly owner: string;
}

/** What came of a call. */
export interface EndedCall {
  /** `lost`: no dialer ended it. */
  readonly result: string;
  readonly disposition?: string | undefined;
  /** The instant that a callback was agreed for. */
  readonly callbackAt?: string | undefined;
}

/**
 * Judges each dispatch of the service by what the demo knows of its contacts, hours and callbacks: it is told of the
 * calls and asks the service nothing.
 */
export class DayCheck {
  /** One sentence for each dispatch that was wrong. */
  readonly violations: string[] = [];
  private checked = 0;
  private keptByOwner = 0;
  private keptByOthers = 0;
  /** By contact. */
  private readonly agreed = new Map<string, Agreed>();
  /** Contacts that may have a call in flight: the demo does not see when a lease or a wrap-up time is over. */
  private readonly busy = new Set<string>();
  /** Contacts whose number is in the do-not-call register. */
  private readonly barred = new Set<string>();
  /** Calls from the list of callbacks, by contact. */
  private readonly attempts = new Map<string, number>();

  constructor(private readonly seedData: SeedData) {}

  get callbacks(): CallbackCounts {
    return { keptByOwner: this.keptByOwner, keptByOthers: this.keptByOthers, toCome: this.agreed.size };
  }

  /** A call was dispatched to an agent. */
  dispatched(agent: string, call: Call): void {
    this.checked += 1;
    const { contact_id: contactId, smart_list_id: listId, dispatched_at: at } = call;
    const callbackList = this.seedData.callbackList;
    if (!this.isOpenFor(contactId, listId, at)) this.violated(call, 'outside of the calling hours of the contact');
    const promise = this.agreed.get(contactId);
    if (call.snapshot.callback_at !== null) this.callbackDispatched(agent, call, promise);
    else {
      if (promise && listId === callbackList) this.violated(call, 'before its callback, from the list that bears it');
      const passedOver = [...this.agreed].find(([other]) => this.couldHaveHad(agent, other, at));
      if (passedOver) this.violated(call, `while ${this.nameOf(passedOver[0])} had a callback for ${agent}`);
    }
    this.busy.add(contactId);
    if (listId === callbackList) this.attempts.set(contactId, (this.attempts.get(contactId) ?? 0) + 1);
  }

  /** An agent has finished with a call. */
  ended(agent: string, { contact_id: contactId }: Call, { disposition, callbackAt }: EndedCall): void {
    if (disposition !== undefined) this.busy.delete(contactId);
    if (disposition === 'Do not call again') this.barred.add(contactId);
    if (callbackAt !== undefined) this.agreed.set(contactId, { at: Date.parse(callbackAt), owner: agent });
  }

  /** What was checked, in sentences. */
  report(): readonly string[] {
    const { keptByOwner, keptByOthers, toCome } = this.callbacks;
    return [
      `${this.checked} calls, each in the calling hours of its list by the clock where the contact is;`,
      `${keptByOwner} callbacks went to the agent who agreed on them, ${keptByOthers} to others, ` +
        `${OWNER_SECONDS / 60} minutes later or more; ${toCome} are to come;`,
      'no agent was given another call while a callback was due that could be dialed.',
    ];
  }

  private callbackDispatched(agent: string, call: Call, promise: Agreed | undefined): void {
    if (!promise) return this.violated(call, 'as a callback that nobody agreed on');
    const at = Date.parse(call.dispatched_at);
    if (at < promise.at) this.violated(call, 'before the time of its callback');
    else if (at < takenFrom(promise, agent)) this.violated(call, `by ${agent} instead of ${promise.owner}`);
    if (agent === promise.owner) this.keptByOwner += 1;
    else this.keptByOthers += 1;
    this.agreed.delete(call.contact_id);
  }

  /** Whether an agent had to be given the callback of a contact at an instant. */
  private couldHaveHad(agent: string, contactId: string, at: string): boolean {
    const { callbackList, callbacksPerDay } = this.seedData;
    return (
      takenFrom(this.agreed.get(contactId)!, agent) <= Date.parse(at) &&
      this.isOpenFor(contactId, callbackList, at) &&
      !this.busy.has(contactId) &&
      !this.barred.has(contactId) &&
      (this.attempts.get(contactId) ?? 0) < callbacksPerDay
    );
  }

  private isOpenFor(contactId: string, listId: string | null, at: string): boolean {
    const hours = listId === null ? undefined : this.seedData.hours.get(listId);
    return hours === undefined || isOpen(hours, this.seedData.places.get(contactId)!.timeZone, at);
  }

  private violated({ contact_id, dispatched_at }: Call, how: string): void {
    this.violations.push(`${this.nameOf(contact_id)} was dialed at ${localTime(dispatched_at)} ${how}.`);
  }

  private nameOf(contactId: string): string {
    return this.seedData.people.get(contactId) ?? contactId;
  }
}

/** The first instant at which an agent may take a callback. */
function takenFrom({ at, owner }: Agreed, agent: string): number {
  return agent === owner ? at : at + OWNER_SECONDS * 1_000;
}
