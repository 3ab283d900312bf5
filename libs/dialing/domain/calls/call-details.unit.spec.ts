import type { DomainEvent } from '#kernel';
import {
  action,
  ANN,
  BOB,
  CALL,
  calls,
  completed,
  contactDeleted,
  DELIVERY,
  ended,
  event,
  INFORM,
  OTHER_CALL,
  registered,
  sold,
  SOLD,
  waiting,
  madeFor,
} from '../../testing/past.js';
import { applyOutcome } from './apply-outcome.js';
import type { CallDetails } from './call-details.js';
import { changeCall, endCall } from './call-life.js';
import { registerCall } from './register-call.js';

const LEASE = '2030-01-01T02:00:00.000Z';
const BEGUN = '2030-01-01T00:00:00.000Z';
const ALL: CallDetails = {
  agent_id: 'agent-7',
  reference: 'crm-1',
  notes: 'Asks for an offer.',
  duration_seconds: 95,
  recording_url: 'https://recordings.example.com/1.wav',
};
const recorded = (details: Partial<CallDetails>, call_id = CALL, contact_id = ANN): DomainEvent =>
  event('CallDetailsRecorded', { call_id, contact_id, dispatched_at: expect.any(String) as string, ...details });
const past = (details: Partial<CallDetails>, call_id = CALL, contact_id = ANN): DomainEvent =>
  event('CallDetailsRecorded', { call_id, contact_id, dispatched_at: BEGUN, ...details });
const begun = (...events: readonly DomainEvent[]) => calls(registered(LEASE), ...events);

describe('details of a call', () => {
  it('are recorded in the append of the request that gives them', () => {
    calls()
      .when(registerCall(CALL, { contactId: ANN }, ALL))
      .thenEvents([event('CallRegistered', expect.anything() as object), recorded(ALL)])
      .thenAnswer({ status: 201, body: { call: ALL } });
    begun()
      .when(changeCall(CALL, ALL))
      .thenEvents([recorded(ALL)])
      .thenAnswer({ status: 200, body: { call: ALL } });
  });

  it('that are left out stay, null clears, and what is as it was is not recorded', () => {
    const state = begun(past(ALL));
    const changes = { notes: null, agent_id: 'agent-7', duration_seconds: 96 };
    state
      .when(changeCall(CALL, changes))
      .thenEvents([recorded({ notes: null, duration_seconds: 96 })])
      .thenAnswer({ status: 200, body: { call: { ...ALL, notes: null, duration_seconds: 96 } } });
    begun(past(ALL)).when(changeCall(CALL, ALL)).thenEvents([]);
    begun()
      .when(changeCall(CALL, { notes: null }))
      .thenEvents([]);
  });

  it('come with the end, before it, and with its repetition', () => {
    begun()
      .when(endCall(CALL, 'busy', { duration_seconds: 0 }))
      .thenEvents([
        recorded({ duration_seconds: 0 }),
        event('CallEnded', expect.anything() as object),
        event('CallCompleted', expect.anything() as object),
      ]);
    waiting()
      .when(endCall(CALL, 'answered', { notes: 'late' }))
      .thenEvents([recorded({ notes: 'late' })]);
  });

  it('come with an outcome, and its webhook has them', () => {
    const then = calls(action(INFORM), registered(LEASE), past({ agent_id: 'agent-7' })).when(
      applyOutcome(CALL, INFORM, madeFor(DELIVERY), { notes: 'now' }),
    );
    const types = then.events().map(({ type }) => type);
    expect(types).toEqual(['CallDetailsRecorded', 'OutcomeApplied', 'DeliveryRequested']);
    const { body } = then.events().at(-1)!.data as { readonly body: string };
    expect(JSON.parse(body)).toMatchObject({
      call: { ...ALL, notes: 'now', reference: null, duration_seconds: null, recording_url: null },
    });
    waiting(sold)
      .when(applyOutcome(CALL, SOLD, madeFor(DELIVERY), { notes: 'sold' }))
      .thenAnswer({ body: { call: { notes: 'sold' } } });
  });

  it('of a call that does not exist are refused', () => {
    calls().when(changeCall(CALL, ALL)).thenRefused('not_found');
  });
});

describe('a reference', () => {
  it('is of one call', () => {
    const state = begun(past({ reference: 'crm-1' }), registered(LEASE, OTHER_CALL, BOB));
    state.when(changeCall(OTHER_CALL, { reference: 'crm-1' })).thenRefused('resource_conflict', '/reference');
    begun(past({ reference: 'crm-1' }))
      .when(registerCall(OTHER_CALL, { contactId: BOB }, { reference: 'crm-1' }))
      .thenRefused('resource_conflict', '/reference');
  });

  it.each(['crm-2', null])('does not change to %s', (reference) => {
    begun(past({ reference: 'crm-1' }))
      .when(changeCall(CALL, { reference }))
      .thenRefused('resource_conflict', '/reference');
  });
});

describe('notes and recordings', () => {
  const over = (...events: readonly DomainEvent[]) => begun(ended('answered'), completed('wrap_up'), ...events);
  const erased = [contactDeleted, event('ContactErased', { contact_id: ANN })];

  it.each([{ notes: 'no' }, { recording_url: 'https://example.com/no' }])(
    'of a contact that was erased are not kept: %j',
    (details) => {
      const [field] = Object.keys(details);
      over(...erased)
        .when(changeCall(CALL, details))
        .thenRefused('contact_erased', `/${field}`);
      const blank = event('CallsErased', { contact_id: ANN, call_ids: [CALL] });
      const again = event('ContactImported', { contact_id: ANN, phone: '+12025550109', name: null });
      const done = event('ContactErasureCompleted', { contact_id: ANN });
      over(...erased, blank, done, again)
        .when(changeCall(CALL, details))
        .thenRefused('contact_erased', `/${field}`);
    },
  );

  it('of a day whose personal data have ended are not kept, all else is', () => {
    const expired = event('PersonalDataExpired', { calls_before: '2030-01-02', deliveries_before: null });
    begun(expired)
      .when(changeCall(CALL, { notes: 'no' }))
      .thenRefused('resource_conflict', '/notes');
    begun(expired)
      .when(changeCall(CALL, { duration_seconds: 5, notes: null }))
      .thenEvents([recorded({ duration_seconds: 5 })]);
  });

  it('are gone with the phone of the call', () => {
    const blank = event('CallsErased', { contact_id: ANN, call_ids: [CALL] });
    begun(past(ALL), blank)
      .when(changeCall(CALL, {}))
      .thenEvents([])
      .thenAnswer({ body: { call: { ...ALL, phone: null, notes: null, recording_url: null } } });
  });
});
