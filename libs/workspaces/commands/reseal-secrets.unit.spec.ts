import { DomainError, notFound } from '#kernel';
import { testId, TestWorkspace } from '#kernel/testing';
import { MemoryReadModel } from '#read-model/testing';
import type { WorkspaceCommand, CommandDecider } from '#workspace-head';
import { type SecretBox, WORKSPACE_DEFAULTS, WORKSPACES } from '../domain/index.js';
import { workspacesProjection } from '../projections/workspaces.projection.js';
import { ResealSecrets, ResealSecretsHandler } from './reseal-secrets.command.js';

const IDS = [testId(1), testId(2), testId(3), testId(4)] as const;
const CONTEXT = { actor: { kind: 'admin', id: null }, correlationId: testId(9), causationId: null } as const;
const HELD = new DomainError('unavailable', 'This workspace waits for an event.');
/** No secret is sealed under the current key: every workspace is asked. */
const BOX = { isCurrent: () => false } as unknown as SecretBox;

/** Reseals one page of workspaces, each of which answers that 2 secrets were resealed unless it refuses. */
async function reseal({
  size,
  refusals,
}: {
  readonly size: number;
  readonly refusals: Readonly<Record<string, Error>>;
}) {
  const readModel = new MemoryReadModel();
  const asked: string[] = [];
  for (const workspaceId of IDS) {
    const created = { type: 'WorkspaceCreated', data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS } };
    const rotated = { type: 'SigningSecretRotated', data: { ciphertext: 'c', previous_expire_at: null } };
    const [document] = new TestWorkspace([workspacesProjection], { workspaceId })
      .append([created, rotated])
      .all(WORKSPACES);
    await readModel.putRows([{ collection: WORKSPACES, key: [workspaceId], document: document! }]);
  }
  const execute = ({ workspaceId }: WorkspaceCommand) => {
    asked.push(workspaceId);
    const refusal = refusals[workspaceId];
    return refusal ? Promise.reject(refusal) : Promise.resolve({ answer: { body: { resealed: 2, unopened: 1 } } });
  };
  const handler = new ResealSecretsHandler({ execute } as unknown as CommandDecider, readModel, BOX);
  return { page: await handler.execute(new ResealSecrets(CONTEXT, size, undefined)), asked };
}

describe('a page of resealed workspaces', () => {
  it('skips and counts one that cannot be written now, and returns the start of the next page', async () => {
    const { page, asked } = await reseal({ size: 3, refusals: { [IDS[0]]: HELD } });
    expect(asked).toEqual(IDS.slice(0, 3));
    expect(page).toEqual({ resealed: 4, unopened: 2, workspaces_waiting: 1, next: expect.anything() as unknown });
  });

  it('skips a deleted one, although its row still shows it live', async () => {
    const { page, asked } = await reseal({ size: 4, refusals: { [IDS[1]]: notFound('workspace') } });
    expect(asked).toEqual(IDS);
    expect(page).toEqual({ resealed: 6, unopened: 3, workspaces_waiting: 0, next: undefined });
  });

  it.each([
    ['refusal', new DomainError('payload_too_large', 'This write is too large.')],
    ['fault', new TypeError('a fault')],
  ])('fails with any other %s', async (_kind, error) => {
    await expect(reseal({ size: 4, refusals: { [IDS[0]]: HELD, [IDS[2]]: error } })).rejects.toBe(error);
  });
});
