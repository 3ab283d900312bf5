import fc from 'fast-check';
import type { Decide, DomainEvent } from '#kernel';
import { Given, testId as id, TestWorkspace } from '#kernel/testing';
import { CONTACT_PROJECTIONS } from '#contacts';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { type ContactReference, deleteContact } from '#contacts/domain';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';
import { MEMBER_PROJECTIONS } from '../index.js';
import { attempts } from '../testing/index.js';
import { addMembers, removeEverywhere, removeMembers, resetMembers } from './change-members.js';
import { MEMBER_COUNTS } from './member-counts.js';
import { MEMBERS } from './member.js';
import { endMembershipsOfContact } from './removal.js';

/*
 * Goal: batches that add, remove and reset members leave the memberships and attempts of plain maps, and count every
 * reference exactly once.
 * Method: random batches by id and by phone, with shared phones and unknown contacts, calls of members, and contacts
 * that are deleted. Answers, rows and counters are compared with the maps after every step.
 */

const [LISTS, CONTACTS, PHONES] = [3, 6, 4];
const contact = (n: number): string => id(100 + n);
/** Two contacts share each of the first phones; the last phones and contacts do not exist. */
const phone = (n: number): string => `+1202555${String(n).padStart(4, '0')}`;

/**
 * The simplest model: the contacts with their phones in the order of import, the members of each list, and the attempts
 * of each contact that was ever called from it.
 */
interface Model {
  readonly contacts: Map<string, string>;
  readonly lists: readonly Set<string>[];
  readonly attempts: readonly Map<string, number>[];
}

type Step =
  | {
      readonly kind: 'add' | 'remove' | 'reset';
      readonly list: number;
      readonly references: readonly ContactReference[];
    }
  | { readonly kind: 'everywhere'; readonly references: readonly ContactReference[] }
  | { readonly kind: 'call'; readonly list: number; readonly contact: number }
  | { readonly kind: 'delete'; readonly contact: number };

type Batch = Exclude<Step, { readonly kind: 'delete' | 'call' }>;

const reference = fc.oneof(
  fc.nat(CONTACTS + 1).map((n): ContactReference => ({ contactId: contact(n) })),
  fc.nat(PHONES).map((n): ContactReference => ({ phone: phone(n) })),
);
const references = fc.array(reference, { minLength: 1, maxLength: 12 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), list: fc.nat(LISTS - 1), references }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), list: fc.nat(LISTS - 1), references }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reset' as const), list: fc.nat(LISTS - 1), references }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('everywhere' as const), references }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      list: fc.nat(LISTS - 1),
      contact: fc.nat(CONTACTS - 1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), contact: fc.nat(CONTACTS - 1) }) },
);

/** The model's result of a batch. @param act does it to a contact, and tells whether there was anything to do */
function runModel(model: Model, batch: readonly ContactReference[], act: (contact: string) => boolean) {
  const seen = new Set<string>();
  const counts = { done: 0, skipped: 0 };
  const unmatched: object[] = [];
  for (const each of batch) {
    const found =
      'phone' in each
        ? [...model.contacts].find(([, number]) => number === each.phone)?.[0]
        : model.contacts.has(each.contactId)
          ? each.contactId
          : undefined;
    if (found === undefined) unmatched.push('phone' in each ? each : { contact_id: each.contactId });
    else if (seen.has(found) || !act(found)) counts.skipped += 1;
    else counts.done += 1;
    if (found !== undefined) seen.add(found);
  }
  return { ...counts, unmatched };
}

/** What a batch does to a contact in the model. */
function actOf(model: Model, each: Batch): (contact: string) => boolean {
  if (each.kind === 'everywhere') return (found) => model.lists.filter((members) => members.delete(found)).length > 0;
  const [members, attempted] = [model.lists[each.list]!, model.attempts[each.list]!];
  if (each.kind === 'remove') return (found) => members.delete(found);
  if (each.kind === 'reset') return (found) => members.has(found) && attempted.delete(found);
  return (found) => !members.has(found) && members.add(found).has(found);
}

const DONE = { add: 'inserted', remove: 'removed', everywhere: 'removed', reset: 'reset' } as const;

function decisionOf(each: Batch): Decide {
  if (each.kind === 'everywhere') return removeEverywhere(each.references);
  const batch = { smartListId: id(each.list), references: each.references };
  if (each.kind === 'reset') return resetMembers(batch);
  return each.kind === 'add' ? addMembers({ ...batch, source: 'api' }) : removeMembers(batch);
}

it('batches have the effect on a plain map of members, and their counts add up', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const model: Model = {
        contacts: new Map(),
        lists: Array.from({ length: LISTS }, () => new Set<string>()),
        attempts: Array.from({ length: LISTS }, () => new Map<string, number>()),
      };
      const events: DomainEvent[] = model.lists.map((_, n) => ({
        type: 'SmartListCreated',
        data: { smart_list_id: id(n), name: `list ${n}`, ...SETTINGS_DEFAULTS, source: 'api' },
      }));
      for (let n = 0; n < CONTACTS; n += 1) {
        model.contacts.set(contact(n), phone(n % PHONES));
        events.push({
          type: 'ContactImported',
          data: { contact_id: contact(n), phone: phone(n % PHONES), name: null },
        });
      }
      const projections = [
        ...WORKSPACES_PROJECTIONS,
        ...CONTACT_PROJECTIONS,
        ...SMART_LIST_PROJECTIONS,
        ...MEMBER_PROJECTIONS,
      ];
      const workspace = new TestWorkspace(projections).append(events);
      for (const each of steps) {
        if (each.kind === 'delete') deleteIn(workspace, model, contact(each.contact));
        else if (each.kind === 'call') callIn(workspace, model, each.list, contact(each.contact));
        else runBoth(workspace, model, each);
        expectSame(workspace, model);
      }
    }),
  );
});

function runBoth(workspace: TestWorkspace, model: Model, each: Batch): void {
  const then = new Given(workspace).when(decisionOf(each));
  const { ok, ...counts } = then.answer().body;
  const { done, skipped, unmatched } = runModel(model, each.references, actOf(model, each));
  expect(ok).toBe(true);
  expect(counts).toEqual({
    [DONE[each.kind]]: done,
    skipped,
    unmatched: unmatched.length,
    ...(unmatched.length > 0 && { unmatched_references: unmatched }),
  });
  expect(done + skipped + unmatched.length).toBe(each.references.length);
  workspace.append(decisionOf(each)(workspace).events);
}

/** A call of a member, from its dispatch to its end. */
function callIn(workspace: TestWorkspace, model: Model, list: number, contactId: string): void {
  if (!model.lists[list]!.has(contactId)) return;
  const [row] = workspace.rows(MEMBERS, [[workspace.workspaceId, id(list), contactId]]);
  workspace.append(attempts(1, { list: id(list), contact: contactId, number: row!.number }));
  model.attempts[list]!.set(contactId, (model.attempts[list]!.get(contactId) ?? 0) + 1);
}

function deleteIn(workspace: TestWorkspace, model: Model, contactId: string): void {
  if (!model.contacts.delete(contactId)) return;
  for (const members of model.lists) members.delete(contactId);
  const ended = endMembershipsOfContact(workspace, contactId);
  workspace.append([deleteContact(workspace, contactId), ...(ended ? [ended] : [])]);
}

function expectSame(workspace: TestWorkspace, model: Model): void {
  const active = workspace.all(MEMBERS).filter((row) => row.active === 1);
  const counts = workspace.resident(MEMBER_COUNTS);
  model.lists.forEach((members, n) => {
    const found = active.filter((row) => row.smart_list_id === id(n)).map((row) => row.contact_id);
    expect(found.sort()).toEqual([...members].sort());
    const counted = active.filter((row) => row.smart_list_id === id(n) && row.attempt_count > 0);
    const attempted = [...model.attempts[n]!].filter(([contactId]) => members.has(contactId));
    expect(Object.fromEntries(counted.map((row) => [row.contact_id, row.attempt_count]))).toEqual(
      Object.fromEntries(attempted),
    );
    expect(counts.get(`${workspace.workspaceId}|${id(n)}`)?.active_members ?? 0).toBe(members.size);
  });
}
