import { byId } from '../../support/api.js';
import { success } from '../../support/client.js';
import { expectRefused } from '../../support/refused.js';
import { shareService } from '../../support/shared.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const service = shareService();

interface Dispatched {
  readonly call_id: string;
  readonly contact_id: string;
  readonly smart_list_id: string | null;
  readonly snapshot: { readonly scope: { readonly smart_list_id: string | null } };
}

/** A workspace with a list of four contacts, and one of a higher priority with a fifth. */
async function dialing() {
  const workspace = await TestWorkspace.make(service());
  const { api, client } = workspace;
  const contacts = await workspace.contacts(5);
  const low = await api.createList({ priority: 'low', min_retry_seconds: 0 });
  const high = await api.createList({ priority: 'high', min_retry_seconds: 0 });
  await api.addMembers(low.smart_list_id, contacts.slice(0, 4).map(byId));
  await api.addMembers(high.smart_list_id, [byId(contacts[4]!)]);
  const next = async (body: object): Promise<readonly Dispatched[]> =>
    success<{ calls: readonly Dispatched[] }>(await client.post('/dialer/next', body), 200).calls;
  const preview = async (query: string): Promise<readonly Dispatched[]> =>
    (await client.read<{ next: readonly Dispatched[] }>(`/dialer/preview?${query}`)).next;
  /** Calls whom a request gives, and ends the calls. @returns the places of the contacts */
  const call = async (body: object): Promise<readonly number[]> => {
    const calls = await next(body);
    for (const { call_id } of calls) await api.endCall(call_id, 'busy');
    return calls.map(({ contact_id }) => contacts.findIndex((each) => each.contact_id === contact_id));
  };
  return { workspace, contacts, low, high, next, preview, call };
}

it('[dialing the-next-contact] [api endpoints POST /dialer/next] one list alone, in a round of its own', async () => {
  const { workspace, contacts, low, high, next, preview, call } = await dialing();
  const [ofLow, ofHigh] = [{ smart_list_id: low.smart_list_id }, { smart_list_id: high.smart_list_id }];
  expect(await preview(`limit=9&smart_list_id=${low.smart_list_id}`)).toMatchObject(
    contacts.slice(0, 4).map(({ contact_id }) => ({ contact_id, ...ofLow, attempt_number: 1 })),
  );
  expect(await call({ ...ofLow, limit: 2 })).toEqual([0, 1]);
  expect(await call({})).toEqual([4]);
  const [third] = await next(ofLow);
  expect(third).toMatchObject({ contact_id: contacts[2]!.contact_id, ...ofLow, snapshot: { scope: ofLow } });
  // While the only member of the higher list is called, the round of the workspace begins at the top of the lower one.
  const [fifth, first] = await next({ limit: 2 });
  expect([fifth, first]).toMatchObject([
    { ...ofHigh, snapshot: { scope: { smart_list_id: null } } },
    { contact_id: contacts[0]!.contact_id },
  ]);
  expect(await next(ofHigh)).toEqual([]);
  for (const { call_id } of [third!, fifth!, first!]) await workspace.api.endCall(call_id, 'busy');
  expect(await call({ ...ofLow, limit: 4 })).toEqual([3, 0, 1, 2]);
  await workspace.api.changeList(low.smart_list_id, { priority: 'highest' });
  expect(await call({ ...ofLow })).toEqual([3]);
});

it('[dialing the-next-contact] nobody of a list that is paused, and nobody without a list', async () => {
  const { workspace, low, next, preview } = await dialing();
  await workspace.contacts(1);
  const empty = await workspace.api.createList();
  expect(await next({ smart_list_id: empty.smart_list_id })).toEqual([]);
  await workspace.api.changeList(low.smart_list_id, { paused: true });
  expect(await next({ smart_list_id: low.smart_list_id })).toEqual([]);
  expect(await preview(`smart_list_id=${low.smart_list_id}`)).toEqual([]);
});

it('[dialing the-next-contact] a list that does not exist, or is not one of the workspace, is refused', async () => {
  const { workspace } = await dialing();
  const foreign = await (await TestWorkspace.make(service())).api.createList();
  const deleted = await workspace.api.createList();
  await workspace.api.deleteList(deleted.smart_list_id);
  for (const id of [UNKNOWN_ID, foreign.smart_list_id, deleted.smart_list_id]) {
    const refusal = { code: 'invalid_reference', pointer: '/smart_list_id' };
    await expectRefused(workspace, { method: 'POST', path: '/dialer/next', json: { smart_list_id: id } }, refusal);
    await expectRefused(workspace, { method: 'GET', path: `/dialer/preview?smart_list_id=${id}` }, refusal);
  }
  const malformed = { code: 'validation_failed', pointer: '/smart_list_id', rule: 'invalid_format' };
  const json = { smart_list_id: 'spring' };
  await expectRefused(workspace, { method: 'POST', path: '/dialer/next', json }, malformed);
});
