import type { HoursFields, ModelHours } from './hours.js';
import { ModelRules } from './rules.js';
import {
  LIST_DEFAULTS,
  type ModelCall,
  type ModelContact,
  type ModelList,
  type ModelMembership,
  type ModelSettings,
  Refused,
} from './state.js';

/** A contact as a batch names it. */
export type ModelReference = { readonly contact_id: string } | { readonly phone: string };

/** A contact as an import brings it. Absent: as it was. */
export interface ContactItem {
  readonly contact_id?: string;
  readonly phone: string;
  readonly name?: string | null;
  readonly time_zone?: string | null;
}

export const open = (call: ModelCall): boolean => call.completed_at === null;

/** Contacts, lists and memberships of the reference model, the waterfall among them. */
export class ModelLists extends ModelRules {
  private numbers = 0;
  private ids = 0;

  /** Ids that the workspace assigns. */
  constructor(
    protected readonly newId: () => string = () =>
      `00000000-0000-7000-8000-${String((this.ids += 1)).padStart(12, '0')}`,
  ) {
    super();
  }

  // ---- contacts ----

  importContacts(items: readonly ContactItem[]): ModelContact[] {
    return items.map(({ contact_id, phone, name, time_zone }) => {
      const known = this.contacts.find(({ id }) => id === contact_id);
      if (known) {
        // "Imported again under its old number, with nothing else of its past."
        if (!known.live) known.time_zone = null;
        if (time_zone !== undefined) known.time_zone = time_zone;
        known.live = true;
        known.erased_at = null;
        known.phone = phone;
        if (name !== undefined) known.name = name;
        return known;
      }
      const id = contact_id ?? this.newId();
      const fresh = {
        id,
        phone,
        name: name ?? null,
        time_zone: time_zone ?? null,
        number: (this.numbers += 1),
        live: true,
        created_at: this.now,
        erased_at: null,
      };
      this.contacts.push(fresh);
      return fresh;
    });
  }

  contact(id: string): ModelContact {
    const found = this.contacts.find((contact) => contact.id === id && contact.live);
    if (!found) throw new Refused('not_found');
    return found;
  }

  patchContact(id: string, changes: Partial<Pick<ModelContact, 'phone' | 'name' | 'time_zone'>>): ModelContact {
    return Object.assign(this.contact(id), changes);
  }

  deleteContact(id: string): void {
    const contact = this.contact(id);
    contact.live = false;
    this.endMemberships([contact], this.lists, 'contact_deleted');
  }

  /** "If several contacts share a phone, the one imported first that still exists is meant." */
  resolve(reference: ModelReference): ModelContact | undefined {
    const live = this.contacts.filter((contact) => contact.live);
    return 'phone' in reference
      ? live.find(({ phone }) => phone === reference.phone)
      : live.find(({ id }) => id === reference.contact_id);
  }

  // ---- lists ----

  list(id: string): ModelList {
    const found = this.lists.find((list) => list.id === id && list.live);
    if (!found) throw new Refused('not_found');
    return found;
  }

  createList(settings: Partial<ModelSettings> & { name: string }, source = 'api'): ModelList {
    const list = { ...LIST_DEFAULTS, ...settings, id: this.newId(), source, live: true };
    this.checkNext(list.id, list.next_list_id);
    this.checkHours(list.calling_hours_id);
    this.lists.push(list);
    return list;
  }

  cloneList(id: string, name: string): ModelList {
    const { id: _, source: __, live: ___, ...settings } = this.list(id);
    return this.createList({ ...settings, name }, 'clone');
  }

  patchList(id: string, changes: Partial<ModelSettings>): ModelList {
    const list = this.list(id);
    if (changes.next_list_id !== undefined) this.checkNext(id, changes.next_list_id);
    this.checkHours(changes.calling_hours_id ?? null);
    const old = list.max_attempts_total;
    Object.assign(list, changes);
    const cap = list.max_attempts_total;
    if (cap !== null && cap > 0 && (old === null || old > cap)) this.exhaust(list, old, cap);
    return list;
  }

  /** "Its next_list_id is cleared" in the lists that lead to it, and its memberships end. */
  deleteList(id: string): void {
    const list = this.list(id);
    list.live = false;
    for (const other of this.lists) if (other.next_list_id === id) other.next_list_id = null;
    this.endMemberships(this.contacts, [list], 'list_deleted');
  }

  /** null: none. */
  protected checkHours(id: string | null): void {
    if (id !== null && !this.hours.named(id)) throw new Refused('invalid_reference');
  }

  createHours(fields: Partial<HoursFields>): ModelHours {
    return this.hours.create(this.newId(), fields);
  }

  /** "Calling hours that a list or the workspace names cannot be deleted." */
  deleteHours(id: string): void {
    const { lists, workspace } = this;
    const isNamed = [...lists.filter(({ live }) => live), workspace].some(
      ({ calling_hours_id }) => calling_hours_id === id,
    );
    this.hours.delete(id, isNamed);
  }

  private checkNext(id: string, next: string | null): void {
    if (next !== null && !this.lists.some((list) => list.id === next && list.live))
      throw new Refused('invalid_reference');
    for (let at = next; at !== null; at = this.list(at).next_list_id)
      if (at === id) throw new Refused('waterfall_cycle');
  }

  // ---- members ----

  addMembers(id: string, references: readonly ModelReference[]): Record<'inserted' | 'skipped' | 'unmatched', number> {
    const list = this.list(id);
    const { done, ...counts } = this.batch(references, (contact) => this.add(contact, list, 'api'));
    return { inserted: done, ...counts };
  }

  removeMembers(ids: readonly string[] | 'all', references: readonly ModelReference[]) {
    const lists = ids === 'all' ? this.lists : ids.map((id) => this.list(id));
    const { done, ...counts } = this.batch(references, (contact) =>
      this.endMemberships([contact], lists, 'removed_by_request'),
    );
    return { removed: done, ...counts };
  }

  resetMembers(id: string, references: readonly ModelReference[]): Record<'reset' | 'skipped' | 'unmatched', number> {
    const list = this.list(id);
    const { done, ...counts } = this.batch(references, (contact) => this.reset(contact, list));
    return { reset: done, ...counts };
  }

  /** "Of those who have used up their attempts by the settings of that moment, or of all." */
  resetList(id: string, completedOnly = true): { readonly smart_list_id: string; readonly reset: true } {
    const list = this.list(id);
    const least = completedOnly ? list.max_attempts_total || Infinity : 1;
    for (const { contact } of this.active(list))
      if (this.attemptCount(contact, list) >= least) this.reset(contact, list);
    return { smart_list_id: id, reset: true };
  }

  /** @returns whether there was anything to reset */
  private reset(contact: ModelContact, list: ModelList): boolean {
    if (!this.membershipOf(contact, list) || this.attemptCount(contact, list) === 0) return false;
    for (const call of this.callsFrom(contact, list)) call.was_reset = true;
    return true;
  }

  /**
   * "A reference that names a contact already named in the same batch is skipped; the same unknown reference twice is
   * unmatched twice."
   */
  private batch(references: readonly ModelReference[], act: (contact: ModelContact) => boolean) {
    const named = new Set<ModelContact>();
    const counts = { done: 0, skipped: 0, unmatched: 0 };
    for (const reference of references) {
      const contact = this.resolve(reference);
      if (!contact) counts.unmatched += 1;
      else if (named.has(contact) || !act(contact)) counts.skipped += 1;
      else counts.done += 1;
      if (contact) named.add(contact);
    }
    return counts;
  }

  protected add(contact: ModelContact, list: ModelList, source: string): boolean {
    if (this.membershipOf(contact, list)) return false;
    const number = (this.numbers += 1);
    this.memberships.push({ list, contact, number, source, added_at: this.now, removed: null, callback: null });
    return true;
  }

  /** @returns whether there was one to end */
  protected endMemberships(contacts: readonly ModelContact[], lists: readonly ModelList[], reason: string): boolean {
    const ended = this.memberships.filter(
      ({ removed, contact, list }) => removed === null && contacts.includes(contact) && lists.includes(list),
    );
    for (const membership of ended) Object.assign(membership, { removed: reason, callback: null });
    return ended.length > 0;
  }

  /** The newest membership of each contact that was ever on the list, in the order of their numbers. */
  members(id: string): readonly ModelMembership[] {
    const list = this.list(id);
    const all = this.memberships.filter((membership) => membership.list === list);
    return all.filter((one) => !all.some(({ contact, number }) => contact === one.contact && number > one.number));
  }

  /**
   * An exhausted member moves to the next list; if it is on that one already, it only leaves; without a next list it
   * stays.
   */
  protected fall(membership: ModelMembership): void {
    const next = this.lists.find((list) => list.live && list.id === membership.list.next_list_id);
    if (!next) return;
    Object.assign(membership, { removed: 'moved_by_waterfall', callback: null });
    this.add(membership.contact, next, 'waterfall');
  }

  /**
   * A lowered cap exhausts the members that reach it and had not reached the old one; those with an open call when that
   * completes.
   */
  private exhaust(list: ModelList, old: number | null, cap: number): void {
    const calling = ({ number }: ModelMembership) =>
      this.calls.some((call) => call.list === list && call.number === number && open(call));
    for (const membership of [...this.active(list)].sort((a, b) => a.number - b.number)) {
      const attempts = this.attemptCount(membership.contact, list);
      if (attempts >= cap && (old === null || attempts < old) && !calling(membership)) this.fall(membership);
    }
  }
}
