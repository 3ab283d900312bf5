import fc from 'fast-check';
import type { Decide, DomainEvent } from '#kernel';
import { Given, testId as id, TestWorkspace } from '#kernel/testing';
import { CONTACT_PROJECTIONS } from '#contacts';
import { type ContactReference, deleteContact } from '#contacts/domain';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';
import { MEMBER_PROJECTIONS } from '../index.js';
import { addMembers, removeEverywhere, removeMembers } from './change-members.js';
import { MEMBER_COUNTS } from './member-counts.js';
import { MEMBERS } from './member.js';
import { endMembershipsOfContact } from './removal.js';

/*
 * Goal: batches that add and remove members leave the memberships of a plain map, and count every reference exactly
 * once.
 * Method: random batches by id and by phone, with shared phones and unknown contacts, and contacts that are deleted.
 * Answers, rows and counters are compared with the map after every step.
 */

const [LISTS, CONTACTS, PHONES] = [3, 6, 4];
const contact = (n: number): string => id(100 + n);
/** Two contacts share each of the first phones; the last phones and contacts do not exist. */
const phone = (n: number): string => `+1202555${String(n).padStart(4, '0')}`;

/** The simplest model: the contacts with their phones in the order of import, and the members of each list. */
interface Model {
  readonly contacts: Map<string, string>;
  readonly lists: readonly Set<string>[];
}

type Step =
  | { readonly kind: 'add' | 'remove'; readonly list: number; readonly references: readonly ContactReference[] }
  | { readonly kind: 'everywhere'; readonly references: readonly ContactReference[] }
  | { readonly kind: 'delete'; readonly contact: number };

const reference = fc.oneof(
  fc.nat(CONTACTS + 1).map((n): ContactReference => ({ contactId: contact(n) })),
  fc.nat(PHONES).map((n): ContactReference => ({ phone: phone(n) })),
);
const references = fc.array(reference, { minLength: 1, maxLength: 12 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), list: fc.nat(LISTS - 1), references }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), list: fc.nat(LISTS - 1), references }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('everywhere' as const), references }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), contact: fc.nat(CONTACTS - 1) }) },
);

/** The model's result of a batch: the lists it concerns, and whether it adds or removes. */
function runModel(model: Model, lists: readonly Set<string>[], adds: boolean, batch: readonly ContactReference[]) {
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
    else if (seen.has(found)) counts.skipped += 1;
    else if (lists.every((members) => members.has(found) === adds)) counts.skipped += 1;
    else counts.done += 1;
    if (found === undefined) continue;
    seen.add(found);
    for (const members of lists)
      if (adds) members.add(found);
      else members.delete(found);
  }
  return { ...counts, unmatched };
}

function decisionOf(each: Exclude<Step, { readonly kind: 'delete' }>): Decide {
  if (each.kind === 'everywhere') return removeEverywhere(each.references);
  const batch = { smartListId: id(each.list), references: each.references };
  return each.kind === 'add' ? addMembers({ ...batch, source: 'api' }) : removeMembers(batch);
}

it('batches have the effect on a plain map of members, and their counts add up', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const model: Model = { contacts: new Map(), lists: Array.from({ length: LISTS }, () => new Set<string>()) };
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
      const projections = [...CONTACT_PROJECTIONS, ...SMART_LIST_PROJECTIONS, ...MEMBER_PROJECTIONS];
      const workspace = new TestWorkspace(projections).append(events);
      for (const each of steps) {
        if (each.kind === 'delete') deleteIn(workspace, model, contact(each.contact));
        else runBoth(workspace, model, each);
        expectSame(workspace, model);
      }
    }),
  );
});

function runBoth(workspace: TestWorkspace, model: Model, each: Exclude<Step, { readonly kind: 'delete' }>): void {
  const then = new Given(workspace).when(decisionOf(each));
  const { ok, ...counts } = then.answer().body;
  const lists = each.kind === 'everywhere' ? model.lists : [model.lists[each.list]!];
  const { done, skipped, unmatched } = runModel(model, lists, each.kind === 'add', each.references);
  expect(ok).toBe(true);
  expect(counts).toEqual({
    [each.kind === 'add' ? 'inserted' : 'removed']: done,
    skipped,
    unmatched: unmatched.length,
    ...(unmatched.length > 0 && { unmatched_references: unmatched }),
  });
  expect(done + skipped + unmatched.length).toBe(each.references.length);
  workspace.append(decisionOf(each)(workspace).events);
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
    expect(counts.get(`${workspace.workspaceId}|${id(n)}`)?.active_members ?? 0).toBe(members.size);
  });
}
