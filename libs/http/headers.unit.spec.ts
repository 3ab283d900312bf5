import fc from 'fast-check';
import type { EndpointInfo } from './endpoint-info.js';
import { fingerprint, keyHash, parseIdempotencyKey } from './idempotency-key.js';
import { ifMatch } from './if-match.js';
import { AllowedMethods } from './allowed-methods.js';
import { headerParameters, type Parameter } from './openapi/parameters.js';
import { SharedParts } from './openapi/shared-parts.js';

function isKey(header: string): boolean {
  try {
    parseIdempotencyKey(header);
    return true;
  } catch {
    return false;
  }
}

describe('Idempotency-Key', () => {
  it.each([
    ['abc', 'abc'],
    ['"abc"', 'abc'],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    ['a"b', 'a"b'],
    ['a,b', 'a,b'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ])('%s is %s', (header, key) => {
    expect(parseIdempotencyKey(header)).toBe(key);
  });

  it.each(['', '""', '"', '"abc', 'x'.repeat(256), 'a b', '"a b"', 'a, b', 'é', '"a"b"', '"a\\x"', 'a\tb'])(
    '%j is refused',
    (header) => {
      const errors = [expect.objectContaining({ pointer: '/Idempotency-Key', code: 'invalid_format' })];
      expect(() => parseIdempotencyKey(header)).toThrow(expect.objectContaining({ code: 'validation_failed', errors }));
    },
  );

  it('is as documented in the reference', () => {
    const parts = new SharedParts();
    headerParameters({ kind: 'write', options: { admin: undefined } } as EndpointInfo, parts);
    const { schema } = parts.all()['parameters']!['IdempotencyKey'] as Parameter;
    const { pattern } = schema as { pattern: string };
    const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', ',', ' ', 'é', '~'), maxLength: 8 });
    const quoted = text.map((inside) => `"${inside}"`);
    const long = fc.integer({ min: 250, max: 260 }).map((length) => 'x'.repeat(length));
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          quoted,
          long,
          long.map((inside) => `"${inside}"`),
        ),
        (header) => {
          expect([header, new RegExp(pattern, 'u').test(header)]).toEqual([header, isKey(header)]);
        },
      ),
    );
  });

  it('is kept as its SHA-256, and differs by method, path and bytes', () => {
    expect(keyHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    const prints = [
      fingerprint('POST', '/a', Buffer.from('{}')),
      fingerprint('POST', '/a', Buffer.from('{ }')),
      fingerprint('POST', '/b', Buffer.from('{}')),
      fingerprint('PATCH', '/a', Buffer.from('{}')),
      fingerprint('POST', '/a', undefined),
    ];
    expect(new Set(prints).size).toBe(prints.length);
    expect(fingerprint('POST', '/a', Buffer.from('{}'))).toBe(prints[0]);
  });
});

describe('If-Match', () => {
  it.each([undefined, '*', '"3"', '"1", "3"', '"1","3" , "x"', ' "3" ', '"1",, "3"'])(
    '%s holds for version 3',
    (header) => {
      expect(() => ifMatch({ ifMatch: header }, 3)).not.toThrow();
    },
  );

  it.each(['"2"', 'W/"3"', '3', '', '"3', '"3" "3"', '"3";', '*, "3"', '"33"'])(
    '%s does not match version 3',
    (header) => {
      expect(() => ifMatch({ ifMatch: header }, 3)).toThrow(expect.objectContaining({ code: 'precondition_failed' }));
    },
  );
});

describe('Allow', () => {
  const allowed = new AllowedMethods();
  allowed.add('/a/:id', 'GET', false);
  allowed.add('/a/:id', ['PATCH'], false);
  allowed.add('/a/b', 'POST', false);
  allowed.add('/admin/a', 'POST', true);
  allowed.add('/docs/*', 'GET', false);
  allowed.add('/c/:id/d', 'GET', false);
  allowed.add('/c/all/d', 'POST', true);
  allowed.add('/c/all/:other', 'PUT', false);

  it.each([
    ['/a/1', true, ['GET', 'OPTIONS', 'PATCH']],
    ['/a/b', true, ['OPTIONS', 'POST']],
    ['/a/%62', true, ['OPTIONS', 'POST']],
    ['/a/b%2F', true, ['GET', 'OPTIONS', 'PATCH']],
    ['/a/b#%zz', true, ['GET', 'OPTIONS', 'PATCH']],
    ['/c/all/d', true, ['OPTIONS', 'POST']],
    ['/c/all/d', false, ['GET', 'OPTIONS', 'PUT']],
    ['/c/all/e', true, ['OPTIONS', 'PUT']],
    ['/c/1/d', true, ['GET', 'OPTIONS']],
    ['/a/', true, []],
    ['/a/1/2', true, []],
    ['/admin/a', true, ['OPTIONS', 'POST']],
    ['/admin/a', false, []],
    ['/docs/x/y', true, ['GET', 'OPTIONS']],
  ])('of %s (admin: %s) is %j', (path, admin, expected) => {
    expect(allowed.of(path, { admin })).toEqual(expected);
  });
});
