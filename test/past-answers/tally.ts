import type { Position } from '#kernel';
import type { ClockedService } from '../dialing/support/clocked-service.js';
import { START } from '../support/log.js';

/** The events of the log as it grows: how many there are of each type, and who was erased. */
export class Tally {
  readonly types = new Map<string, number>();
  events = 0;
  private head: Position = START;
  private readonly contacts = new Set<string>();
  /** Ids of deliveries by their contact. */
  private readonly deliveries = new Map<string, string[]>();

  constructor(private readonly clocked: ClockedService) {}

  /** Counts what was written since. */
  async count(): Promise<void> {
    const events = await this.clocked.service.log.after(this.head);
    for (const { type, data, position } of events) {
      this.head = position;
      this.types.set(type, (this.types.get(type) ?? 0) + 1);
      const { contact_id: contact, delivery_id: delivery } = data as Readonly<Record<string, string>>;
      if (type === 'ContactErased') this.contacts.add(contact!);
      if (type === 'DeliveryRequested')
        this.deliveries.set(contact!, [...(this.deliveries.get(contact!) ?? []), delivery!]);
    }
    this.events += events.length;
  }

  /** Contacts that were erased, and the deliveries about them. */
  get erased(): { readonly contacts: ReadonlySet<string>; readonly deliveries: ReadonlySet<string> } {
    const deliveries = [...this.contacts].flatMap((contact) => this.deliveries.get(contact) ?? []);
    return { contacts: this.contacts, deliveries: new Set(deliveries) };
  }
}
