import { MemoryReadModel } from '#read-model/testing';
import { AesSecretBox } from '../crypto/node-crypto.js';
import { WEBHOOK_ENDPOINTS } from '#webhooks/domain';
import { WORKSPACES } from '../domain/index.js';
import { countStoredSecrets } from './stored-secrets.js';

const NOW = '2030-01-01T00:00:00.000Z';
const [box, other] = [1, 2].map((byte) => new AesSecretBox([new Uint8Array(32).fill(byte)]));

/** Rows of workspaces, each with secrets of these boxes and expiries. */
async function rowsOf(workspaces: readonly (readonly [AesSecretBox, string | null])[][]): Promise<MemoryReadModel> {
  const readModel = new MemoryReadModel();
  const rows = workspaces.map((secrets, at) => {
    const workspace_id = `w${String(at).padStart(4, '0')}`;
    const signing_secrets = secrets.map(([sealedBy, expires_at]) => ({
      ciphertext: sealedBy.seal('whsec_x', workspace_id),
      created_at: NOW,
      expires_at,
    }));
    return { workspace_id, live: 1, created_at: NOW, revision: 0, signing_secrets };
  });
  await readModel.putRows(
    rows.map((document) => ({ collection: WORKSPACES, key: [document.workspace_id], document: document as never })),
  );
  return readModel;
}

it('every stored signing secret is tried, page after page, but for those that have expired', async () => {
  const [late, over] = ['2030-01-01T00:00:00.001Z', NOW];
  const many = Array.from({ length: 250 }, () => [[box!, null] as const]);
  const mixed = [[other!, null] as const, [box!, late] as const, [other!, late] as const, [other!, over] as const];
  const readModel = await rowsOf([...many, mixed, [], [[other!, null]]]);
  expect(await countStoredSecrets(readModel, box!, NOW)).toEqual({ opened: 251, unopened: 3, concerned: 2 });
  expect(await countStoredSecrets(await rowsOf([]), box!, NOW)).toEqual({ opened: 0, unopened: 0, concerned: 0 });
});

it('those of endpoints are tried as well, and their workspace is concerned once', async () => {
  const readModel = await rowsOf([[[other!, null]], [[box!, null]]]);
  const endpoints = [
    ['w0000', other!],
    ['w0001', box!],
    ['w0001', other!],
  ] as const;
  await readModel.putRows(
    endpoints.map(([workspace_id, sealedBy], number) => {
      const signing_secrets = [
        { ciphertext: sealedBy.seal('whsec_x', workspace_id), created_at: NOW, expires_at: null },
      ];
      const document = { workspace_id, endpoint_id: `e${number}`, live: 1, number, signing_secrets, revision: 0 };
      return { collection: WEBHOOK_ENDPOINTS, key: [workspace_id, `e${number}`], document: document as never };
    }),
  );
  expect(await countStoredSecrets(readModel, box!, NOW)).toEqual({ opened: 2, unopened: 3, concerned: 2 });
});
