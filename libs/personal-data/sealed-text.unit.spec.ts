import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { sealedLength } from '#kernel';
import type { FoundKey, PersonalKey } from './personal-keys.js';
import { openSealedText, readSealedText, SealedTextError, sealText } from './sealed-text.js';

const newKey = (): PersonalKey => ({ id: randomBytes(16).toString('hex'), key: randomBytes(32) });
const keysOf = (count: number): readonly PersonalKey[] => Array.from({ length: count }, newKey);
const found = (keys: readonly PersonalKey[]): readonly FoundKey[] => keys.map(({ key }) => key);

const fields = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { maxKeys: 5 });
const texts = fields.map((each) => JSON.stringify(each));
const counts = fc.integer({ min: 1, max: 3 });

const open = (text: string, keys: readonly FoundKey[], context = 'event') =>
  openSealedText(readSealedText(text), keys, context);

describe('a sealed text', () => {
  it('opens with its keys and its context, and names its keys in their order', () => {
    fc.assert(
      fc.property(texts, counts, fc.string(), (text, count, context) => {
        const keys = keysOf(count);
        const sealed = sealText(text, keys, context);
        expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(readSealedText(sealed).keyIds).toEqual(keys.map(({ id }) => id));
        expect(open(sealed, found(keys), context)).toBe(text);
      }),
    );
  });

  it('has the length that sizes of appends are counted by', () => {
    fc.assert(
      fc.property(texts, counts, (text, count) => {
        expect(sealText(text, keysOf(count), 'event')).toHaveLength(sealedLength(Buffer.byteLength(text), count));
      }),
    );
  });

  it('is another one each time, and holds nothing of the text', () => {
    const keys = keysOf(1);
    const sealed = Array.from({ length: 20 }, () => sealText('+12025550101', keys, 'event'));
    expect(new Set(sealed).size).toBe(20);
    for (const each of sealed) expect(Buffer.from(each, 'base64url').includes('2025550101')).toBe(false);
  });

  it('does not open with a key that is another, missing, or in another place', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 3 }), fc.nat(), (text, count, place) => {
        const keys = keysOf(count);
        const sealed = sealText(text, keys, 'event');
        const other = found(keys).with(place % count, randomBytes(32));
        expect(() => open(sealed, other)).toThrow(SealedTextError);
        expect(() => open(sealed, found(keys).toReversed())).toThrow(SealedTextError);
      }),
    );
    const [key] = keysOf(1);
    expect(() => open(sealText('a', [key!], 'event'), [randomBytes(32)])).toThrow(SealedTextError);
  });

  it('does not open in another context', () => {
    const keys = keysOf(2);
    const sealed = sealText('a', keys, 'event');
    for (const other of ['', 'Event', 'event '])
      expect(() => open(sealed, found(keys), other)).toThrow(SealedTextError);
  });

  it('does not open with any one bit changed, nor cut short', () => {
    fc.assert(
      fc.property(texts, counts, fc.nat(), fc.nat({ max: 7 }), (text, count, place, bit) => {
        const keys = keysOf(count);
        const bytes = Buffer.from(sealText(text, keys, 'event'), 'base64url');
        bytes[place % bytes.length]! ^= 1 << bit;
        expect(() => open(bytes.toString('base64url'), found(keys))).toThrow(SealedTextError);
        expect(() => open(bytes.subarray(0, -1).toString('base64url'), found(keys))).toThrow(SealedTextError);
      }),
    );
    for (const text of ['', 'AA', 'AQA', '+12025550101', 'hello world'])
      expect(() => readSealedText(text)).toThrow(SealedTextError);
  });

  it('is gone once one of its keys is shredded', () => {
    fc.assert(
      fc.property(texts, counts, fc.nat(), (text, count, place) => {
        const keys = keysOf(count);
        expect(open(sealText(text, keys, 'event'), found(keys).with(place % count, 'shredded'))).toBeUndefined();
      }),
    );
  });
});
