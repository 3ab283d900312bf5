import fc from 'fast-check';
import { DomainError, type DomainEvent } from '#kernel';
import { given, TEST_WORKSPACE } from '#kernel/testing';
import { apiKeysProjection } from '../projections/api-keys.projection.js';
import { workspacesProjection } from '../projections/workspaces.projection.js';
import {
  API_KEYS,
  authorize,
  crc32,
  createApiKey,
  isKeyText,
  keyPrefix,
  newKeyText,
  type Randomness,
  revokeApiKey,
  WORKSPACE_DEFAULTS,
} from './index.js';

const projections = [workspacesProjection, apiKeysProjection];
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const workspace: DomainEvent = {
  type: 'WorkspaceCreated',
  data: { name: 'D', time_zone: 'UTC', ...WORKSPACE_DEFAULTS },
};
const made = { apiKeyId: ID, text: `sl_live_${'a'.repeat(38)}`, hash: 'h'.repeat(64) };
const input = { name: 'CRM', scopes: ['smart_lists:read'] as const, expires_at: null };
const key = (api_key_id = ID, expires_at: string | null = null): DomainEvent => ({
  type: 'ApiKeyCreated',
  data: { api_key_id, name: 'CRM', scopes: ['smart_lists:read'], prefix: 'sl_live_aaaa', hash: made.hash, expires_at },
});
const revoked: DomainEvent = { type: 'ApiKeyRevoked', data: { api_key_id: ID } };

describe('making a key', () => {
  it('stores its hash and first 12 characters, and returns the whole key', () => {
    const then = given(projections, [workspace]).when(createApiKey(made, input));
    then.thenEvents([key()]);
    then.thenAnswer({
      status: 201,
      body: {
        ok: true,
        secret: made.text,
        api_key: {
          api_key_id: ID,
          name: 'CRM',
          prefix: 'sl_live_aaaa',
          scopes: ['smart_lists:read'],
          created_at: '2030-01-01T00:00:00.000Z',
          expires_at: null,
          revoked_at: null,
          last_used_at: null,
        },
      },
    });
    expect(JSON.stringify(then.and().workspace.all(API_KEYS))).not.toContain(made.text);
  });

  it('is refused for a missing workspace', () => {
    given(projections).when(createApiKey(made, input)).thenRefused('not_found');
  });

  it.each([
    ['a millisecond ago', '2029-12-31T23:59:59.999Z'],
    ['now', '2030-01-01T00:00:00.000Z'],
  ])('is refused where it would have expired %s', (_when, expires_at) => {
    given(projections, [workspace])
      .when(createApiKey(made, { ...input, expires_at }))
      .thenRefused('validation_failed');
  });

  it('accepts a millisecond from now as its expiry', () => {
    const expires_at = '2030-01-01T00:00:00.001Z';
    const then = given(projections, [workspace]).when(createApiKey(made, { ...input, expires_at }));
    then.thenEvents([key(ID, expires_at)]);
  });

  it('is refused beyond 500 that are not revoked; revoked ones do not count', () => {
    const keys = [key(), ...Array.from({ length: 499 }, (_, n) => key(`key-${n}`))];
    const another = { ...made, apiKeyId: 'another' };
    given(projections, [workspace, ...keys])
      .when(createApiKey(another, input))
      .thenRefused('resource_conflict');
    given(projections, [workspace, ...keys, revoked])
      .when(createApiKey(another, input))
      .thenTypes('ApiKeyCreated');
  });
});

describe('revoking a key', () => {
  it('shows it as revoked', () => {
    given(projections, [workspace, key()])
      .when(revokeApiKey(ID, '2029-12-31T00:00:00.000Z'))
      .thenEvents([revoked])
      .thenAnswer({
        status: 200,
        body: {
          ok: true,
          api_key: { revoked_at: '2030-01-01T00:00:00.000Z', last_used_at: '2029-12-31T00:00:00.000Z' },
        },
      })
      .thenRow(API_KEYS, [TEST_WORKSPACE, ID], { live: 0 });
  });

  it('again changes nothing and shows when it was revoked', () => {
    given(projections, [workspace, key()], [revoked])
      .when(revokeApiKey(ID, null))
      .thenNothing()
      .thenAnswer({ body: { api_key: { revoked_at: '2030-01-01T00:00:02.000Z' } } });
  });

  it('that does not exist is refused', () => {
    given(projections, [workspace]).when(revokeApiKey(ID, null)).thenRefused('not_found');
    given(projections).when(revokeApiKey(ID, null)).thenRefused('not_found');
  });
});

describe('authorising a command', () => {
  const asking = (events: readonly DomainEvent[], scope: 'smart_lists:read' | 'smart_lists:write') => {
    try {
      authorize(given(projections, [workspace, ...events]).workspace, ID, scope);
      return 'allowed';
    } catch (error) {
      return (error as DomainError).code;
    }
  };

  it('checks the scopes of a key', () => {
    expect(asking([key()], 'smart_lists:read')).toBe('allowed');
    expect(asking([key()], 'smart_lists:write')).toBe('insufficient_scope');
  });

  it('refuses revoked, unknown and expired keys before it checks scopes', () => {
    expect(asking([key(), revoked], 'smart_lists:write')).toBe('unauthorized');
    expect(asking([], 'smart_lists:read')).toBe('unauthorized');
    expect(asking([key(ID, '2030-01-01T00:00:00.000Z')], 'smart_lists:read')).toBe('unauthorized');
    expect(asking([key(ID, '2030-01-01T00:00:00.001Z')], 'smart_lists:read')).toBe('allowed');
  });
});

describe('the text of a key', () => {
  const bytes = fc.infiniteStream(fc.integer({ min: 0, max: 255 }));
  const randomness = bytes.map((stream): Randomness => ({
    bytes: (count) => Uint8Array.from({ length: count }, () => stream.next().value as number),
  }));
  const text = fc
    .tuple(randomness, fc.constantFrom('live', 'test'))
    .map(([source, kind]) => newKeyText(source, kind as 'live'));

  it('is sl_live_ or sl_test_, 32 random characters and the CRC-32 of those', () => {
    const counting: Randomness = { bytes: (count) => Uint8Array.from({ length: count }, (_, n) => n) };
    // The checksum was computed by another program.
    expect(newKeyText(counting, 'live')).toBe('sl_live_0123456789ABCDEFGHIJKLMNOPQRSTUV1ggZdL');
    expect(crc32('123456789')).toBe(0xcbf43926);
    fc.assert(fc.property(text, (key) => expect(key).toMatch(/^sl_(live|test)_[0-9A-Za-z]{38}$/)));
  });

  it('is recognised by its checksum, and shows 12 characters', () => {
    fc.assert(
      fc.property(text, (key) => {
        expect(isKeyText(key)).toBe(true);
        expect(keyPrefix(key)).toHaveLength(12);
      }),
    );
  });

  it('with one character changed, removed or added is no key (except that sl_live_ and sl_test_ are)', () => {
    const digit = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-+ é');
    fc.assert(
      fc.property(text, fc.nat(45), digit, (key, at, other) => {
        fc.pre(key[at] !== other);
        expect(isKeyText(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
        expect(isKeyText(key.slice(0, at) + key.slice(at + 1))).toBe(false);
        expect(isKeyText(key.slice(0, at) + other + key.slice(at))).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('uses every character equally often, for any bytes', () => {
    const all: Randomness = { bytes: () => Uint8Array.from({ length: 256 }, (_, n) => 255 - n) };
    expect(newKeyText(all, 'test').slice(8, 16)).toBe('zyxwvuts');
  });
});
