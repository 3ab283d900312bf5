import fc from 'fast-check';
import { DomainError } from '#kernel';
import { MAX_DEPTH, MAX_NAMES, MAX_VALUES, parseStrictJson } from './strict-json.js';

const parse = (text: string): unknown => parseStrictJson(Buffer.from(text));

function refusal(read: () => unknown): { code: string; errors: string[] } {
  try {
    read();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, errors: error.errors.map(({ pointer, code }) => `${pointer} ${code}`) };
  }
  throw new Error('was not refused');
}

const object = (names: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: names }, (_, at) => [`n${at}`, at])));
const array = (values: number, unit = '0'): string => `[${Array.from({ length: values - 1 }, () => unit).join(',')}]`;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('strict JSON', () => {
  it('reads every JSON value as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'grapheme' }), (value) => {
        const text = JSON.stringify(value);
        // Names of Object.prototype and NUL are refused by this parser alone.
        fc.pre(!/\\u0000|"(?:__proto__|constructor|toString|valueOf|hasOwnProperty)"|__|isPrototypeOf/.test(text));
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['not JSON', '{"a":1,}'],
    ['a comment', '{"a":1 /* x */}'],
    ['a byte order mark', '\ufeff{}'],
    ['a key twice', '{"a":1,"a":2}'],
    ['a key twice in two spellings', '{"a":1,"\\u0061":2}'],
    ['a key twice, deep', '[{"x":{"a":1,"b":[{}],"a":2}}]'],
    ['one level too many', '['.repeat(MAX_DEPTH + 1) + ']'.repeat(MAX_DEPTH + 1)],
    ['100,000 levels', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
    ['100,000 levels that never end', '['.repeat(100_000)],
    ['one name too many', object(MAX_NAMES + 1)],
    ['one name too many, deep', `[{"a":${object(MAX_NAMES + 1)}}]`],
    ['one value too many', array(MAX_VALUES + 1)],
    ['one string too many', array(MAX_VALUES + 1, '""')],
    ['one object too many', array(MAX_VALUES + 1, '{}')],
    ['one value too many in objects', array(MAX_VALUES / 2 + 1, '{"a":null}')],
    ['a string that does not end', '["a'],
    ['a string that ends in an escape', '"a\\'],
    ['an escape that is none', '["\\x"]'],
    ['commas, colons and ends only', ',:}],'],
    ['a name without a value', '{"a"}'],
    ['two values without a comma', '[1 2]'],
  ])('refuses %s', (_what, text) => {
    expect(refusal(() => parse(text))).toEqual({ code: 'malformed_json', errors: [] });
  });

  it.each([
    ['{"a":1,}', 'The body is not JSON: it goes wrong at character 8.'],
    ['{"a":1', /^The body is not JSON: it (ends too early|goes wrong at character 7)\.$/],
    ['{"a":secret}', /^The body is not JSON(: it goes wrong at character 6)?\.$/],
    ['[{"x":{"a":1,"b":[{}],"a":2}}]', 'The body has the key 0/x/a twice.'],
    ['{"\\n":1,"\\n":2}', 'The body has the key "\\\\n" twice.'],
  ])('says where %s goes wrong, and quotes nothing of a value', (text, detail) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ detail: expect.stringMatching(detail) as string }));
  });

  it.each([
    ['names', object(MAX_NAMES + 1), 'The body has an object with more than 100 names.'],
    ['values', array(MAX_VALUES + 1), 'The body has more than 25000 values.'],
  ])('refuses too many %s before JSON.parse comes to what is no JSON behind them', (_what, text, detail) => {
    expect(() => parse(`${text}nonsense`)).toThrow(expect.objectContaining({ detail }));
  });

  it('accepts the allowed number of names and values', () => {
    expect(parse(object(MAX_NAMES))).toEqual(JSON.parse(object(MAX_NAMES)));
    expect(parse(array(MAX_VALUES))).toHaveLength(MAX_VALUES - 1);
    expect(parse(array(MAX_VALUES / 2, '{"a":null}'))).toHaveLength(MAX_VALUES / 2 - 1);
  });

  it('refuses what JSON.parse refuses, and never otherwise than as malformed', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '"b"',
      '\\',
      'u',
      '1',
      '-',
      'true',
      ' ',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        fc.pre(!isJson(text));
        expect(refusal(() => parse(text))).toEqual({ code: 'malformed_json', errors: [] });
      }),
      { numRuns: 5_000 },
    );
  });

  it('accepts the allowed number of levels, and the same key in different objects', () => {
    parse('['.repeat(MAX_DEPTH) + ']'.repeat(MAX_DEPTH));
    parse('[{"a":1},{"a":{"a":1}}]');
  });

  it.each([
    ['a lone byte', [0x22, 0xff, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0x80, 0x22]],
    ['half a pair in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('refuses bytes that are not UTF-8: %s', (_what, bytes) => {
    expect(refusal(() => parseStrictJson(Buffer.from(bytes))).code).toBe('malformed_json');
  });

  it.each([
    ['{"__proto__":{"x":1}}', '/__proto__ unknown_field'],
    ['{"a":[1,{"constructor":1}]}', '/a/1/constructor unknown_field'],
    ['{"\\u005f_proto__":1}', '/__proto__ unknown_field'],
    ['{"toString":1}', '/toString unknown_field'],
    ['{"a":["x","\\ud800"]}', '/a/1 invalid_characters'],
    ['{"a":{"b":"\\u0000"}}', '/a/b invalid_characters'],
    ['"\\udc00"', ' invalid_characters'],
    ['{"a":"\\ud83c\\udf89","b":"\\udf89\\ud83c"}', '/b invalid_characters'],
  ])('refuses %s at its place', (text, expected) => {
    expect(refusal(() => parse(text))).toEqual({ code: 'validation_failed', errors: [expected] });
  });
});
