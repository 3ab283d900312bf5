import fc from 'fast-check';
import { PageTokens } from './page-tokens.js';

const HOUR = 3_600_000;
const time = { now: Date.UTC(2025, 0, 1, 12, 30) };
const SECRET = new Uint8Array(32).fill(7);
const tokens = new PageTokens(SECRET, { now: () => time.now });
const scope = { workspaceId: 'w1', route: '/smart-lists', filters: { status: 'queued' } };
const refused = { code: 'invalid_page_token' };

const place = fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 4 });

beforeEach(() => {
  time.now = Date.UTC(2025, 0, 1, 12, 30);
});

describe('page tokens', () => {
  it('return the position for which they were issued', () => {
    fc.assert(
      fc.property(place, (after) => {
        expect(tokens.read(scope, tokens.issue(scope, after))).toEqual(after);
      }),
    );
  });

  it('are refused with any byte changed, added or removed', () => {
    fc.assert(
      fc.property(place, fc.nat(), fc.integer({ min: 1, max: 255 }), (after, at, change) => {
        const bytes = Buffer.from(tokens.issue(scope, after), 'base64url');
        bytes[at % bytes.length]! ^= change;
        expect(() => tokens.read(scope, bytes.toString('base64url'))).toThrow(expect.objectContaining(refused));
        expect(() => tokens.read(scope, bytes.subarray(1).toString('base64url'))).toThrow(
          expect.objectContaining(refused),
        );
      }),
    );
  });

  it('are refused with any character changed, added or removed', () => {
    fc.assert(
      fc.property(place, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (after, at, character) => {
        const token = tokens.issue(scope, after);
        const i = at % (token.length + 1);
        const variants = [
          token.slice(0, i) + character + token.slice(i),
          token.slice(0, i) + character + token.slice(i + 1),
        ];
        for (const other of [...variants, token.slice(0, i) + token.slice(i + 1)]) {
          if (other !== token) expect(() => tokens.read(scope, other)).toThrow(expect.objectContaining(refused));
        }
      }),
    );
  });

  it('are refused in every other spelling of the same base64', () => {
    fc.assert(
      fc.property(place, (after) => {
        const token = tokens.issue(scope, after);
        const bytes = Buffer.from(token, 'base64url');
        const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('');
        const spellings = last
          .map((end) => token.slice(0, -1) + end)
          .concat(bytes.toString('base64'), `${token}=`, ` ${token}`, `${token}\n`);
        for (const other of spellings.filter((spelling) => spelling !== token)) {
          expect(() => tokens.read(scope, other)).toThrow(expect.objectContaining(refused));
        }
      }),
    );
  });

  it.each([
    ['workspace', { ...scope, workspaceId: 'w2' }],
    ['route', { ...scope, route: '/contacts' }],
    ['filter', { ...scope, filters: { status: 'frozen' } }],
    ['lack of filters', { ...scope, filters: {} }],
  ])('are refused for another %s', (_what, other) => {
    expect(() => tokens.read(other, tokens.issue(scope, [1]))).toThrow(expect.objectContaining(refused));
  });

  it('are refused with another secret', () => {
    const others = new PageTokens(new Uint8Array(32).fill(8), { now: () => time.now });
    expect(() => others.read(scope, tokens.issue(scope, [1]))).toThrow(expect.objectContaining(refused));
  });

  it('are accepted with older secrets too, and made with the newest', () => {
    const newer = new Uint8Array(32).fill(8);
    const clock = { now: () => time.now };
    const rotated = new PageTokens(newer, clock, [SECRET]);
    expect(rotated.read(scope, tokens.issue(scope, [1]))).toEqual([1]);
    expect(new PageTokens(newer, clock).read(scope, rotated.issue(scope, [2]))).toEqual([2]);
    expect(() => tokens.read(scope, rotated.issue(scope, [2]))).toThrow(expect.objectContaining(refused));
  });

  it('do not depend on the order or the absence of filters', () => {
    const token = tokens.issue({ ...scope, filters: { a: 1, b: undefined, c: 2 } }, [1]);
    expect(tokens.read({ ...scope, filters: { c: 2, a: 1 } }, token)).toEqual([1]);
  });

  it('live at least 24 and less than 25 hours, and are the same bytes within the hour', () => {
    const token = tokens.issue(scope, [1]);
    const issued = time.now;
    time.now = issued + HOUR / 2 - 1;
    expect(tokens.issue(scope, [1])).toBe(token);
    time.now = issued + 24 * HOUR;
    expect(tokens.read(scope, token)).toEqual([1]);
    time.now = issued + 25 * HOUR;
    expect(() => tokens.read(scope, token)).toThrow(expect.objectContaining(refused));
  });
});
