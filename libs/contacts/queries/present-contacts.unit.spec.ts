import { CALLS } from '#dialing/domain';
import { type Collection, instant, type Row } from '#kernel';
import { TEST_START, TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { MemoryReadModel } from '#read-model/testing';
import type { WorkspaceRow } from '#workspaces/domain';
import { type ContactRow, CONTACTS } from '../domain/index.js';
import { presentContacts } from './present-contacts.js';

const [ANN, BOB, EVE] = [id(101), id(102), id(103)] as const;
const [PHONE, OTHER] = ['+12025550101', '+12025550102'] as const;
const WINDOWS = [
  { attempts: 2, hours: 1 },
  { attempts: 3, hours: 24 },
];
const hours = (count: number) => instant(TEST_START + count * 3_600_000);

const contact = (contact_id: string, phone: string) =>
  ({
    contact_id,
    phone,
    further_phones: [],
    attributes: '{}',
    time_zone: null,
    phone_zones: [],
  }) as unknown as ContactRow;
const CONTACTS_SHOWN = [contact(ANN, PHONE), contact(BOB, PHONE), contact(EVE, OTHER)];

interface Call {
  readonly of: string;
  readonly phone: string;
  /** In hours from the start. */
  readonly at: number;
  readonly result?: string;
  readonly snapshot?: object | null;
}

/** When each contact is capped at an instant, and how often rows were read. */
async function shownAt(
  at: number,
  windows: WorkspaceRow['contact_windows'],
  ...calls: readonly Call[]
): Promise<{ readonly caps: readonly (string | null)[]; readonly reads: number }> {
  const model = new MemoryReadModel();
  const put = (collection: Collection, key: readonly string[], document: object) => ({
    ...{ collection, key: [TEST_WORKSPACE, ...key] },
    document: { workspace_id: TEST_WORKSPACE, ...document } as unknown as Row,
  });
  await model.putRows([
    ...CONTACTS_SHOWN.map((row) => put(CONTACTS, [row.contact_id], row)),
    ...calls.map(({ of: contact_id, phone, at: hour, result = 'busy', snapshot = {} }, number) => {
      const row = { call_id: id(number), contact_id, dialed_number: phone, dispatched_at: hours(hour), number };
      return put(CALLS, [id(number)], { ...row, result, snapshot });
    }),
  ]);
  let reads = 0;
  const merge: MemoryReadModel['merge'] = (collection, options) => {
    reads += 1;
    return model.merge(collection, options);
  };
  const readModel = { getMany: model.getMany.bind(model), merge };
  const workspace = { workspace_id: TEST_WORKSPACE, time_zone: 'UTC', contact_windows: windows, number_key: null };
  const now = () => (windows ? Promise.resolve(hours(at)) : Promise.reject(new Error('asked for the time')));
  const shown = await presentContacts(readModel, workspace as unknown as WorkspaceRow, CONTACTS_SHOWN, now);
  return { caps: shown.map(({ capped_until }) => capped_until), reads };
}

const toAnn = (at: number, more: Partial<Call> = {}): Call => ({ of: ANN, phone: PHONE, at, ...more });

it('contacts of a workspace without limits are not capped, and nothing is read for that', async () => {
  const calls = [toAnn(-0.2), toAnn(-0.1)];
  expect(await shownAt(0, null, ...calls)).toEqual({ caps: [null, null, null], reads: 0 });
});

it('a contact is capped until the last full window has room again, and so is everybody with its number', async () => {
  expect(await shownAt(0, WINDOWS, toAnn(-0.5))).toMatchObject({ caps: [null, null, null] });
  expect(await shownAt(0, WINDOWS, toAnn(-0.5), toAnn(-0.25))).toEqual({
    caps: [hours(0.5), hours(0.5), null],
    reads: 2,
  });
  const thrice = [toAnn(-20), toAnn(-0.5), toAnn(-0.25)];
  expect(await shownAt(0, WINDOWS, ...thrice)).toMatchObject({ caps: [hours(4), hours(4), null] });
});

it('attempts go with the contact and with the number that was dialed', async () => {
  const atOther = [toAnn(-0.5, { phone: OTHER }), toAnn(-0.25, { phone: OTHER })];
  expect(await shownAt(0, WINDOWS, ...atOther)).toMatchObject({ caps: [hours(0.5), null, hours(0.5)] });
});

it('a cap that is over is none, from its last instant on', async () => {
  const calls = [toAnn(-0.5), toAnn(-0.25)];
  expect(await shownAt(0.5, WINDOWS, ...calls)).toMatchObject({ caps: [null, null, null] });
  expect(await shownAt(0.49, WINDOWS, ...calls)).toMatchObject({ caps: [hours(0.5), hours(0.5), null] });
});

it('registered calls and those that were not placed are no attempts', async () => {
  const calls = [toAnn(-0.5, { result: 'not_placed' }), toAnn(-0.25, { snapshot: null }), toAnn(-0.1)];
  expect(await shownAt(0, WINDOWS, ...calls)).toMatchObject({ caps: [null, null, null] });
});
