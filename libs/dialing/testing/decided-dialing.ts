import { type Decide, type Decision, DomainError, type DomainEvent, instant, type JsonObject } from '#kernel';
import { TEST_START, testId, TestWorkspace } from '#kernel/testing';
import {
  changeContact,
  completeErasure,
  type ContactReference,
  ERASURES,
  holdersOfNumbers,
  importContacts,
} from '#contacts/domain';
import { enterNumbers, type NewEntry, removeNumbers } from '#do-not-call/domain';
import { addMembers, callbackIn, removeEverywhere, removeMembers, resetMembers } from '#members/domain';
import { createOutcome, deleteOutcome, type NewOutcome } from '#outcomes/domain';
import type { NewSmartList } from '#smart-lists/domain';
import { decideChangeWorkspace } from '../../workspaces/commands/change-workspace.command.js';
import { decideDelete as deleteContact } from '../../contacts/commands/delete-contact.command.js';
import { decideErase } from '../../contacts/commands/erase-contact.command.js';
import { decideChange } from '../../smart-lists/commands/change-smart-list.command.js';
import { decideCreate } from '../../smart-lists/commands/create-smart-list.command.js';
import { decideDelete as deleteList } from '../../smart-lists/commands/delete-smart-list.command.js';
import {
  changeCallingHours,
  createCallingHours,
  type NewCallingHours,
} from '../../calling-hours/domain/decide-calling-hours.js';
import { decideDelete as deleteHours } from '../../calling-hours/commands/delete-calling-hours.command.js';
import { changeDialGroup, createDialGroup, deleteDialGroup } from '../../dial-groups/domain/decide-dial-group.js';
import type { DialGroupSettings } from '../../dial-groups/domain/dial-group.js';
import { decideReset } from '../../smart-lists/commands/reset-smart-list.command.js';
import { applyOutcome } from '../domain/calls/apply-outcome.js';
import { endCall, expireCall, extendLease } from '../domain/calls/call-life.js';
import { CALLS } from '../domain/calls/call.js';
import { eraseCalls } from '../domain/calls/erase-calls.js';
import { registerCall } from '../domain/calls/register-call.js';
import { listDrains } from '../domain/drained/list-drained.js';
import { capOfContact } from '../domain/queue/contact-attempts.js';
import { changeMember } from '../domain/queue/change-member.js';
import { tellPlaces } from '../domain/queue/place-hints.js';
import { DrainedScopes } from '../domain/queue/drained-scopes.js';
import { dispatchNext } from '../domain/queue/dispatch.js';
import { changeDialing } from '../domain/queue/pause.js';
import { reindexedAfter } from '../domain/queue/reindex-jobs.js';
import type { ModelRequest, ModelResponse } from './reference-model/http.js';
import { madeFor, NUMBER_KEY, projections, workspaceCreated } from './past.js';

/**
 * The decisions of the service on one workspace in memory: compared with the reference model without HTTP, stores or
 * threads. Events are those of the log, rows are folded by the projections of the service, and time passes when the
 * test says so.
 */
export class DecidedDialing {
  readonly workspace = new TestWorkspace(projections);
  readonly drained = new DrainedScopes();
  private now = TEST_START;
  private ids = 0;
  /** Whether the events of the last decision make queue positions wrong. */
  misplaces = false;

  /** @param onWrite is told what follows from each decision, once it has happened */
  constructor(
    begins: number,
    private readonly onWrite: (consequences: readonly DomainEvent[]) => void = () => undefined,
  ) {
    this.now = begins;
    this.workspace.append([workspaceCreated], instant(begins));
  }

  /** Sets the clock to an instant, and does everything due by then. */
  setClock(now: number): void {
    this.now = Math.max(this.now, now);
    this.workspace.append([], instant(this.now));
    for (;;) {
      const open = [...this.workspace.resident(CALLS).values()].filter(({ due_at }) => due_at <= this.workspace.now);
      open.sort((a, b) => (a.due_at === b.due_at ? a.number - b.number : a.due_at < b.due_at ? -1 : 1));
      if (!open[0]) return;
      this.happen(expireCall(open[0].call_id));
    }
  }

  /** The body of a decision's answer. No event is written. */
  ask(decide: Decide): JsonObject {
    return decide(this.workspace).answer(this.workspace).body;
  }

  /** Answers like the service: status, and the body or the code of the refusal. */
  answer(request: Omit<ModelRequest, 'token'>): ModelResponse {
    try {
      const { status, body } = this.happen(this.decideOf(request));
      const erased = /^\/contacts\/(.*)\/erase$/.exec(request.path)?.[1];
      if (erased !== undefined) this.finishErasure(erased);
      return { status, body: { ...body } };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { status: 0, body: { code: error.code } };
    } finally {
      this.setClock(this.now);
    }
  }

  /** What the worker of erasures does, but for keys and webhooks. */
  private finishErasure(contactId: string): void {
    const calls = this.workspace.all(CALLS).filter(({ contact_id }) => contact_id === contactId);
    const ids = calls.map(({ call_id }) => call_id);
    this.happen(eraseCalls(contactId, ids, NUMBER_KEY));
    const [erasure] = this.workspace.rows(ERASURES, [[this.workspace.workspaceId, contactId]]);
    this.happen(completeErasure(contactId, erasure!.erased_revision));
  }

  private happen(decide: Decide) {
    const decision: Decision = decide(this.workspace);
    // The head runs a decision again where rows had to be loaded: the same decision must give the same events.
    expect(decide(this.workspace).events).toEqual(decision.events);
    const events = tellPlaces(this.workspace, decision.events);
    this.misplaces = reindexedAfter(this.workspace.workspaceId, events).length > 0;
    const consequences = listDrains(this.workspace, events);
    this.workspace.append(events, instant(this.now));
    const drained = consequences();
    this.workspace.append(drained, instant(this.now));
    this.onWrite(drained);
    return decision.answer(this.workspace);
  }

  private decideOf({ method, path, body }: Omit<ModelRequest, 'token'>): Decide {
    const ids = path.match(UUID) ?? [];
    const route = ROUTES[`${method} ${path.replace(UUID, ':')}`];
    if (!route) throw new Error(`no decision for ${method} ${path}`);
    return route((body ?? {}) as Body, ids[0] ?? '', () => testId(1_000 + (this.ids += 1)), ids[1] ?? '');
  }
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

type Body = Record<string, never>;

/** The decision of a request, by its body, the id in its path, ids for what it makes, and a second id in its path. */
const ROUTES: Readonly<Record<string, (body: Body, id: string, newId: () => string, second: string) => Decide>> = {
  'POST /dialer/next': ({ limit, smart_list_id, dial_group_id, agent_id }, _, newId) =>
    dispatchNext(Array.from({ length: limit! }, newId), {
      wanted: { smartListId: smart_list_id, dialGroupId: dial_group_id, agentId: agent_id },
    }),
  'PATCH /dialer': ({ paused }) => changeDialing(paused!),
  'POST /calls': ({ contact_id }, _, newId) => registerCall(newId(), { contactId: contact_id! }),
  'POST /calls/:/end': ({ result }, id) => endCall(id, result!),
  'POST /calls/:/heartbeat': (_, id) => extendLease(id),
  'POST /calls/:/outcomes': ({ outcome_id, ...body }, id, newId) =>
    applyOutcome(id, outcome_id!, madeFor(newId()), {}, callbackIn(body)),
  'POST /smart-lists': (body, _, newId) => decideCreate(newId(), body as unknown as NewSmartList),
  'PATCH /smart-lists/:': (body, id) => decideChange(id, body),
  'DELETE /smart-lists/:': (_, id) => deleteList(id),
  'POST /dial-groups': (body, _, newId) => createDialGroup(newId(), body as unknown as DialGroupSettings),
  'PATCH /dial-groups/:': (body, id) => changeDialGroup(id, body, () => undefined),
  'DELETE /dial-groups/:': (_, id) => deleteDialGroup(id, () => undefined),
  'POST /calling-hours': (body, _, newId) => createCallingHours(newId(), body as unknown as NewCallingHours),
  'PATCH /calling-hours/:': (body, id) => changeCallingHours(id, body, () => undefined),
  'DELETE /calling-hours/:': (_, id) => deleteHours(id, () => undefined),
  'POST /smart-lists/:/members/batch': (body, smartListId) =>
    addMembers({ smartListId, references: references(body), source: 'api' }),
  'POST /smart-lists/:/members/batch-remove': (body, smartListId) =>
    removeMembers({ smartListId, references: references(body) }),
  'POST /smart-lists/:/members/batch-reset': (body, smartListId) =>
    resetMembers({ smartListId, references: references(body) }),
  'PATCH /smart-lists/:/members/:': (body, id, _, contactId) => changeMember(id, contactId, callbackIn(body)),
  'POST /do-not-call/batch': ({ entries }) =>
    enterNumbers(entries as unknown as NewEntry[], { holders: holdersOfNumbers, newKey: NUMBER_KEY }),
  'POST /do-not-call/batch-remove': ({ phones }) => removeNumbers(phones as unknown as string[], holdersOfNumbers),
  'POST /smart-lists/:/reset': ({ completed_only = true }, id) => decideReset(id, completed_only),
  'POST /smart-list-members/batch-remove': (body) => removeEverywhere(references(body)),
  'POST /phone-system/outcomes': (body, _, newId) => createOutcome(newId(), body as unknown as NewOutcome, CONTEXT),
  'DELETE /phone-system/outcomes/:': (_, id) => deleteOutcome(id, () => undefined),
  'DELETE /contacts/:': (_, id) => deleteContact(id),
  'POST /contacts/:/erase': (_, id) => decideErase(id, false),
  'POST /contacts/batch': ({ contacts }) =>
    importContacts(
      (contacts as unknown as Body[]).map(({ contact_id, phone, ...more }) => ({
        contactId: contact_id!,
        phone: phone!,
        ...more,
      })),
    ),
  'PATCH /contacts/:': (body, id) => changeContact(id, body, capOfContact),
  'PATCH /admin/workspaces/:': (body) => decideChangeWorkspace(body, NUMBER_KEY),
};

const CONTEXT = { allowed: [], signingSecret: { secret: 'whsec_x', ciphertext: 'sealed' } };

function references({ members }: Body): readonly ContactReference[] {
  return (members as unknown as Body[]).map(({ contact_id }) => ({ contactId: contact_id! }));
}
