import { ModelRules } from '../../../libs/dialing/testing/reference-model/rules.js';
import type { LoggedEvent } from '../../support/log.js';
import { foldEvent } from './log-fold.js';

/** A dispatch, as the log tells it. */
export interface Dispatch {
  readonly call_id: string;
  readonly contact_id: string;
  readonly smart_list_id: string | null;
  readonly member_number: number;
  readonly attempt_number: number;
}

/** What there is to say of a dispatch but which call it is. */
type Chosen = Omit<Dispatch, 'call_id'>;

/**
 * How strictly dispatches are judged. `order`: each is of whom the rules pick at its place in the stream. `safety`:
 * each is of somebody who may be dialed there; whose turn it is, is not looked at
 * (docs/reference/dialing-rules.md#exactness). That no contact is in two calls at once, no cap exceeded and nobody
 * removed or frozen dialed is part of both.
 */
export type Judgement = 'order' | 'safety';

/** The stream of a workspace, folded into the state of the reference model, each dispatch judged by the reference rules. */
export class Replay {
  readonly rules = new ModelRules();
  /** In the order of the stream. */
  readonly dispatches: Dispatch[] = [];

  private constructor(private readonly judgement: Judgement) {}

  static of(log: readonly LoggedEvent[], workspaceId: string, judgement: Judgement = 'order'): Replay {
    const replay = new Replay(judgement);
    for (const event of log) if (event.stream === `workspace-${workspaceId}`) replay.play(event);
    return replay;
  }

  private play(event: LoggedEvent): void {
    if (event.type === 'CallDispatched') {
      this.rules.now = Date.parse(event.metadata.occurred_at);
      this.judge(event.data as unknown as Dispatch);
    }
    foldEvent(this.rules, event);
  }

  private judge(dispatch: Dispatch): void {
    const { call_id: _, contact_id, smart_list_id, member_number, attempt_number } = dispatch;
    const chosen = { contact_id, smart_list_id, member_number, attempt_number };
    const lawful = this.judgement === 'order' ? this.picked() : this.allowed(chosen);
    const at = { dispatch: this.dispatches.length, at: this.rules.now };
    expect({ ...at, ...chosen }).toEqual({ ...at, ...lawful });
    this.dispatches.push(dispatch);
  }

  private picked(): Chosen | undefined {
    const [pick] = this.rules.picks(1);
    if (!pick) return undefined;
    const { contact, list, number: member_number, attempt_number } = pick;
    return { contact_id: contact.id, smart_list_id: list?.id ?? null, member_number, attempt_number };
  }

  /** The same dispatch as it would have to be; undefined: this contact may not be dialed from there. */
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
    const attempt_number = rules.attempts(contact, membership?.list ?? null).length + 1;
    return { contact_id, smart_list_id, member_number: membership?.number ?? contact.number, attempt_number };
  }
}
