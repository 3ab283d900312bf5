import type { DomainEvent } from '#kernel';

interface ContactOutline {
  isLive: boolean;
  /** An erasure has begun and is not completed. */
  isErasing: boolean;
  readonly lists: Set<string>;
}

interface CallOutline {
  readonly id: string;
  readonly contact: string;
  /** Null: it was registered. */
  readonly list: string | null;
  state: 'in_progress' | 'ended' | 'completed';
  isErased: boolean;
}

/** How things stand in a history, as far as it matters for what may happen next. */
export class Outline {
  readonly contacts = new Map<string, ContactOutline>();
  readonly calls: CallOutline[] = [];

  lastCallOf(contactId: string): CallOutline | undefined {
    return this.calls.findLast(({ contact }) => contact === contactId);
  }

  happen({ type, data: anything }: DomainEvent): void {
    const data = anything as Readonly<Record<string, string>>;
    const contact = this.contacts.get(data['contact_id'] ?? '');
    const call = this.calls.find(({ id }) => id === data['call_id']);
    if (type === 'ContactImported') {
      this.contacts.set(data['contact_id']!, { isLive: true, isErasing: false, lists: new Set() });
    }
    if (type === 'ContactDeleted') contact!.isLive = false;
    if (type === 'ContactErased') contact!.isErasing = true;
    if (type === 'ContactErasureCompleted') contact!.isErasing = false;
    if (type === 'MemberAdded') contact!.lists.add(data['smart_list_id']!);
    if (type === 'MemberRemoved') this.remove(anything as Removal);
    if (type === 'CallDispatched' || type === 'CallRegistered') {
      const begun = { id: data['call_id']!, contact: data['contact_id']!, list: data['smart_list_id'] ?? null };
      this.calls.push({ ...begun, state: 'in_progress', isErased: false });
    }
    if (type === 'CallEnded') call!.state = 'ended';
    if (type === 'CallCompleted') call!.state = 'completed';
    if (type === 'CallsErased') {
      for (const each of this.calls) if (each.contact === data['contact_id']) each.isErased = true;
    }
  }

  private remove({ lists, contacts }: Removal): void {
    for (const { contact_id, lists: left } of contacts) {
      for (const index of left) this.contacts.get(contact_id)?.lists.delete(lists[index]!);
    }
  }
}

interface Removal {
  readonly lists: readonly string[];
  readonly contacts: readonly { readonly contact_id: string; readonly lists: readonly number[] }[];
}
