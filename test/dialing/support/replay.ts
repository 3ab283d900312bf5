import { ModelRules } from '../../../libs/dialing/testing/reference-model/rules.js';
import type { LoggedEvent } from '../../support/log.js';
import { foldEvent } from './log-fold.js';

/** The data of a CallDispatched event. */
export interface Dispatch {
  readonly call_id: string;
  readonly contact_id: string;
  readonly smart_list_id: string | null;
  readonly member_number: number;
  readonly attempt_number: number;
}

/** A dispatch without the id of its call. */
type Chosen = Omit<Dispatch, 'call_id'>;

/**
 * How strictly dispatches are judged. `order`: each is the contact that the rules pick at that point of the stream.
 * `safety`: each contact may be dialed at that point; the order is not checked
 * (docs/reference/dialing-rules.md#exactness). Both check that no contact is in two calls at once, no cap is exceeded
 * and no removed or frozen member is dialed.
 */
export type Judgement = 'order' | 'safety';

/** Folds the stream of a workspace into the state of the reference model and judges each dispatch by its rules. */
export class Replay {
  readonly rules = new ModelRules();
  /** The dispatches in the order of the stream. */
  readonly dispatches: Dispatch[] = [];

  private constructor(private readonly judgement: Judgement) {}

  static of(log: readonly LoggedEvent[], workspaceId: string, judgement: Judgement = 'order'): Replay {
    const replay = new Replay(judgement);
    const events = log.filter(({ stream }) => stream === `workspace-${workspaceId}`);
    for (const [n, event] of events.entries()) replay.play(event, agentIn(events[n + 1]));
    return replay;
  }

  /** @param agent who asked for the call that begins; null: nobody was named */
  private play(event: LoggedEvent, agent: string | null): void {
    if (event.type === 'CallDispatched') {
      this.rules.now = Date.parse(event.metadata.occurred_at);
      this.judge(event.data as unknown as Dispatch, agent);
    }
    foldEvent(this.rules, event);
  }

  private judge(dispatch: Dispatch, agent: string | null): void {
    const { call_id: _, contact_id, smart_list_id, member_number, attempt_number } = dispatch;
    const chosen = { contact_id, smart_list_id, member_number, attempt_number };
    const lawful = this.judgement === 'order' ? this.picked(agent) : this.allowed(chosen);
    const at = { dispatch: this.dispatches.length, at: this.rules.now };
    expect({ ...at, ...chosen }).toEqual({ ...at, ...lawful });
    this.dispatches.push(dispatch);
  }

  private picked(agent: string | null): Chosen | undefined {
    const [pick] = this.rules.picks(1, null, agent);
    if (!pick) return undefined;
    const { contact, list, number: member_number, attempt_number } = pick;
    return { contact_id: contact.id, smart_list_id: list?.id ?? null, member_number, attempt_number };
  }

  /** The dispatch as the rules allow it; undefined: this contact may not be dialed from that list. */
  private allowed({ contact_id, smart_list_id }: Chosen): Chosen | undefined {
    const { rules } = this;
    const contact = rules.contacts.find(({ id, live }) => live && id === contact_id);
    if (!contact) return undefined;
    const active = rules.memberships.filter((one) => one.contact === contact && one.removed === null);
    const membership = active.find(({ list }) => list.live && list.id === smart_list_id);
    const unlisted = smart_list_id === null && active.length === 0 && rules.workspace.unlisted.enabled;
    const { status } = membership
      ? rules.standing(membership)
      : unlisted
        ? rules.gates(contact, null, rules.workspace.unlisted, contact.created_at)
        : { status: 'removed' };
    if (status !== 'queued') return undefined;
    const attempt_number = rules.attemptCount(contact, membership?.list ?? null) + 1;
    return { contact_id, smart_list_id, member_number: membership?.number ?? contact.number, attempt_number };
  }
}

/** The agent whom an event names that follows a dispatch in its append. */
function agentIn(event: LoggedEvent | undefined): string | null {
  return event?.type === 'CallDetailsRecorded' ? ((event.data as { agent_id?: string }).agent_id ?? null) : null;
}
