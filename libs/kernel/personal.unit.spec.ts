import { recorded } from './testing/index.js';
import {
  contactSubject,
  dayKindOf,
  daySubject,
  EventSchemas,
  type PersonalFields,
  subjectsBefore,
  valuesAt,
  withValuesAt,
} from './index.js';

const personal: PersonalFields = {
  fields: ['phone', 'attempt.response_body'],
  subjects: ({ data, metadata }) =>
    'contact_id' in data ? [contactSubject('ann'), daySubject('calls', metadata.occurred_at)] : [],
};
const schemas = new EventSchemas([
  { type: 'Called', version: 1, personal },
  { type: 'Rested', version: 1 },
]);
const bytesOfSealing = (data: object, type = 'Called') => schemas.bytesOfSealing(recorded({ type, data }, 0));

it('subjects are people, and days in UTC', () => {
  expect([contactSubject('ann'), daySubject('calls', '2030-01-31T23:59:59.999Z')]).toEqual([
    'contact:ann',
    'calls:2030-01-31',
  ]);
});

it('the days of a kind before a day are a range of their subjects', () => {
  const [first, end] = subjectsBefore('calls', '2030-01-31');
  const isWithin = (subject: string) => first <= subject && subject < end;
  expect(['2029-12-31', '2030-01-30', '2030-01-31', '2030-02-01'].map((day) => isWithin(`calls:${day}`))).toEqual([
    ...[true, true, false, false],
  ]);
  expect([isWithin('deliveries:2029-12-31'), isWithin('answers:2029-12-31'), isWithin('contact:ann')]).toEqual([
    ...[false, false, false],
  ]);
  expect([dayKindOf('answers:2030-01-31'), dayKindOf(contactSubject('calls:2030'))]).toEqual(['answers', undefined]);
});

it('values are found at their paths, and only those that say something', () => {
  const data = { phone: null, attempt: { at: 1, response_body: '' }, name: 'Ann' };
  expect(valuesAt(data, ['phone', 'attempt.response_body', 'name', 'none', 'name.none'])).toEqual({
    'attempt.response_body': '',
    name: 'Ann',
  });
  expect(valuesAt({ phone: null, attempt: null }, personal.fields)).toBeUndefined();
});

it('values return to their paths, and neither the order of fields nor the original changes', () => {
  const data = { a: 1, phone: null, attempt: { response_body: null, at: 1 }, b: 2 };
  const before = JSON.stringify(data);
  const filled = withValuesAt(data, { phone: '+1', 'attempt.response_body': 'busy' });
  expect(JSON.stringify(filled)).toBe('{"a":1,"phone":"+1","attempt":{"response_body":"busy","at":1},"b":2}');
  expect(JSON.stringify(data)).toBe(before);
});

it('nothing is gained by events without personal data, or without subjects', () => {
  expect(bytesOfSealing({ contact_id: 'ann', phone: '+1' })).toBeGreaterThan(80);
  expect(bytesOfSealing({ contact_id: 'ann', phone: null })).toBe(0);
  expect(bytesOfSealing({ phone: '+1' })).toBe(0);
  expect(bytesOfSealing({ contact_id: 'ann', phone: '+1' }, 'Rested')).toBe(0);
});
