import { instant } from '#kernel';
import { compare, type Forgotten } from './differences.js';

const FORGOTTEN: Forgotten = {
  contacts: new Set(['erased']),
  deliveries: new Set(['of erased']),
  tokens: new Set(['forgetting']),
  responsesBefore: instant(Date.parse('2030-03-09')),
};

function compared(then: object, past: object, { token = 'key', status = 200, path = '/' } = {}) {
  const recorded = { path, token, status: 200, body: JSON.stringify(then) };
  return compare(recorded, { status, body: JSON.stringify(past) }, FORGOTTEN);
}

const contact = (contact_id: string, phone: string | null) => ({ contacts: [{ contact_id, phone, created_at: 'c' }] });
const delivery = (delivery_id: string, response_body: string | null, at = '2030-03-09T07:00:00.000Z') => ({
  deliveries: [{ delivery_id, call_id: 'one', attempts: [{ at, status: 200, response_body }] }],
});

describe('an answer of then and one of a past', () => {
  it('are the same if every byte is, but for the id of the request and the last use of a key', () => {
    const key = (id: string, used: string | null) => ({ request_id: id, api_keys: [{ last_used_at: used }, {}] });
    expect(compared(key('1', null), key('2', '2030-03-09T07:00:00.000Z'))).toBe('same');
    expect(compared({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe('different');
    expect(compared({ a: 1 }, { a: 1 }, { status: 404 })).toBe('different');
  });

  it('may lack the phone and the name of a contact that was erased, and of no other one', () => {
    expect(compared(contact('erased', '+1'), contact('erased', null))).toBe('erased');
    expect(compared(contact('kept', '+1'), contact('kept', null))).toBe('different');
    expect(compared(contact('erased', '+1'), { contacts: [] })).toBe('different');
  });

  it('may explain a contact that was erased, and no other one, as if its clocks were not known', () => {
    const explained = (value: string, eligible: boolean, attempts = 1) => ({
      eligible,
      gates: [
        { gate: 'attempts', value: attempts },
        { gate: 'calling_hours', value },
      ],
    });
    const path = (contact: string) => ({ path: `/smart-lists/1/members/${contact}/explain` });
    const [known, unknown] = [explained('open', true), explained('closed', false)];
    expect(compared(known, unknown, path('erased'))).toBe('erased');
    expect(compared(known, unknown, path('kept'))).toBe('different');
    expect(compared(known, explained('open', true, 2), path('erased'))).toBe('different');
  });

  it('may lack the responses to webhooks about that contact', () => {
    expect(compared(delivery('of erased', 'Thanks'), delivery('of erased', null))).toBe('erased');
    expect(compared(delivery('other', 'Thanks'), delivery('other', null))).toBe('different');
  });

  it('may lack responses that have ended by their age', () => {
    const at = '2030-03-08T07:00:00.000Z';
    expect(compared(delivery('other', 'Thanks', at), delivery('other', null, at))).toBe('erased');
  });

  it('may lack phones of calls and responses of a workspace where their days are over', () => {
    const call = (phone: string | null) => ({ call: { call_id: 'one', contact_id: 'kept', phone } });
    const token = 'forgetting';
    expect(compared(call('+1'), call(null), { token })).toBe('erased');
    expect(compared(delivery('other', 'Thanks'), delivery('other', null), { token })).toBe('erased');
    expect(compared(contact('kept', '+1'), contact('kept', null), { token })).toBe('different');
    expect(compared(call('+1'), call(null))).toBe('different');
  });
});
