import { SecretBoxError } from '../domain/index.js';
import { AesSecretBox, nodeRandomness, sameSecret, sha256Hex } from './node-crypto.js';

const box = new AesSecretBox([new Uint8Array(32).fill(1)]);

describe('secrets at rest', () => {
  it('can be opened with the same key for the same workspace', () => {
    expect(box.open(box.seal('whsec_ß', 'w1'), 'w1')).toBe('whsec_ß');
  });

  it('are never equal and do not show the secret', () => {
    const [one, two] = [box.seal('whsec_abc', 'w1'), box.seal('whsec_abc', 'w1')];
    expect(one).not.toBe(two);
    expect(Buffer.from(one.slice(3), 'base64').includes('whsec_abc')).toBe(false);
  });

  it('cannot be opened with another key, for another workspace, altered or cut', () => {
    const sealed = box.seal('whsec_abc', 'w1');
    const bytes = Buffer.from(sealed.slice(3), 'base64');
    const flipped = Array.from(bytes, (_, at) => {
      const copy = Buffer.from(bytes);
      copy[at]! ^= 1;
      return `v1.${copy.toString('base64')}`;
    });
    for (const text of [
      ...flipped,
      'v1.',
      'v2.abc',
      '',
      sealed.slice(0, -8),
      `v1.${bytes.subarray(0, 20).toString('base64')}`,
    ]) {
      expect(() => box.open(text, 'w1')).toThrow(SecretBoxError);
    }
    expect(() => box.open(sealed, 'w2')).toThrow(SecretBoxError);
    expect(() => new AesSecretBox([new Uint8Array(32)]).open(sealed, 'w1')).toThrow(SecretBoxError);
  });

  it('can be opened with each of several keys, and are sealed with the first', () => {
    const [older, newer] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    const both = new AesSecretBox([newer, older]);
    const [before, now] = [box.seal('whsec_old', 'w1'), both.seal('whsec_new', 'w1')];
    expect([both.open(before, 'w1'), both.open(now, 'w1')]).toEqual(['whsec_old', 'whsec_new']);
    expect([both.isCurrent(before, 'w1'), both.isCurrent(now, 'w1')]).toEqual([false, true]);
    expect(new AesSecretBox([newer]).open(now, 'w1')).toBe('whsec_new');
    expect(() => new AesSecretBox([newer]).open(before, 'w1')).toThrow(SecretBoxError);
    expect([both.isCurrent(now, 'w2'), both.isCurrent('v2.abc', 'w1')]).toEqual([false, false]);
    expect(() => new AesSecretBox([newer, new Uint8Array(31)])).toThrow('SECRETS_KEY must be 32 bytes, not 31');
  });

  it('need a key of 32 bytes', () => {
    expect(() => new AesSecretBox([new Uint8Array(31)])).toThrow('SECRETS_KEY must be 32 bytes, not 31');
  });
});

describe('hashing, comparing and random bytes', () => {
  it('hashes with SHA-256', () => {
    expect(sha256Hex('test')).toBe('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08');
  });

  it('compares texts of any length', () => {
    expect(sameSecret('abc', 'abc')).toBe(true);
    expect(sameSecret('abc', 'abd')).toBe(false);
    expect(sameSecret('abc', 'abcd')).toBe(false);
  });

  it('gives the requested number of bytes, different each time', () => {
    expect(nodeRandomness.bytes(32)).toHaveLength(32);
    expect(nodeRandomness.bytes(32)).not.toEqual(nodeRandomness.bytes(32));
  });
});
