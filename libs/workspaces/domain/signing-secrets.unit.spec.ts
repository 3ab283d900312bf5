import fc from 'fast-check';
import { type DomainEvent, instant } from '#kernel';
import { given, TEST_START, TEST_WORKSPACE } from '#kernel/testing';
import { workspacesProjection } from '../projections/workspaces.projection.js';
import {
  firstSigningSecret,
  liveSecrets,
  newSigningSecret,
  rotateSigningSecret,
  type SecretBox,
  type SigningSecret,
  withNewSecret,
  WORKSPACE_DEFAULTS,
  WORKSPACES,
} from './index.js';

const workspace: DomainEvent = {
  type: 'WorkspaceCreated',
  data: { name: 'D', time_zone: 'UTC', ...WORKSPACE_DEFAULTS },
};
const made = { secret: 'whsec_new', ciphertext: 'sealed' };

describe('a signing secret', () => {
  it('is whsec_ and the base64 of 32 random bytes, sealed for its workspace', () => {
    const box: Pick<SecretBox, 'seal'> = { seal: (secret, context) => `${context}:${secret}` };
    const { secret, ciphertext } = newSigningSecret({ bytes: (n) => new Uint8Array(n).fill(255) }, box, 'w');
    expect(secret).toBe(`whsec_${Buffer.alloc(32, 255).toString('base64')}`);
    expect(ciphertext).toBe(`w:${secret}`);
  });

  it('is returned once and stored sealed; the previous one expires after the requested time', () => {
    const first = given([workspacesProjection], [workspace]).when(rotateSigningSecret(made, 86_400));
    first.thenAnswer({ status: 201, body: { ok: true, signing_secret: 'whsec_new' } });
    first
      .and()
      .when(rotateSigningSecret({ ...made, ciphertext: 'newer' }, 60))
      .thenEvents([
        {
          type: 'SigningSecretRotated',
          data: { ciphertext: 'newer', previous_expire_at: instant(TEST_START + 60_000) },
        },
      ])
      .thenRow(WORKSPACES, [TEST_WORKSPACE], {
        signing_secrets: [
          { ciphertext: 'newer', created_at: instant(TEST_START), expires_at: null },
          { ciphertext: 'sealed', created_at: instant(TEST_START), expires_at: instant(TEST_START + 60_000) },
        ],
      });
  });

  it('rotated with 0 seconds expires all earlier ones', () => {
    given([workspacesProjection], [workspace])
      .when(rotateSigningSecret(made, 86_400))
      .and()
      .when(rotateSigningSecret({ ...made, ciphertext: 'newer' }, 0))
      .thenRow(WORKSPACES, [TEST_WORKSPACE], {
        signing_secrets: [{ ciphertext: 'newer', created_at: instant(TEST_START), expires_at: null }],
      });
  });

  it('is refused as the eleventh live one, unless it expires the earlier ones; is accepted once one expired', () => {
    const past = Array.from({ length: 10 }, (_, n): DomainEvent => {
      const end = instant(TEST_START + (n + 1) * 60_000);
      return { type: 'SigningSecretRotated', data: { ciphertext: `sealed-${n}`, previous_expire_at: end } };
    });
    const ten = given([workspacesProjection], [workspace, ...past]);
    for (const seconds of [1, 86_400, 604_800]) {
      ten.when(rotateSigningSecret(made, seconds)).thenRefused('resource_conflict');
    }
    expect(() => rotateSigningSecret(made, 1)(ten.workspace)).toThrow(`from ${instant(TEST_START + 120_000)} on`);
    ten.when(rotateSigningSecret(made, 0)).thenRow(WORKSPACES, [TEST_WORKSPACE], {
      signing_secrets: [{ ciphertext: 'sealed', created_at: instant(TEST_START), expires_at: null }],
    });
    ten.workspace.append(
      [{ type: 'WorkspaceChanged', data: { changes: { name: 'E' } } }],
      instant(TEST_START + 120_000),
    );
    ten.when(rotateSigningSecret(made, 86_400)).thenTypes('SigningSecretRotated');
  });

  it('is created for a workspace that has none, and for no other', () => {
    const none = given([workspacesProjection], [workspace]).workspace;
    expect(firstSigningSecret(made, none).map(({ type }) => type)).toEqual(['SigningSecretRotated']);
    expect(firstSigningSecret(made, none.after(firstSigningSecret(made, none)))).toEqual([]);
  });

  it('is not created for a missing workspace', () => {
    given([workspacesProjection]).when(rotateSigningSecret(made, 0)).thenRefused('not_found');
  });
});

describe('rotation', () => {
  interface Rotation {
    readonly wait: number;
    readonly keep: number;
  }
  const rotations = fc.array(fc.record({ wait: fc.nat(50), keep: fc.nat(80) }), { maxLength: 12 });

  /**
   * Each secret lives until the earliest expiry that any later rotation set: computed from the history, not by folding.
   */
  function expected(history: readonly Rotation[], at: number): readonly string[] {
    const starts = history.map((_, n) => history.slice(0, n + 1).reduce((sum, { wait }) => sum + wait, 0));
    return history
      .map((_, n) => ({
        name: `s${n}`,
        end: Math.min(...history.slice(n + 1).map(({ keep }, later) => starts[n + 1 + later]! + keep)),
      }))
      .filter(({ end }) => end > at)
      .map(({ name }) => name)
      .reverse();
  }

  it('bounds the validity of all earlier secrets, never extends it, and the newest is always valid', () => {
    fc.assert(
      fc.property(rotations, fc.nat(100), (history, pause) => {
        let now = 0;
        let secrets: readonly SigningSecret[] = [];
        history.forEach(({ wait, keep }, n) => {
          now += wait;
          const data = { ciphertext: `s${n}`, previous_expire_at: instant(now + keep) };
          secrets = withNewSecret(secrets, data, instant(now));
        });
        const live = liveSecrets(secrets, instant(now + pause)).map(({ ciphertext }) => ciphertext);
        expect(live).toEqual(expected(history, now + pause));
        if (history.length > 0) expect(live[0]).toBe(`s${history.length - 1}`);
      }),
    );
  });
});
