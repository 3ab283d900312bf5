import type { Ask, Client, Random, Told } from '../world.js';

/**
 * What requests have brought to light: the ids that later requests name. Ids of what was deleted stay, so that some
 * name what is gone.
 */
export class Known {
  readonly lists: string[] = [];
  readonly outcomes: string[] = [];
  readonly groups: string[] = [];
  readonly hours: string[] = [];
  readonly contacts: string[] = [];
  readonly calls: string[] = [];
  readonly deliveries: string[] = [];
  readonly endpoints: string[] = [];
  /** Contacts that were erased, the last one last. */
  readonly erased: string[] = [];
  readonly keys: { readonly id: string; readonly secret: string }[] = [];
  readonly versions = new Map<string, string>();
  private names = 0;

  constructor(private readonly random: Random) {}

  /** One of them, newer ones rather; where there is none, an id that names nothing. */
  one(kind: 'lists' | 'outcomes' | 'contacts' | 'calls' | 'deliveries' | 'endpoints' | 'groups' | 'hours'): string {
    const ids = this[kind];
    if (ids.length === 0 || this.random.chance(0.01)) return NOTHING;
    const newest = Math.min(ids.length, 12);
    return this.random.chance(0.8) ? ids[ids.length - 1 - this.random.below(newest)]! : this.random.pick(ids);
  }

  some(kind: 'lists' | 'contacts', most: number): readonly string[] {
    return Array.from({ length: 1 + this.random.below(most) }, () => this.one(kind));
  }

  /** A name for a list, now and then one that another list has. */
  name(): string {
    if (!this.random.chance(0.05)) this.names += 1;
    return `list ${this.names}`;
  }

  /** Sends a request, with the first key, which may do everything, if it names none; and learns from the answer. */
  async ask(client: Client, ask: Ask): Promise<Told> {
    const told = await client.request({ ...ask, key: ask.key ?? this.keys[0]!.secret });
    this.learn(told);
    return told;
  }

  /** Learns the ids that an answer shows. */
  learn(told: Told): void {
    if (told.kind !== 'answered' || told.status >= 300) return;
    const body = told.body as Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
    this.add(this.lists, body['smart_list']?.['smart_list_id']);
    this.add(this.outcomes, body['outcome']?.['outcome_id']);
    this.add(this.groups, body['dial_group']?.['dial_group_id']);
    this.add(this.hours, body['calling_hours']?.['calling_hours_id']);
    this.add(this.calls, body['call']?.['call_id']);
    this.add(this.endpoints, body['webhook_endpoint']?.['endpoint_id']);
    if (body['erased_at']) this.erased.push(body['contact_id'] as unknown as string);
    this.add(this.deliveries, body['delivery_id'] as unknown as string | undefined);
    const { calls = [], contacts = [] } = told.body as {
      readonly calls?: readonly { readonly call_id: string }[];
      readonly contacts?: readonly { readonly contact_id: string }[];
    };
    for (const { call_id } of calls) this.add(this.calls, call_id);
    for (const { contact_id } of contacts) this.add(this.contacts, contact_id);
    const etag = told.headers['etag'];
    const id =
      body['smart_list']?.['smart_list_id'] ??
      body['outcome']?.['outcome_id'] ??
      body['dial_group']?.['dial_group_id'] ??
      body['calling_hours']?.['calling_hours_id'];
    if (etag !== undefined && id !== undefined) this.versions.set(id, etag);
  }

  private add(ids: string[], id: string | null | undefined): void {
    if (id && !ids.includes(id)) ids.push(id);
  }
}

/** An id that names nothing. */
const NOTHING = '00000000-0000-4000-8000-00000000dead';
