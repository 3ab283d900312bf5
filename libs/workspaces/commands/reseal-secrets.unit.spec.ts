import { DomainError, notFound, WritesPausedError } from '#kernel';
import { testId, TestWorkspace } from '#kernel/testing';
import { PersonalKeysError, PersonalKeysUnavailableError } from '#personal-data';
import { MemoryReadModel } from '#read-model/testing';
import type { WorkspaceCommand, CommandDecider } from '#workspace-head';
import { type SecretBox, WORKSPACE_DEFAULTS, WORKSPACES } from '../domain/index.js';
import { workspacesProjection } from '../projections/workspaces.projection.js';
import { ResealSecrets, ResealSecretsHandler } from './reseal-secrets.command.js';

const IDS = [testId(1), testId(2), testId(3), testId(4)] as const;
const CONTEXT = { actor: { kind: 'admin', id: null }, correlationId: testId(9), causationId: null } as const;
const HELD = new DomainError('unavailable', 'This workspace waits for an event.');
const KEYS = { rewrapped: 0, not_unwrapped: 0 };
/** No secret is sealed under the current key: every workspace is asked. */
const BOX = { isCurrent: () => false } as unknown as SecretBox;

/** Reseals one page of workspaces, each of which answers that 2 secrets were resealed unless it refuses. */
async function reseal({
  size,
  refusals,
  keys = {},
  paused = [],
}: {
  readonly size: number;
  readonly refusals: Readonly<Record<string, Error>>;
  /** What becomes of the personal keys of workspaces; those that are not named are wrapped under the first key. */
  readonly keys?: Readonly<Record<string, Error | 'older'>>;
  /** Workspaces whose writes are paused. */
  readonly paused?: readonly string[];
}) {
  const readModel = new MemoryReadModel();
  const asked: string[] = [];
  for (const workspaceId of IDS) {
    const created = { type: 'WorkspaceCreated', data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS } };
    const rotated = { type: 'SigningSecretRotated', data: { ciphertext: 'c', previous_expire_at: null } };
    const [document] = new TestWorkspace([workspacesProjection], { workspaceId })
      .append([created, rotated])
      .all(WORKSPACES);
    const row = { ...document!, writes_paused: paused.includes(workspaceId) };
    await readModel.putRows([{ collection: WORKSPACES, key: [workspaceId], document: row }]);
  }
  const execute = ({ workspaceId }: WorkspaceCommand) => {
    asked.push(workspaceId);
    const refusal = refusals[workspaceId];
    return refusal ? Promise.reject(refusal) : Promise.resolve({ answer: { body: { resealed: 2, unopened: 1 } } });
  };
  const personalKeys = {
    isWrappedNewest: async (id: string) => keys[id] === undefined,
    rewrap: async (id: string) => {
      if (keys[id] !== 'older') throw keys[id]!;
    },
  };
  const decider = { execute } as unknown as CommandDecider;
  const handler = new ResealSecretsHandler(decider, readModel, BOX, personalKeys);
  return { page: await handler.execute(new ResealSecrets(CONTEXT, size, undefined)), asked };
}

describe('a page of resealed workspaces', () => {
  it('skips and counts one that cannot be written now, and returns the start of the next page', async () => {
    const { page, asked } = await reseal({ size: 3, refusals: { [IDS[0]]: HELD } });
    expect(asked).toEqual(IDS.slice(0, 3));
    expect(page).toEqual({
      resealed: 4,
      unopened: 2,
      ...KEYS,
      workspaces_waiting: 1,
      next: expect.anything() as unknown,
    });
  });

  it('skips a deleted one, although its row still shows it live', async () => {
    const { page, asked } = await reseal({ size: 4, refusals: { [IDS[1]]: notFound('workspace') } });
    expect(asked).toEqual(IDS);
    expect(page).toEqual({ resealed: 6, unopened: 3, ...KEYS, workspaces_waiting: 0, next: undefined });
  });

  it('wraps personal keys that are not under the first key, and counts those that it cannot wrap', async () => {
    const keys = {
      [IDS[0]]: 'older',
      [IDS[1]]: new PersonalKeysError('SECRETS_KEY lacks it.'),
      [IDS[2]]: new PersonalKeysUnavailableError('It is away.'),
    } as const;
    const { page } = await reseal({ size: 4, refusals: { [IDS[2]]: HELD }, keys });
    expect(page).toMatchObject({ resealed: 6, rewrapped: 1, not_unwrapped: 1, workspaces_waiting: 1 });
    await expect(reseal({ size: 4, refusals: {}, keys: { [IDS[3]]: new TypeError('a fault') } })).rejects.toThrow(
      'fault',
    );
  });

  it('leaves personal keys of a workspace whose writes are paused: a copy of them may be under way', async () => {
    const fault = new TypeError('they were wrapped anew');
    const page = (keys: Readonly<Record<string, Error | 'older'>>) =>
      reseal({ size: 4, refusals: { [IDS[1]]: new WritesPausedError() }, paused: [IDS[1]], keys });
    expect((await page({ [IDS[0]]: 'older', [IDS[1]]: fault })).page).toMatchObject({
      rewrapped: 1,
      workspaces_waiting: 1,
    });
    expect((await page({})).page).toMatchObject({ rewrapped: 0, workspaces_waiting: 1 });
  });

  it.each([
    ['refusal', new DomainError('payload_too_large', 'This write is too large.')],
    ['fault', new TypeError('a fault')],
  ])('fails with any other %s', async (_kind, error) => {
    await expect(reseal({ size: 4, refusals: { [IDS[0]]: HELD, [IDS[2]]: error } })).rejects.toBe(error);
  });
});
