import { ReadModelUnavailableError, type RowWrite } from '#read-model';
import type { CommandDecider, CommandResult } from '#workspace-head';
import { ALL_KEYS, REVOKED_API_KEYS } from '../domain/index.js';
import type { KeyUsage } from '../workers/key-usage.js';
import { DeleteWorkspace, DeleteWorkspaceHandler } from './delete-workspace.command.js';
import { RevokeApiKey, RevokeApiKeyHandler } from './revoke-api-key.command.js';

const REVISION = 7;
const CONTEXT = { actor: { kind: 'admin', id: null }, correlationId: 'r', causationId: null } as const;

/** Revokes a key. @returns the marks that were written before the answer */
async function marksAfter(world: { readonly visible: boolean; readonly isShared: boolean; readonly fails?: Error }) {
  const marks: RowWrite[] = [];
  const result = { visible: world.visible, revision: REVISION } as CommandResult;
  const decider = { execute: () => Promise.resolve(result) } as unknown as CommandDecider;
  const putRows = async (writes: readonly RowWrite[]): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (world.fails) throw world.fails;
    marks.push(...writes);
  };
  const usage = { lastUsed: () => Promise.resolve([]) } as unknown as KeyUsage;
  const handler = new RevokeApiKeyHandler(decider, usage, { putRows }, { isShared: world.isShared });
  expect(await handler.execute(new RevokeApiKey(CONTEXT, 'w', 'k'))).toBe(result);
  return marks;
}

describe('a revocation', () => {
  it('that the rows do not show is marked beside them before it is answered', async () => {
    const document = { workspace_id: 'w', api_key_id: 'k', revision: REVISION };
    expect(await marksAfter({ visible: false, isShared: true })).toEqual([
      { collection: REVOKED_API_KEYS, key: ['w', 'k'], document },
    ]);
  });

  it('needs no mark if the rows show it, or if no other process reads them', async () => {
    expect(await marksAfter({ visible: true, isShared: true })).toEqual([]);
    expect(await marksAfter({ visible: false, isShared: false })).toEqual([]);
  });

  it('that cannot be marked is 503, so that its client repeats it; an internal error stays one', async () => {
    const away = marksAfter({ visible: false, isShared: true, fails: new ReadModelUnavailableError('away') });
    await expect(away).rejects.toMatchObject({ code: 'unavailable' });
    const fault = new TypeError('a fault');
    await expect(marksAfter({ visible: false, isShared: true, fails: fault })).rejects.toBe(fault);
  });
});

it('a deletion of a workspace that the rows do not show marks all of its keys before it is answered', async () => {
  const marks: RowWrite[] = [];
  const result = { visible: false, revision: REVISION } as CommandResult;
  const decider = { execute: () => Promise.resolve(result) } as unknown as CommandDecider;
  const cacheWriter = { putRows: (writes: readonly RowWrite[]) => Promise.resolve(void marks.push(...writes)) };
  const handler = new DeleteWorkspaceHandler(decider, cacheWriter, { isShared: true });
  expect(await handler.execute(new DeleteWorkspace(CONTEXT, 'w', 'Name'))).toBe(result);
  const document = { workspace_id: 'w', api_key_id: ALL_KEYS, revision: REVISION };
  expect(marks).toEqual([{ collection: REVOKED_API_KEYS, key: ['w', ALL_KEYS], document }]);
});
