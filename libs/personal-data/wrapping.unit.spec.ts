import { createHash } from 'node:crypto';
import { PersonalKeysError } from './personal-keys.js';
import { newKey, newKeyId, unwrapKey, WorkspaceKeyWrapping, WRAPPED_BYTES, wrapKey } from './wrapping.js';

const [older, newer, other] = [newKey(), newKey(), newKey()];

/** The bytes with one bit changed. */
function altered(bytes: Uint8Array, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 1;
  return copy;
}

describe("the wrapping of a workspace's key", () => {
  const key = newKey();

  it('is undone with the same keys', () => {
    const wrapping = new WorkspaceKeyWrapping([newer, older]);
    const wrapped = wrapping.wrap('w1', key);
    expect(wrapped.wrapped).toHaveLength(WRAPPED_BYTES);
    expect(wrapping.unwrap('w1', wrapped)).toEqual(key);
  });

  it('is under the first key, which is recognised by its digest, and undone wherever that key stands', () => {
    const wrapped = new WorkspaceKeyWrapping([older, other]).wrap('w1', key);
    expect(wrapped.digest).toEqual(createHash('sha256').update(older).digest().subarray(0, 8));
    const next = new WorkspaceKeyWrapping([newer, older]);
    expect(next.unwrap('w1', wrapped)).toEqual(key);
    expect(next.isNewest(wrapped)).toBe(false);
    expect(next.isNewest(next.wrap('w1', key))).toBe(true);
    expect(() => new WorkspaceKeyWrapping([newer, other]).unwrap('w1', wrapped)).toThrow(
      new PersonalKeysError(
        'SECRETS_KEY does not hold the key under which the personal keys of workspace w1 are wrapped.',
      ),
    );
  });

  it('differs each time', () => {
    const wrapping = new WorkspaceKeyWrapping([newer]);
    expect(wrapping.wrap('w1', key).wrapped).not.toEqual(wrapping.wrap('w1', key).wrapped);
  });

  it('is not undone for another workspace, nor after any byte was altered or cut off', () => {
    const wrapping = new WorkspaceKeyWrapping([newer]);
    const { digest, wrapped } = wrapping.wrap('w1', key);
    const damaged = new PersonalKeysError(
      'The store of personal keys was altered: the key of workspace w1 is damaged.',
    );
    expect(() => wrapping.unwrap('w2', { digest, wrapped })).toThrow(PersonalKeysError);
    for (let at = 0; at < wrapped.length; at += 1) {
      expect(() => wrapping.unwrap('w1', { digest, wrapped: altered(wrapped, at) })).toThrow(damaged);
    }
    expect(() => wrapping.unwrap('w1', { digest, wrapped: wrapped.subarray(1) })).toThrow(damaged);
  });

  it('takes keys of 32 bytes only', () => {
    expect(() => new WorkspaceKeyWrapping([newer, Buffer.alloc(31)])).toThrow(RangeError);
  });
});

describe("the wrapping of a subject's key", () => {
  const [key, workspaceKey, id] = [newKey(), newKey(), newKeyId()];
  const wrapped = wrapKey(id, key, workspaceKey);

  it("is undone with the workspace's key", () => {
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(wrapped).toHaveLength(WRAPPED_BYTES);
    expect(unwrapKey(id, wrapped, workspaceKey)).toEqual(key);
  });

  it('is not undone for another id or under another key, nor after any byte was altered', () => {
    const another = newKeyId();
    expect(() => unwrapKey(another, wrapped, workspaceKey)).toThrow(
      new PersonalKeysError(`The store of personal keys was altered: the key ${another} is damaged.`),
    );
    expect(() => unwrapKey(id, wrapped, other)).toThrow(PersonalKeysError);
    for (let at = 0; at < wrapped.length; at += 1) {
      expect(() => unwrapKey(id, altered(wrapped, at), workspaceKey)).toThrow(PersonalKeysError);
    }
  });
});
