import { recorded } from '#kernel/testing';
import {
  type AppliedOutcomeMessage,
  contactErasedRequested,
  DELIVERY_SCHEMAS,
  DELIVERY_USE,
  deliveryRequested,
  ToldReceivers,
} from './index.js';

const message: AppliedOutcomeMessage = {
  deliveryId: 'd1',
  workspaceId: 'w1',
  timestamp: '2030-01-01T00:00:05.000Z',
  outcome: { outcome_id: 'o1', outcome_name: 'Call “back”', outcome_type: 'action' },
  call: {
    ...{ call_id: 'c1', smart_list_id: null, sequence: 1, dispatched_at: '2030-01-01T00:00:00.000Z' },
    ...{ agent_id: 'agent-7', reference: 'crm-1', notes: 'Wants an offer.', duration_seconds: 95, recording_url: null },
  },
  contact: { contact_id: 'k1', phone: '+12025550101' },
  destination: { destination_type: 'smart_list', destination_id: 'l1', destination_name: 'Spring' },
};

/** The whole body as in docs/reference/http-contract.md (The webhook): compact, with its fields in that order. */
const BODY =
  '{"type":"outcome.applied","timestamp":"2030-01-01T00:00:05.000Z","delivery_id":"d1","workspace_id":"w1",' +
  '"outcome":{"outcome_id":"o1","outcome_name":"Call “back”","outcome_type":"action"},' +
  '"call":{"call_id":"c1","smart_list_id":null,"sequence":1,"dispatched_at":"2030-01-01T00:00:00.000Z",' +
  '"agent_id":"agent-7","reference":"crm-1","notes":"Wants an offer.","duration_seconds":95,"recording_url":null},' +
  '"contact":{"contact_id":"k1","phone":"+12025550101"},' +
  '"destination":{"destination_type":"smart_list","destination_id":"l1","destination_name":"Spring"}}';

it('a delivery contains the bytes that every attempt sends', () => {
  expect(deliveryRequested('https://example.com/hook', message)).toEqual({
    type: 'DeliveryRequested',
    data: {
      delivery_id: 'd1',
      outcome_id: 'o1',
      call_id: 'c1',
      contact_id: 'k1',
      webhook_url: 'https://example.com/hook',
      body: BODY,
    },
  });
});

it('a message is sealed under the day of its request and under its contact, unless nobody is told of', () => {
  const { personal } = DELIVERY_SCHEMAS.find(({ type }) => type === 'DeliveryRequested')!;
  const { data } = deliveryRequested('https://example.com/hook', message);
  const subjects = (more: object) =>
    personal!.subjects(
      recorded({ type: 'DeliveryRequested', data: { ...data, ...more } }, 1, { at: message.timestamp }),
    );
  const number = { contact_id: '', message_type: 'do_not_call.added' };
  expect(subjects({})).toEqual(['contact:k1', 'deliveries:2030-01-01']);
  expect(subjects({ ...number, contact_id: 'k1' })).toEqual(['contact:k1', 'deliveries:2030-01-01']);
  expect(subjects(number)).toEqual(['deliveries:2030-01-01']);
  expect(subjects({ ...number, message_type: 'list.drained' })).toEqual([]);
});

it('additional fields of the input are not sent', () => {
  const outcome = { ...message.outcome, webhook_url: 'https://secret.example.com' };
  const contact = { ...message.contact, name: 'Ann' };
  expect(deliveryRequested('https://example.com/hook', { ...message, outcome, contact }).data.body).toBe(BODY);
});

it('the longest texts fit into the 20 KB of a body', () => {
  for (const character of ['😀', '"', '\n']) {
    const name = character.repeat(200);
    const notes = character.repeat(2_000);
    const [agent_id, reference] = [character.repeat(100), character.repeat(128)];
    const call = { ...message.call, agent_id, reference, notes, recording_url: `https://${'a'.repeat(2_040)}` };
    const { body } = deliveryRequested('https://example.com/hook', {
      ...message,
      call,
      outcome: { ...message.outcome, outcome_name: name },
      destination: { ...message.destination, destination_name: name },
    }).data;
    expect(Buffer.byteLength(body)).toBeLessThan(20_000);
  }
});

describe('the message that a contact was erased', () => {
  const told = (webhook_url: string, number: number) => {
    return { webhook_url, endpoint_id: '', outcome_id: `o${number}`, call_id: `c${number}`, number };
  };

  it('has the id of the contact and when it was erased, and nothing else of it', () => {
    const about = { deliveryId: 'd1', workspaceId: 'w1', contactId: 'k1', erasedAt: '2030-01-01T00:00:05.000Z' };
    expect(contactErasedRequested(told('https://example.com/hook', 3), about).data).toEqual({
      delivery_id: 'd1',
      outcome_id: 'o3',
      call_id: 'c3',
      contact_id: '',
      webhook_url: 'https://example.com/hook',
      message_type: 'contact.erased',
      body:
        '{"type":"contact.erased","timestamp":"2030-01-01T00:00:05.000Z","delivery_id":"d1","workspace_id":"w1",' +
        '"contact":{"contact_id":"k1","erased_at":"2030-01-01T00:00:05.000Z"}}',
    });
  });

  it('goes to every URL once, that of its last delivery, in the order of these', () => {
    const receivers = new ToldReceivers();
    receivers.add([told('https://a/', 1), told('https://b/', 2)]);
    receivers.add([told('https://a/', 3), told('https://c/', 4)]);
    expect(receivers.all()).toEqual([told('https://b/', 2), told('https://a/', 3), told('https://c/', 4)]);
  });

  it('counts against no quota when it is first requested', () => {
    const about = { deliveryId: 'd1', workspaceId: 'w1', contactId: 'k1', erasedAt: '2030-01-01T00:00:05.000Z' };
    const { data } = contactErasedRequested(told('https://a/', 3), about);
    const step = DELIVERY_USE.steps['DeliveryRequested'] as (of: object) => number;
    expect([
      step(data),
      step({ ...data, redelivery_of: 'd0' }),
      step(deliveryRequested('https://a/', message).data),
    ]).toEqual([0, 1, 1]);
  });
});
