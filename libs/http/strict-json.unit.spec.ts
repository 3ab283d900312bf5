import fc from 'fast-check';
import { DomainError } from '#kernel';
import { MAX_DEPTH, parseStrictJson } from './strict-json.js';

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

describe('strict JSON', () => {
  it('reads every JSON value as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'grapheme' }), (value) => {
        const text = JSON.stringify(value);
        // Names of Object.prototype and NUL are ours to refuse.
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

  it('takes as many levels as are allowed, and the same key in different objects', () => {
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
