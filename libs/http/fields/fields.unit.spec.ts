import fc from 'fast-check';
import { PartialType } from '@nestjs/swagger';
import { IsEmail } from 'class-validator';
import { codePoints } from '#kernel';
import type { FieldError } from '#kernel';
import { ListOf, Nested, OneOfList, UuidList } from './lists.js';
import { namedEnum } from './named-enum.js';
import { OneKeyOf } from './one-key-of.js';
import { RecordReader } from './record-reader.js';
import { InstantField, PhoneField, Text, UuidField } from './text.js';
import { BooleanField, Integer, IntegerStep, namedSteps, OneOf } from './values.js';

const ID = '0198F4B2-7C1E-7A3B-9D4E-5F60718293A4';

@OneKeyOf('contact_id', 'phone')
class Reference {
  @UuidField({ optional: true })
  contact_id?: string;

  @PhoneField({ optional: true })
  phone?: string;
}

class Limits {
  @Integer({ min: 1, max: 10 })
  requests!: number;
}

class Opening {
  @Text({ min: 5, max: 5, form: 'Must be a time HH:MM.' })
  from!: string;
}

class Thing {
  @Text({ min: 1, max: 5 })
  name!: string;

  @Text({ min: 0, max: 20, multiline: true, optional: true, nullable: true })
  description?: string | null;

  @Integer({ min: -5, max: 1000, optional: true, nullable: true })
  cap?: number | null;

  @IntegerStep(namedSteps('Timeout', { min: 15, max: 60, step: 5 }), { optional: true })
  timeout?: number;

  @OneOf(namedEnum('Urgency', ['low', 'high']), { optional: true })
  priority?: string;

  @BooleanField({ optional: true })
  enabled?: boolean;

  @InstantField({ optional: true })
  expires_at?: string;

  @UuidList({ min: 1, max: 3, unique: true, optional: true })
  ids?: string[];

  @OneOfList(namedEnum('Right', ['a:read', 'a:write']), { min: 1, max: 2, unique: true, optional: true })
  scopes?: string[];

  @ListOf(() => Reference, { min: 1, max: 2, optional: true })
  members?: Reference[];

  @Nested(() => Limits, { optional: true })
  limits?: Limits;
}

function read(value: unknown, type: new () => object = Thing): { record: unknown; errors: string[] } {
  const errors: FieldError[] = [];
  const record = RecordReader.of(type).read(value, errors);
  return { record, errors: errors.map(({ pointer, code }) => `${pointer} ${code}`) };
}

const errorsOf = (fields: object): string[] => read({ name: 'x', ...fields }).errors;
const valueOf = (fields: object): unknown => {
  const { record, errors } = read({ name: 'x', ...fields });
  expect(errors).toEqual([]);
  return (record as Record<string, unknown>)[Object.keys(fields)[0]!];
};

describe('fields of a body', () => {
  it('are converted to their stored form and class; absent ones stay absent', () => {
    const { record } = read({ name: ' e\u0301 ', ids: [ID], cap: null });
    expect(record).toBeInstanceOf(Thing);
    expect({ ...(record as object) }).toEqual({ name: 'é', ids: [ID.toLowerCase()], cap: null });
  });

  it.each([
    ['no object at all', [], [' wrong_type']],
    ['null', null, [' wrong_type']],
    ['a text', 'x', [' wrong_type']],
    ['nothing in it', {}, ['/name required']],
    ['null where it is no value', { name: null }, ['/name wrong_type']],
    [
      'several mistakes',
      { name: 7, cap: 'x', other: 1 },
      ['/name wrong_type', '/cap wrong_type', '/other unknown_field'],
    ],
    ['a name that needs escaping', { name: 'x', 'a/b~c': 1 }, ['/a~1b~0c unknown_field']],
  ])('refuse %s', (_what, body, expected) => {
    expect(read(body).errors).toEqual(expected);
  });

  it('tell the form of a text that has one, rather than its length', () => {
    for (const from of ['', '9:00', '09:00 ☎']) {
      const errors: FieldError[] = [];
      RecordReader.of(Opening).read({ from }, errors);
      expect(errors.map(({ detail }) => detail)).toEqual(['Must be a time HH:MM.']);
    }
  });

  it.each([
    [{ name: '' }, '/name too_short'],
    [{ name: '   ' }, '/name too_short'],
    [{ name: 'abcdef' }, '/name too_long'],
    [{ name: 'a\tb' }, '/name invalid_characters'],
    [{ name: 'a\u0085' }, '/name invalid_characters'],
    [{ name: '\ud800' }, '/name invalid_characters'],
    [{ description: 'a\u0000' }, '/description invalid_characters'],
    [{ cap: '5' }, '/cap wrong_type'],
    [{ cap: true }, '/cap wrong_type'],
    [{ cap: 1.5 }, '/cap not_an_integer'],
    [{ cap: 1001 }, '/cap out_of_range'],
    [{ cap: Number.POSITIVE_INFINITY }, '/cap out_of_range'],
    [{ timeout: 17 }, '/timeout not_allowed_value'],
    [{ timeout: 65 }, '/timeout out_of_range'],
    [{ timeout: null }, '/timeout wrong_type'],
    [{ priority: 'HIGH' }, '/priority not_allowed_value'],
    [{ priority: ['high'] }, '/priority wrong_type'],
    [{ enabled: 1 }, '/enabled wrong_type'],
    [{ expires_at: '2025-02-30T00:00:00Z' }, '/expires_at invalid_format'],
    [{ expires_at: '2025-02-28T24:00:00Z' }, '/expires_at invalid_format'],
    [{ expires_at: '2025-01-01' }, '/expires_at invalid_format'],
    [{ expires_at: '2025-01-01T10:00:00' }, '/expires_at invalid_format'],
    [{ ids: [] }, '/ids too_short'],
    [{ ids: [ID, ID, ID, ID] }, '/ids too_long'],
    [{ ids: [ID, ID.toLowerCase()] }, '/ids/1 duplicate'],
    [{ ids: 'x' }, '/ids wrong_type'],
    [{ ids: ['x'] }, '/ids/0 invalid_format'],
    [{ scopes: ['b:read'] }, '/scopes/0 not_allowed_value'],
    [{ members: [[]] }, '/members/0 wrong_type'],
    [{ members: [{ phone: '+43' }, {}] }, '/members/1 required'],
    [{ members: [{ phone: '+43', contact_id: ID }] }, '/members/0 not_allowed_value'],
    [{ members: [{ phone: '043' }] }, '/members/0/phone invalid_format'],
    [{ members: [{ phone: '+43', toString: 1 }] }, '/members/0/toString unknown_field'],
    [{ limits: { requests: 0 } }, '/limits/requests out_of_range'],
    [{ limits: [] }, '/limits wrong_type'],
  ])('refuse %j', (fields, expected) => {
    expect(errorsOf(fields)).toEqual([expected]);
  });

  it.each(['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'])(
    'refuse a name with the direction control %j, and keep it in a text of several lines',
    (control) => {
      expect(errorsOf({ name: `a${control}b` })).toEqual(['/name invalid_characters']);
      expect(valueOf({ description: `a${control}b` })).toBe(`a${control}b`);
    },
  );

  it('accept values at the limits', () => {
    expect(valueOf({ name: '🎉🎉🎉🎉🎉' })).toBe('🎉🎉🎉🎉🎉');
    expect(valueOf({ description: 'a\tb\r\nc' })).toBe('a\tb\r\nc');
    // The marks LRM, RLM and ALM occur in Hebrew and Arabic names.
    expect(valueOf({ name: 'a\u200e\u200f\u061cb' })).toBe('a\u200e\u200f\u061cb');
    expect(Object.is(valueOf({ cap: -0 }), 0)).toBe(true);
    expect(valueOf({ cap: 1e3 })).toBe(1000);
    expect(valueOf({ timeout: 60 })).toBe(60);
    expect(valueOf({ expires_at: '2025-06-01T02:00:00+02:00' })).toBe('2025-06-01T00:00:00.000Z');
  });

  it('count code points, after trimming and NFC', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
        const stored = text.trim().normalize('NFC');
        const clean = !/\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/u.test(text);
        const fits = clean && codePoints(stored) >= 1 && codePoints(stored) <= 5;
        const { record, errors } = read({ name: text });
        expect(errors.length === 0).toBe(fits);
        if (fits) expect((record as Thing).name).toBe(stored);
      }),
      { numRuns: 500 },
    );
  });

  it('never list more than 50 mistakes', () => {
    expect(errorsOf(Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`f${i}`, 1])))).toHaveLength(50);
  });
});

describe('DTO classes', () => {
  class Change extends PartialType(Thing) {}

  it('made partial have only optional fields, but still refuse null', () => {
    expect(read({}, Change).errors).toEqual([]);
    expect(read({ name: null }, Change).errors).toEqual(['/name wrong_type']);
    expect(RecordReader.of(Change).allOptional).toBe(true);
  });

  it('with a decorator of another library are refused, instead of being read in part', () => {
    class Foreign {
      @IsEmail()
      email!: string;
    }
    expect(() => RecordReader.of(Foreign)).toThrow('only the field decorators');
  });
});

describe('query parameters', () => {
  class Query {
    @Integer({ min: 1, max: 50, optional: true })
    limit?: number;

    @PhoneField({ optional: true })
    phone?: string;
  }
  const query = (given: Record<string, unknown>) => {
    const errors: FieldError[] = [];
    const record = RecordReader.of(Query).readQuery(given, errors);
    return { record, errors: errors.map(({ pointer, code }) => `${pointer} ${code}`) };
  };

  it('are digits if integers, and a blank is read as a plus where only a plus is possible', () => {
    expect({ ...(query({ limit: '07', phone: ' 43', other: '' }).record as object) }).toEqual({
      limit: 7,
      phone: '+43',
    });
  });

  it.each([
    [{ limit: '' }, '/limit too_short'],
    [{ limit: ['1', '1'] }, '/limit duplicate'],
    [{ limit: '1.0' }, '/limit wrong_type'],
    [{ limit: '0x1' }, '/limit wrong_type'],
    [{ limit: '51' }, '/limit out_of_range'],
    [{ limit: '9'.repeat(40) }, '/limit out_of_range'],
    [{ limit: 'all' }, '/limit wrong_type'],
  ])('refuse %j', (given, expected) => {
    expect(query(given).errors).toEqual([expected]);
  });

  it('are not called texts in refusals: in a query all values are', () => {
    const errors: FieldError[] = [];
    RecordReader.of(Query).readQuery({ limit: 'all' }, errors);
    expect(errors).toEqual([{ pointer: '/limit', code: 'wrong_type', detail: 'Must be an integer.' }]);
  });
});
