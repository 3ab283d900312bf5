import { ModelGroups } from './groups.js';
import {
  type ModelCall,
  type ModelCallback,
  type ModelContact,
  type ModelList,
  type ModelMembership,
  type ModelOutcome,
  Refused,
} from './state.js';

/** A callback as a request asks for it. */
export interface CallbackFields {
  readonly callback_at?: string | null;
  readonly callback_agent_id?: string | null;
  readonly callback_owner_seconds?: number | null;
}

const DAY = 86_400_000;

/** Callbacks of the reference model (docs/reference/dialing-rules.md#callbacks). */
export class ModelCallbacks extends ModelGroups {
  /** The callback of a member is set, or cleared. */
  changeMember(listId: string, contactId: string, fields: CallbackFields): ModelMembership {
    const wanted = this.wanted(fields);
    const list = this.list(listId);
    const membership = this.active(list).find(({ contact }) => contact.id === contactId);
    if (!membership) throw new Refused('not_found');
    if (wanted !== null) this.checkAhead(wanted);
    if (wanted !== null) this.checkAttempts(membership.contact, list);
    return Object.assign(membership, { callback: wanted });
  }

  /** "An instant in the past is taken as now." null: none is wanted. */
  protected wanted({ callback_at, callback_agent_id, callback_owner_seconds }: CallbackFields): ModelCallback | null {
    const agent = callback_agent_id ?? null;
    const [at, seconds] = [callback_at ?? null, callback_owner_seconds ?? null];
    if ((at === null && agent !== null) || (agent === null && seconds !== null)) throw new Refused('validation_failed');
    if (at === null) return null;
    return { at: Math.max(Date.parse(at), this.now), agent, owner_seconds: agent === null ? 0 : (seconds ?? 900) };
  }

  /** "More than 366 days ahead: 400." */
  protected checkAhead({ at }: ModelCallback): void {
    if (at > this.now + 366 * DAY) throw new Refused('validation_failed');
  }

  /** The list whose member bears the callback of an outcome; refused "where nobody could keep it". */
  protected bearer({ contact, list: from }: ModelCall, outcome: ModelOutcome): ModelList {
    const [destination] = this.lists.filter(({ live, id }) => live && id === outcome.destination_id);
    const list = destination ?? from;
    const isLeft =
      outcome.destination_type === 'remove_from_all' ||
      (outcome.destination_type === 'remove_from_selected' && outcome.smart_list_ids.includes(from?.id ?? ''));
    const stays = destination !== undefined || (list !== null && !isLeft && this.membershipOf(contact, list));
    if (!stays || !list?.live || !contact.live || outcome.destination_type === 'do_not_call')
      throw new Refused('callback_refused');
    this.checkAttempts(contact, list);
    return list;
  }

  private checkAttempts(contact: ModelContact, list: ModelList): void {
    const cap = list.max_attempts_total;
    if (cap !== null && cap > 0 && this.attemptCount(contact, list) >= cap) throw new Refused('callback_refused');
  }

  /** "If the call ends not_placed, and the membership is active and has no newer callback": it is set again. */
  protected setAgain({ contact, list, number, callback, result }: ModelCall): void {
    if (result !== 'not_placed' || !callback || !list?.live) return;
    const membership = this.membershipOf(contact, list);
    if (!membership || membership.number !== number || membership.callback) return;
    const gap = list.retry_seconds?.['not_placed'] ?? list.min_retry_seconds;
    membership.callback = { ...callback, at: this.now + gap * 1_000 };
  }
}
