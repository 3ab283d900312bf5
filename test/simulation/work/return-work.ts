import type { Client, Random, Told, World } from '../world.js';
import type { Known } from './known.js';
import { phoneOf } from './operations.js';

/** Milliseconds until a contact whose erasure is under way is imported once more, at most. */
const AGAIN_MS = 300;
/** Imports until the erasure is taken for one that a store keeps from its end. */
const MAX_IMPORTS = 12;
/** Changes of a contact before its erasure, and after its return: each may go through another process. */
const [CHANGES_BEFORE, CHANGES_AFTER] = [2, 1];

/**
 * Contacts that are erased and come back at once: one client changes them, which takes their keys into the caches of
 * the processes that it meets, and erases them; another one imports them again as soon as that is done. What a process
 * then seals with a cached key is lost.
 */
export class ReturnWork {
  private readonly before: Client;
  private readonly after: Client;

  constructor(
    private readonly world: World,
    private readonly known: Known,
    private readonly random: Random,
  ) {
    this.before = world.client('client who erases');
    this.after = world.client('client who imports again');
  }

  /** @param withinMs each return begins within so many milliseconds after the one before */
  async run(returns: number, withinMs: number): Promise<void> {
    for (let n = 0; n < returns; n += 1) {
      await this.world.sleep(this.random.below(withinMs));
      await this.eraseAndImport(this.random.pick(this.known.contacts));
    }
  }

  private async eraseAndImport(contactId: string): Promise<void> {
    for (let n = 0; n < CHANGES_BEFORE; n += 1) await this.import(this.before, contactId);
    const erased = await this.known.ask(this.before, { method: 'POST', path: `/contacts/${contactId}/erase` });
    // It is in a call, or nobody knows.
    if (!isSuccess(erased)) return;
    for (let n = 0; n < MAX_IMPORTS; n += 1) {
      await this.world.sleep(this.random.below(AGAIN_MS));
      if (!isSuccess(await this.import(this.after, contactId))) continue;
      for (let more = 0; more < CHANGES_AFTER; more += 1) await this.import(this.after, contactId);
      return;
    }
  }

  private import(client: Client, contact_id: string): Promise<Told> {
    const contacts = [{ contact_id, phone: phoneOf(this.random.below(40)) }];
    return this.known.ask(client, { method: 'POST', path: '/contacts/batch', body: { contacts } });
  }
}

const isSuccess = (told: Told): boolean => told.kind === 'answered' && told.status < 300;
