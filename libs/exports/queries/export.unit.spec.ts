import fc from 'fast-check';
import { type ContactRow, CONTACTS, recordedContact } from '#contacts/domain';
import { type CallRow, CALLS, NOTHING_PERSONAL, presentCall } from '#dialing/domain';
import { standing, zonesUnknown } from '#eligibility';
import { TEST_WORKSPACE } from '#kernel/testing';
import { type MemberRow, MEMBERS, memberSubject, presentMember } from '#members/domain';
import { MemoryReadModel } from '#read-model/testing';
import { SMART_LISTS } from '#smart-lists/domain';
import { ChangingWorkspace } from '../testing/changing-workspace.js';
import { type Change, drawnChange, LISTS } from '../testing/drawn-changes.js';
import { ExportCalls, ExportCallsHandler } from './export-calls.query.js';
import { ExportContacts, ExportContactsHandler } from './export-contacts.query.js';
import { ExportMembers, ExportMembersHandler } from './export-members.query.js';
import type { Export } from './export.js';

const SIGNAL = new AbortController().signal;
const ALL = 1_000;

/** How a workspace changes while it is exported. */
interface Drawn {
  readonly before: readonly Change[];
  readonly meanwhile: readonly Change[];
  /** For each read of a store how many changes come before it, by turns. */
  readonly pace: readonly number[];
  /** Whether the rows follow at once, and whether the projected revision tells. */
  readonly follows: readonly boolean[];
  readonly told: boolean;
  readonly indexFollows: boolean;
  readonly rowsARead: number;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  before: fc.array(drawnChange, { minLength: 10, maxLength: 60 }),
  meanwhile: fc.array(drawnChange, { maxLength: 80 }),
  pace: fc.array(fc.constantFrom(0, 0, 0, 1, 1, 2, 4), { minLength: 3, maxLength: 9 }),
  follows: fc.array(fc.boolean(), { minLength: 3, maxLength: 7 }),
  told: fc.boolean(),
  indexFollows: fc.boolean(),
  rowsARead: fc.integer({ min: 1, max: 4 }),
});

/** A workspace after the first changes; the rest of them come while it is read. */
async function changing({ before, meanwhile, pace, follows, told, indexFollows }: Drawn): Promise<ChangingWorkspace> {
  const workspace = await ChangingWorkspace.make();
  before.forEach((change) => workspace.change(change));
  await workspace.project({ told: true });
  await workspace.indexEvents();
  const left = [...meanwhile];
  let reads = 0;
  const changeOn = async (): Promise<void> => {
    reads += 1;
    for (const change of left.splice(0, pace[reads % pace.length])) workspace.change(change);
    if (follows[reads % follows.length]) await workspace.project({ told });
    if (indexFollows) await workspace.indexEvents();
  };
  let last = Promise.resolve();
  workspace.meanwhile = () => (last = last.then(changeOn));
  return workspace;
}

async function everything<Shown>({ pages }: Pick<Export<Shown>, 'pages'>): Promise<readonly Shown[]> {
  const all: Shown[] = [];
  for await (const page of pages()) all.push(...page);
  return all;
}

/** The ids of the contacts that were erased after a revision. */
function erasedSince({ log }: ChangingWorkspace, revision: number): ReadonlySet<string> {
  const erased = log.events.slice(revision + 1).filter(({ type }) => type === 'ContactErased');
  return new Set(erased.map(({ data }) => (data as { contact_id: string }).contact_id));
}

const rowsOf = {
  contacts: (model: MemoryReadModel): Promise<ContactRow[]> =>
    model.page(CONTACTS, { index: 'by_number', prefix: [TEST_WORKSPACE, 1], limit: ALL }),
  members: (model: MemoryReadModel): Promise<MemberRow[]> =>
    model.page(MEMBERS, { index: 'by_number', prefix: [TEST_WORKSPACE, LISTS[0], 1], limit: ALL }),
  calls: (model: MemoryReadModel): Promise<CallRow[]> =>
    model.page(CALLS, { index: 'by_dispatch', prefix: [TEST_WORKSPACE], limit: ALL }),
};

const runs = { numRuns: 400 };

describe('an export of a workspace that changes meanwhile', () => {
  it('has the contacts of its revision, each once and in their order, but for those that were erased since', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (given) => {
        const workspace = await changing(given);
        const handler = new ExportContactsHandler(workspace.ports(given.rowsARead));
        const exported = await handler.execute(new ExportContacts(TEST_WORKSPACE, SIGNAL));
        const shown = await everything(exported);
        const erased = erasedSince(workspace, exported.revision);
        const asOf = workspace.asOf.get(exported.revision)!;
        const expected = (await rowsOf.contacts(asOf)).map(recordedContact);
        expect(shown.filter(({ contact_id }) => !erased.has(contact_id))).toEqual(
          expected.filter(({ contact_id }) => !erased.has(contact_id)),
        );
        // One that was told before its erasure is told as it was.
        for (const each of shown) expect(expected).toContainEqual(each);
      }),
      runs,
    );
  });

  it('has the members of its revision with their statuses; the phones of those that were erased since are gone', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (given) => {
        const workspace = await changing(given);
        const handler = new ExportMembersHandler(workspace.ports(given.rowsARead));
        const exported = await handler.execute(new ExportMembers(TEST_WORKSPACE, LISTS[0], SIGNAL));
        const shown = await everything(exported);
        const erased = erasedSince(workspace, exported.revision);
        const asOf = workspace.asOf.get(exported.revision)!;
        const open = await asOf.page(CALLS, { index: 'in_flight', prefix: [TEST_WORKSPACE, 1], limit: ALL });
        const calls = new Map(open.map(({ contact_id, call_id }) => [contact_id, call_id]));
        const [list] = await asOf.getMany(SMART_LISTS, [[TEST_WORKSPACE, LISTS[0]]]);
        const moment = {
          at: exported.at,
          zone: 'UTC',
          isPaused: false,
          contactWindows: null,
          hours: new Map(),
          workspaceHours: null,
        };
        const expected = await Promise.all(
          (await rowsOf.members(asOf)).map(async (row) => {
            const [contact] = await asOf.getMany(CONTACTS, [[TEST_WORKSPACE, row.contact_id]]);
            const subject = memberSubject(row, list!, {
              bar: null,
              callInFlight: calls.get(row.contact_id) ?? null,
              attempts: [],
              zones: zonesUnknown('UTC'),
            });
            return presentMember(row, standing(subject, moment), { ...contact!, erased_at: null }, moment, subject);
          }),
        );
        const known = shown.map((member, n) => {
          if (!erased.has(member.contact_id)) return member;
          expect([null, expected[n]?.phone]).toContain(member.phone);
          return { ...member, phone: expected[n]?.phone ?? null, erased_at: null };
        });
        expect(known).toEqual(expected);
      }),
      runs,
    );
  });

  it('has the calls of its revision; what is personal of those that were erased since is gone', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (given) => {
        const workspace = await changing(given);
        const handler = new ExportCallsHandler(workspace.ports(given.rowsARead));
        const exported = await handler.execute(new ExportCalls(TEST_WORKSPACE, {}, SIGNAL));
        const shown = await everything(exported);
        const erased = erasedSince(workspace, exported.revision);
        const asOf = workspace.asOf.get(exported.revision)!;
        const expected = (await rowsOf.calls(asOf)).map(presentCall);
        const blank = <Call extends { readonly contact_id: string }>(call: Call) =>
          erased.has(call.contact_id) ? { ...call, ...NOTHING_PERSONAL, erased_at: null } : call;
        expect(shown.map(blank)).toEqual(expected.map(blank));
      }),
      runs,
    );
  });
});

it('a member that was reset, and is called while it is exported, has no attempts as of the revision', async () => {
  const change = (action: Change['action']): Change => ({ action, contact: 1, list: 0, salt: 1 });
  const called = [change('dispatch'), change('end'), change('complete')];
  const workspace = await changing({
    before: [change('import'), change('add'), ...called, change('reset')],
    meanwhile: called,
    ...{ pace: [1], follows: [true], told: false, indexFollows: true, rowsARead: 1 },
  });
  const exported = await new ExportMembersHandler(workspace.ports(1)).execute(
    new ExportMembers(TEST_WORKSPACE, LISTS[0], SIGNAL),
  );
  expect(await everything(exported)).toMatchObject([{ attempt_count: 0, attempts_today: 1 }]);
  const [row] = await rowsOf.members(workspace.rows);
  expect(row).toMatchObject({ attempt_count: 1 });
});
