import { byId, byPhone } from '../../support/api.js';
import { NO_CALL_DETAILS } from '../../support/call-details.js';
import { jsonOf } from '../../support/contract.js';
import { expectRefused } from '../../support/refused.js';
import { shareService } from '../../support/shared.js';
import type { Call } from '../../support/types.js';
import { until } from '../../support/until.js';
import { nextPhone, TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const service = shareService();
/** A workspace without outcomes, and one with a disposition. */
let plain: TestWorkspace;
let closing: TestWorkspace;
beforeAll(async () => {
  [plain, closing] = [await TestWorkspace.make(service()), await TestWorkspace.make(service())];
  await closing.api.createOutcome();
});

const LATER = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const OWN_ID = '018F4B2A-0000-7000-8000-0000000000AA';
const secondsBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1_000;
const post = (path: string, json?: object) => ({ method: 'POST', path, ...(json && { json }) });

describe('a registered call', () => {
  it('[api call] [api endpoints POST /calls] [api rules/location] 201 with the call and its Location', async () => {
    const [contact] = await plain.contacts(1);
    const answer = await plain.client.post('/calls', {
      contact_id: contact!.contact_id.toUpperCase(),
      call_id: OWN_ID,
    });
    const id = OWN_ID.toLowerCase();
    expect([answer.status, answer.headers.location]).toEqual([201, `/calls/${id}`]);
    const { call } = jsonOf(answer) as { call: Call };
    expect(call).toEqual({
      call_id: id,
      ...contact!,
      smart_list_id: null,
      state: 'in_progress',
      result: null,
      attempt_number: null,
      snapshot: null,
      ...NO_CALL_DETAILS,
      outcomes: [],
      dispatched_at: LATER,
      lease_expires_at: LATER,
      ended_at: null,
      completed_at: null,
      erased_at: null,
    });
    expect(secondsBetween(call.dispatched_at, call.lease_expires_at)).toBe(7_200);
  });

  it('[api endpoints GET /calls/{callId}] reads like the answer, with an id in any case', async () => {
    const call = await plain.call();
    expect(call.call_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    for (const id of [call.call_id, call.call_id.toUpperCase()]) expect(await plain.api.call(id)).toEqual(call);
  });

  it('[api contact phone] names the contact that the phone number resolves to', async () => {
    const phone = nextPhone();
    const { contacts } = await plain.api.importContacts([{ phone }, { phone }]);
    expect((await plain.api.registerCall({ phone })).contact_id).toBe(contacts[0]!.contact_id);
  });

  it('is refused for an unknown contact, one that is in a call, or a used id', async () => {
    const [gone, free] = await plain.contacts(2);
    await plain.api.deleteContact(gone!.contact_id);
    const call = await plain.call();
    for (const [json, code, pointer] of [
      [{ contact_id: UNKNOWN_ID }, 'invalid_reference', '/contact_id'],
      [{ phone: nextPhone() }, 'invalid_reference', '/phone'],
      [byId(gone!), 'invalid_reference', '/contact_id'],
      [byId(call), 'call_state_conflict', undefined],
      [byPhone(call), 'call_state_conflict', undefined],
      [{ ...byId(free!), call_id: call.call_id }, 'resource_conflict', '/call_id'],
    ] as const) {
      await expectRefused(plain, post('/calls', json), { code, ...(pointer && { pointer }) });
    }
    await plain.api.endCall(call.call_id, 'busy');
    expect((await plain.api.registerCall(byId(call))).state).toBe('in_progress');
  });

  it.each([
    [{}, '', 'required'],
    [{ contact_id: UNKNOWN_ID, phone: '+12025550101' }, '', 'not_allowed_value'],
    [{ contact_id: 'x' }, '/contact_id', 'invalid_format'],
    [{ contact_id: null }, '/contact_id', 'wrong_type'],
    [{ phone: '0123' }, '/phone', 'invalid_format'],
    [{ phone: '+12025550101', call_id: 'x' }, '/call_id', 'invalid_format'],
    [{ phone: '+12025550101', call_id: null }, '/call_id', 'wrong_type'],
    [{ phone: '+12025550101', smart_list_id: UNKNOWN_ID }, '/smart_list_id', 'unknown_field'],
  ])('of the shape %j is refused', async (json, pointer, rule) => {
    await expectRefused(plain, post('/calls', json), { code: 'validation_failed', pointer, rule });
  });

  it('stays open when its contact is deleted', async () => {
    const call = await plain.call();
    await plain.api.deleteContact(call.contact_id);
    expect(await plain.api.call(call.call_id)).toEqual(call);
    expect(await plain.api.endCall(call.call_id, 'answered')).toMatchObject({ state: 'completed', phone: call.phone });
  });
});

describe('a call in progress', () => {
  it('[api endpoints POST /calls/{callId}/heartbeat] extends the lease; is refused after the end', async () => {
    const call = await closing.call();
    const beaten = await closing.api.heartbeat(call.call_id);
    expect(beaten).toEqual({ ...call, lease_expires_at: LATER });
    expect(beaten.lease_expires_at > call.lease_expires_at).toBe(true);
    await closing.api.endCall(call.call_id, 'answered');
    await expectRefused(closing, post(`/calls/${call.call_id}/heartbeat`), { code: 'call_state_conflict' });
  });

  it('[api endpoints POST /calls/{callId}/end] waits for a disposition; is repeatable', async () => {
    const call = await closing.call();
    const ended = await closing.api.endCall(call.call_id, 'no_answer');
    expect(ended).toEqual({ ...call, state: 'ended', result: 'no_answer', ended_at: LATER });
    expect(await closing.api.endCall(call.call_id, 'no_answer')).toEqual(ended);
    await expectRefused(closing, post(`/calls/${call.call_id}/end`, { result: 'busy' }), {
      code: 'call_state_conflict',
    });
    expect(await closing.api.call(call.call_id)).toEqual(ended);
  });

  it('is completed at once if no disposition exists, or with the result not_placed', async () => {
    for (const [workspace, result] of [
      [plain, 'answered'],
      [closing, 'not_placed'],
    ] as const) {
      const call = await workspace.call();
      const ended = await workspace.api.endCall(call.call_id, result);
      expect(ended).toMatchObject({ state: 'completed', result, ended_at: LATER, completed_at: ended.ended_at });
    }
  });

  it.each(['lost', 'ANSWERED', '', null, 5, undefined])('a result of %j is refused', async (result) => {
    const call = await plain.call();
    const path = `/calls/${call.call_id}/end`;
    await expectRefused(plain, post(path, { result }), { code: 'validation_failed', pointer: '/result' });
  });

  it('is completed at the end of its wrap-up time, by the settings at its end', async () => {
    const quick = await TestWorkspace.make(service(), { wrap_up_seconds: 0, lease_seconds: 10 });
    await quick.api.createOutcome();
    const call = await quick.call();
    expect(secondsBetween(call.dispatched_at, call.lease_expires_at)).toBe(10);
    expect((await quick.api.endCall(call.call_id, 'answered')).state).toBe('ended');
    await until('it is completed', async () => (await quick.api.call(call.call_id)).state === 'completed');
    const { completed_at, ended_at } = await quick.api.call(call.call_id);
    expect(completed_at! >= ended_at!).toBe(true);
  });
});

it('of concurrent registrations for one contact one succeeds', async () => {
  const [contact] = await plain.contacts(1);
  const answers = await Promise.all(Array.from({ length: 10 }, () => plain.client.post('/calls', byId(contact!))));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
});
