import fc from 'fast-check';
import { type Decide, DomainError, type DomainEvent, instant, keyText } from '#kernel';
import { TEST_START, testId, TestWorkspace } from '#kernel/testing';
import {
  afterResets,
  addMembers,
  endMembershipsOfList,
  exhaustMembers,
  type MemberRow,
  MEMBERS,
  removeMembers,
  resetMembers,
} from '#members/domain';
import { dispatched } from '#members/testing';
import { outcomeCreated } from '#outcomes/testing';
import {
  changeList,
  deleteList,
  requireList,
  SETTINGS_DEFAULTS,
  type SmartListPatch,
  type SmartListSettings,
  SMART_LISTS,
} from '#smart-lists/domain';
import { decideReset } from '../../../smart-lists/commands/reset-smart-list.command.js';
import { ReferenceModel } from '../../testing/reference-model/reference-model.js';
import { Refused } from '../../testing/reference-model/state.js';
import { event, projections, workspaceCreated, madeFor } from '../../testing/past.js';
import { applyOutcome } from './apply-outcome.js';
import { endCall, expireCall } from './call-life.js';
import { END_RESULTS } from './call-events.js';
import { CALLS } from './call.js';
import { membersInCall } from './waterfall.js';

/*
 * Goal: members without attempts left move down the waterfall as the rules say, whichever call, disposition, pause or
 * lowered cap uses up their last attempt.
 * Method: random histories of three lists that lead to each other, three contacts and their calls, decided by the
 * slices and by the reference model. The members of each list, in their order, are compared after every step.
 */

const [LISTS, CONTACTS, CALLS_BACK] = [3, 3, 3];
const contactId = (n: number): string => testId(9_000 + n);

type Step =
  | { readonly kind: 'next'; readonly limit: number }
  | { readonly kind: 'end'; readonly call: number; readonly result: (typeof END_RESULTS)[number] }
  | { readonly kind: 'outcome'; readonly call: number; readonly outcome: number }
  | { readonly kind: 'patch'; readonly list: number; readonly cap?: number | null; readonly next?: number | null }
  | { readonly kind: 'add' | 'remove' | 'reset'; readonly list: number; readonly contact: number }
  | { readonly kind: 'reset list'; readonly list: number; readonly completedOnly: boolean }
  | { readonly kind: 'delete'; readonly list: number }
  | { readonly kind: 'wait'; readonly seconds: number };

const list = fc.nat(LISTS - 1);
const call = fc.nat(CALLS_BACK - 1);
const contact = fc.nat(CONTACTS - 1);
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('next' as const), limit: fc.integer({ min: 1, max: 3 }) }) },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('end' as const),
        call,
        result: fc.constantFrom('busy', 'answered', 'not_placed'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('reset list' as const), list, completedOnly: fc.boolean() }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('outcome' as const), call, outcome: fc.nat(5) }) },
    {
      weight: 5,
      arbitrary: fc.record(
        {
          kind: fc.constant('patch' as const),
          list,
          cap: fc.constantFrom(null, 0, 1, 1, 2, 2, 3),
          next: fc.option(list),
        },
        { requiredKeys: ['kind', 'list'] },
      ),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom('add' as const, 'add' as const, 'remove' as const, 'reset' as const),
        list,
        contact,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), list }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 300, 600) }) },
  ),
  { maxLength: 50, size: 'max' },
);
/** Without a disposition in the workspace, calls are completed by their end. */
const dispositions = fc.boolean();
/** The next list of a waterfall is one that was made earlier. */
const made = fc.array(fc.record({ cap: fc.constantFrom(null, 1, 1, 2), next: fc.option(list) }), {
  minLength: LISTS,
  maxLength: LISTS,
});

/** The same history on the reference model and on the decisions of the slices; both use the model's ids. */
class Both {
  readonly model = new ReferenceModel();
  readonly real = new TestWorkspace(projections);
  private readonly lists: readonly string[];
  private readonly outcomes: readonly string[];
  private readonly calls: string[] = [];

  constructor(lists: readonly { readonly cap: number | null; readonly next: number | null }[], waits: boolean) {
    this.model.setClock(TEST_START);
    this.real.append([workspaceCreated], instant(TEST_START));
    const contacts = Array.from({ length: CONTACTS }, (_, n) => ({ contact_id: contactId(n), phone: `+1777${n}` }));
    this.model.importContacts(contacts);
    this.happens(...contacts.map((each) => event('ContactImported', { ...each, name: null })));
    this.lists = lists.reduce<readonly string[]>((ids, { cap, next }, n) => {
      const next_list_id = next === null ? null : (ids[next] ?? null);
      return [...ids, this.makeList({ name: `list ${n}`, max_attempts_total: cap, next_list_id })];
    }, []);
    for (const { contact_id } of contacts) this.addTo(this.lists.at(-1)!, contact_id);
    this.outcomes = waits ? this.makeOutcomes() : [];
  }

  play(step: Step): void {
    switch (step.kind) {
      case 'next':
        return this.next(step.limit);
      case 'end': {
        const id = this.calls[step.call] ?? testId(1);
        return this.both(() => this.model.endCall(id, step.result), endCall(id, step.result));
      }
      case 'outcome': {
        const [id, outcome] = [this.calls[step.call] ?? testId(1), this.outcomes[step.outcome] ?? testId(2)];
        return this.both(() => this.model.applyOutcome(id, outcome), applyOutcome(id, outcome, madeFor(testId(3))));
      }
      case 'patch':
        return this.patch(this.lists[step.list]!, step);
      case 'add':
        return this.addTo(this.lists[step.list]!, contactId(step.contact));
      case 'remove': {
        const [smartListId, contact] = [this.lists[step.list]!, contactId(step.contact)];
        const references = [{ contactId: contact }];
        const decide = removeMembers({ smartListId, references });
        return this.both(() => this.model.removeMembers([smartListId], [{ contact_id: contact }]), decide);
      }
      case 'reset': {
        const [smartListId, contact] = [this.lists[step.list]!, contactId(step.contact)];
        const decide = resetMembers({ smartListId, references: [{ contactId: contact }] });
        return this.both(() => this.model.resetMembers(smartListId, [{ contact_id: contact }]), decide);
      }
      case 'reset list': {
        const id = this.lists[step.list]!;
        const decide = decideReset(id, step.completedOnly);
        return this.both(() => this.model.resetList(id, step.completedOnly), decide);
      }
      case 'delete':
        return this.delete(this.lists[step.list]!);
      case 'wait':
        return this.wait(step.seconds);
      default:
        return step satisfies never;
    }
  }

  /** The members of each list, in the order of numbers: by the model, and by the rows. */
  memberships(): readonly [unknown, unknown] {
    const live = this.model.lists.filter((each) => each.live);
    const reference = live.map(({ id }) =>
      this.model.members(id).map(({ contact: { id: contact_id }, source, removed }) => ({
        ...{ contact_id, source, removed },
        attempts: this.model.attemptCount(
          this.model.contacts.find((each) => each.id === contact_id)!,
          this.model.list(id),
        ),
      })),
    );
    const [rows, lists] = [this.real.all(MEMBERS), this.real.resident(SMART_LISTS)];
    const present = ({ contact_id, source, removed_reason: removed, attempt_count: attempts }: MemberRow) => ({
      ...{ contact_id, source, removed },
      attempts,
    });
    const real = live.map(({ id }) =>
      rows
        .filter(({ smart_list_id }) => smart_list_id === id)
        .sort((a, b) => a.number - b.number)
        .map((row) => present(afterResets(row, lists.get(keyText([row.workspace_id, id]))!))),
    );
    return [real, reference];
  }

  private makeList(given: Pick<SmartListSettings, 'name' | 'max_attempts_total' | 'next_list_id'>): string {
    const settings = { ...SETTINGS_DEFAULTS, ...given, min_retry_seconds: 0 };
    const { id } = this.model.createList(settings);
    this.happens(event('SmartListCreated', { smart_list_id: id, ...settings, source: 'api' }));
    return id;
  }

  /**
   * One disposition that moves no contact, one that moves to each list, one that takes off all lists, and one that
   * takes off the first.
   */
  private makeOutcomes(): readonly string[] {
    const destinations = [
      {},
      ...this.lists.map((id) => ({ destination_type: 'smart_list', destination_id: id })),
      { destination_type: 'remove_from_all' },
      { destination_type: 'remove_from_selected', smart_list_ids: [this.lists[0]!] },
    ];
    return destinations.map((destination) => {
      const { id } = this.model.createOutcome({ name: 'outcome', ...destination });
      this.happens(outcomeCreated(id, destination));
      return id;
    });
  }

  /** Each contact that the model picks is dispatched from the membership that the rows have. */
  private next(limit: number): void {
    for (const { id, contact, list: from, lease_expires_at, attempt_number } of this.model.next(limit)) {
      this.calls.unshift(id);
      const rows = this.real.rows(MEMBERS, [[this.real.workspaceId, from?.id ?? '', contact.id]]);
      const number = from ? rows[0]!.number : contact.number;
      const { type, data } = dispatched(id, { list: from?.id ?? null, contact: contact.id, number }, attempt_number!);
      this.happens({ type, data: { ...data, lease_expires_at: instant(lease_expires_at) } });
    }
  }

  private patch(id: string, { cap, next }: { readonly cap?: number | null; readonly next?: number | null }): void {
    const patch: SmartListPatch = {
      ...(cap !== undefined && { max_attempts_total: cap }),
      ...(next !== undefined && { next_list_id: next === null ? null : this.lists[next]! }),
    };
    this.both(
      // As in the service, a deleted list is found before the patch is checked.
      () => (this.model.list(id), this.model.patchList(id, patch as object)),
      (view) => {
        const changed = changeList(view, id, patch);
        return decided(changed ? exhaustMembers(view, changed, membersInCall) : []);
      },
    );
  }

  private addTo(smartListId: string, contact: string): void {
    const decide = addMembers({ smartListId, references: [{ contactId: contact }], source: 'api' });
    this.both(() => this.model.addMembers(smartListId, [{ contact_id: contact }]), decide);
  }

  private delete(id: string): void {
    this.both(
      () => this.model.deleteList(id),
      (view) => {
        const { event, left } = endMembershipsOfList(view, id);
        return decided([...deleteList(view, requireList(view, id), left), ...(event ? [event] : [])]);
      },
    );
  }

  private wait(seconds: number): void {
    this.model.setClock(this.model.now + seconds * 1_000);
    this.happens();
    for (;;) {
      const due = this.real.all(CALLS).filter(({ open, due_at }) => open === 1 && due_at <= this.real.now);
      const [first] = due.sort((a, b) => (a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : a.number - b.number));
      if (!first) return;
      this.happens(...expireCall(first.call_id)(this.real).events);
    }
  }

  private both(reference: () => unknown, decide: Decide): void {
    const code = codeOf(reference);
    expect(codeOf(() => this.happens(...decide(this.real).events))).toBe(code);
  }

  private happens(...events: readonly DomainEvent[]): void {
    this.real.append(events, instant(this.model.now));
  }
}

const decided = (events: readonly DomainEvent[]) => ({ events, answer: () => ({ status: 200, body: {} }) });

/** The code of a refusal. */
function codeOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof Refused || error instanceof DomainError) return error.code;
    throw error;
  }
}

it('members exhausted by a call, a disposition, time or a lowered cap move as the rules say, at each step', () => {
  fc.assert(
    fc.property(made, dispositions, steps, (lists, waits, history) => {
      const both = new Both(lists, waits);
      for (const step of history) {
        both.play(step);
        const [real, reference] = both.memberships();
        if (JSON.stringify(real) !== JSON.stringify(reference)) expect([step, real]).toEqual([step, reference]);
      }
    }),
    { numRuns: Number(process.env['HISTORIES'] ?? 300) },
  );
});
