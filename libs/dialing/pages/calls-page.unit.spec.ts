import fc from 'fast-check';
import { type Collection, type DomainEvent, type IndexValue, instant, keyOf } from '#kernel';
import { TEST_START, TEST_WORKSPACE, testId as id, TestWorkspace } from '#kernel/testing';
import { MemoryReadModel } from '#read-model/testing';
import { CALL_RESULTS, CALL_STATES } from '../domain/calls/call-events.js';
import { CALL_REFERENCES } from '../domain/calls/call-references.js';
import { type CallRow, CALLS } from '../domain/calls/call.js';
import { callReferencesProjection } from '../projections/call-references.projection.js';
import { callsProjection } from '../projections/calls.projection.js';
import { completed, ended, event, past, registered } from '../testing/past.js';
import type { CallFilters } from '../queries/call-filters.js';
import { CALLS_PAGE } from './calls-page.js';

const LEASE = '2030-01-01T02:00:00.000Z';
const [CONTACTS, LISTS, OUTCOMES, AGENTS] = [
  [11, 12],
  [21, 22],
  [31, 32],
  ['ada', 'bob'],
] as const;

/** What becomes of the call of a step, and how many milliseconds later the next step is. */
interface Drawn {
  readonly contact: number;
  readonly list: number | null;
  readonly agent: string | null;
  readonly result: (typeof CALL_RESULTS)[number] | null;
  readonly outcome: number | null;
  readonly isCompleted: boolean;
  readonly later: number;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  contact: fc.constantFrom(...CONTACTS),
  list: fc.constantFrom(null, ...LISTS),
  agent: fc.constantFrom(null, ...AGENTS),
  result: fc.constantFrom(null, 'answered', 'busy'),
  outcome: fc.constantFrom(null, ...OUTCOMES),
  isCompleted: fc.boolean(),
  later: fc.constantFrom(0, 0, 1_000),
});

const instants = fc.nat({ max: 12_000 }).map((ms) => instant(TEST_START + ms));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 3 });
const filters: fc.Arbitrary<CallFilters> = fc.record({
  state: maybe(fc.constantFrom(...CALL_STATES)),
  result: maybe(fc.constantFrom('answered', 'busy', 'lost')),
  contactId: maybe(fc.constantFrom(...CONTACTS).map(id)),
  smartListId: maybe(fc.constantFrom(...LISTS).map(id)),
  outcomeId: maybe(fc.constantFrom(...OUTCOMES).map(id)),
  agentId: maybe(fc.constantFrom(...AGENTS)),
  reference: maybe(fc.nat({ max: 12 }).map((n) => `ref ${n}`)),
  from: maybe(instants),
  to: maybe(instants),
});

const callId = (n: number): string => id(400 + n);
const party = ({ contact, list }: Drawn, n: number) => ({
  ...{ call_id: callId(n), contact_id: id(contact) },
  ...(list === null ? { smart_list_id: null, member_number: null } : { smart_list_id: id(list), member_number: 1 }),
});

/** The events of one call, from its beginning as far as it came. */
function eventsOf(step: Drawn, n: number, at: string): readonly DomainEvent[] {
  const begun = party(step, n);
  const snapshot = { smart_list_id: begun.smart_list_id, name: 'L', priority: 'high', member_number: 1 };
  const dispatched = { ...begun, phone: '+12025550101', attempt_number: 1, lease_expires_at: LEASE, snapshot };
  const details = { agent_id: step.agent, reference: `ref ${n}` };
  const outcome = step.outcome !== null && { outcome_id: id(step.outcome), outcome_type: 'action' };
  const end = { ...begun, result: step.result, dispatched_at: at, wrap_up_expires_at: step.isCompleted ? null : LEASE };
  return [
    step.list === null ? registered(LEASE, callId(n), id(step.contact)) : event('CallDispatched', dispatched),
    event('CallDetailsRecorded', { call_id: callId(n), contact_id: id(step.contact), dispatched_at: at, ...details }),
    ...(outcome ? [event('OutcomeApplied', { ...begun, sequence: 1, outcome })] : []),
    ...(step.result === null ? [] : [event('CallEnded', end)]),
    ...(step.result !== null && step.isCompleted ? [event('CallCompleted', { ...begun, by: 'end' })] : []),
  ];
}

async function modelOf(workspace: TestWorkspace): Promise<MemoryReadModel> {
  const model = new MemoryReadModel();
  for (const collection of [CALLS, CALL_REFERENCES] as readonly Collection[]) {
    const rows = workspace.all(collection);
    await model.putRows(rows.map((document) => ({ collection, key: keyOf(collection, document), document })));
  }
  return model;
}

function workspaceOf(steps: readonly Drawn[]): TestWorkspace {
  const workspace = new TestWorkspace([callsProjection, callReferencesProjection]).append(past);
  let at = TEST_START;
  steps.forEach((step, n) => {
    workspace.append(eventsOf(step, n, instant(at)), instant(at));
    at += step.later;
  });
  return workspace;
}

/** A page of calls. */
function callsOf(
  model: MemoryReadModel,
  filters: CallFilters,
  page: { readonly newestFirst: boolean; readonly size: number; readonly after?: readonly IndexValue[] | undefined },
) {
  return CALLS_PAGE.find(model, { workspaceId: TEST_WORKSPACE, filters, after: undefined, ...page });
}

/** Every call of a walk, page by page, and the number of its pages. */
async function walkAll(model: MemoryReadModel, given: CallFilters, newestFirst: boolean, size: number) {
  const seen: string[] = [];
  for (let after: readonly IndexValue[] | undefined, pages = 0; pages < 60; pages += 1) {
    const { items, next } = await callsOf(model, given, { newestFirst, size, after });
    expect(items.length).toBeLessThanOrEqual(size);
    seen.push(...items.map(({ call_id }) => call_id));
    if (!next) return seen;
    after = next;
  }
  throw new Error('The walk did not end.');
}

function fits(row: CallRow, given: CallFilters): boolean {
  const { state, result, contactId, smartListId, outcomeId, agentId, reference, from, to } = given;
  const asked: readonly (readonly [unknown, unknown])[] = [
    ...([
      [state, row.state],
      [result, row.result],
      [contactId, row.contact_id],
    ] as const),
    ...([
      [smartListId, row.smart_list_id],
      [agentId, row.agent_id],
      [reference, row.reference],
    ] as const),
  ];
  if (asked.some(([wanted, found]) => wanted !== undefined && wanted !== found)) return false;
  if (outcomeId !== undefined && !row.outcomes.some((each) => each.outcome_id === outcomeId)) return false;
  return !(from !== undefined && row.dispatched_at < from) && !(to !== undefined && row.dispatched_at > to);
}

it('a walk shows exactly the calls that fit all filters, in either order, each once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(drawn, { maxLength: 12 }),
      filters,
      fc.boolean(),
      fc.integer({ min: 1, max: 5 }),
      async (steps, given, newestFirst, size) => {
        const workspace = workspaceOf(steps);
        const rows = workspace.all(CALLS).toSorted((a, b) => a.number - b.number);
        const expected = rows.filter((row) => fits(row, given)).map(({ call_id }) => call_id);
        const seen = await walkAll(await modelOf(workspace), given, newestFirst, size);
        expect(seen).toEqual(newestFirst ? expected.toReversed() : expected);
      },
    ),
    { numRuns: 400 },
  );
});

it('calls that begin, end and are completed while pages are read do not hide others, and show none twice', async () => {
  const steps = Array.from({ length: 9 }, (): Drawn => {
    return { contact: 11, list: null, agent: 'ada', result: null, outcome: null, isCompleted: false, later: 1_000 };
  });
  for (const newestFirst of [false, true]) {
    const workspace = workspaceOf(steps);
    const first = await callsOf(await modelOf(workspace), { agentId: 'ada' }, { newestFirst, size: 4 });
    workspace.append(
      [ended('busy', { call_id: callId(1) }), completed('end', callId(1))],
      instant(TEST_START + 20_000),
    );
    workspace.append(eventsOf(steps[0]!, 9, instant(TEST_START + 21_000)), instant(TEST_START + 21_000));
    const model = await modelOf(workspace);
    const rest = await callsOf(model, { agentId: 'ada' }, { newestFirst, size: 200, after: first.next });
    const seen = [...first.items, ...rest.items].map(({ call_id }) => call_id);
    const before = steps.map((_, n) => callId(n));
    expect(seen).toEqual(newestFirst ? before.toReversed() : [...before, callId(9)]);
  }
});
