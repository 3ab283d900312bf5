import { type AppliedOutcomeMessage, deliveryRequested } from './index.js';

const message: AppliedOutcomeMessage = {
  deliveryId: 'd1',
  workspaceId: 'w1',
  timestamp: '2030-01-01T00:00:05.000Z',
  outcome: { outcome_id: 'o1', outcome_name: 'Call “back”', outcome_type: 'action' },
  call: { call_id: 'c1', smart_list_id: null, sequence: 1, dispatched_at: '2030-01-01T00:00:00.000Z' },
  contact: { contact_id: 'k1', phone: '+12025550101' },
  destination: { destination_type: 'smart_list', destination_id: 'l1', destination_name: 'Spring' },
};

/** The whole body as in docs/reference/http-contract.md (The webhook): compact, with its fields in that order. */
const BODY =
  '{"type":"outcome.applied","timestamp":"2030-01-01T00:00:05.000Z","delivery_id":"d1","workspace_id":"w1",' +
  '"outcome":{"outcome_id":"o1","outcome_name":"Call “back”","outcome_type":"action"},' +
  '"call":{"call_id":"c1","smart_list_id":null,"sequence":1,"dispatched_at":"2030-01-01T00:00:00.000Z"},' +
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

it('additional fields of the input are not sent', () => {
  const outcome = { ...message.outcome, webhook_url: 'https://secret.example.com' };
  const contact = { ...message.contact, name: 'Ann' };
  expect(deliveryRequested('https://example.com/hook', { ...message, outcome, contact }).data.body).toBe(BODY);
});

it('the longest names fit into the 20 KB of a body', () => {
  const longest = '😀'.repeat(200);
  const escaped = '"'.repeat(200);
  for (const name of [longest, escaped]) {
    const { body } = deliveryRequested('https://example.com/hook', {
      ...message,
      outcome: { ...message.outcome, outcome_name: name },
      destination: { ...message.destination, destination_name: name },
    }).data;
    expect(Buffer.byteLength(body)).toBeLessThan(20_000);
  }
});
