import type { Caller } from '#http';
import type { Row } from '#kernel';
import type { ReadModel } from '#read-model';
import { API_KEYS, newKeyText, WORKSPACES } from '../domain/index.js';
import type { KeyUsage } from '../workers/key-usage.js';
import { nodeRandomness, sha256Hex } from '../crypto/node-crypto.js';
import { KeyCredentials } from './key-credentials.js';

const NOW = Date.parse('2026-05-10T12:00:00.000Z');
const TOKEN = newKeyText(nodeRandomness, 'test');

/** Rows of one key and its workspace, and how often they were read. */
function world() {
  const state = {
    reads: 0,
    stamp: 0 as number | undefined,
    now: NOW,
    used: 0,
    key: {
      workspace_id: 'w',
      api_key_id: 'k',
      hash: sha256Hex(TOKEN),
      scopes: [],
      live: 1,
      expires_at: null as string | null,
    },
    /** What happens while a read is under way. */
    meanwhile: () => {},
  };
  const readModel = {
    page: (collection: { name: string }, { prefix }: { prefix: readonly string[] }) => {
      state.reads += 1;
      const row = { ...state.key } as unknown as Row;
      state.meanwhile();
      return Promise.resolve(collection.name === API_KEYS.name && prefix[0] === state.key.hash ? [row] : []);
    },
    getMany: (collection: { name: string }) =>
      Promise.resolve(collection.name === WORKSPACES.name ? [{ rate_limits: { read: null, write: null } }] : []),
  } as unknown as ReadModel;
  const usage = { note: () => (state.used += 1) } as unknown as KeyUsage;
  const credentials = new KeyCredentials(readModel, { now: () => state.now }, { stamp: () => state.stamp }, usage);
  const ask = async (): Promise<Caller | undefined> => credentials.authenticate(TOKEN);
  return { state, ask };
}

describe('a key', () => {
  it('is looked up once while no row of a key or a workspace changes, and its use is noted each time', async () => {
    const { state, ask } = world();
    const first = await ask();
    expect(first).toMatchObject({ workspaceId: 'w', apiKeyId: 'k' });
    expect(await ask()).toBe(first);
    expect([state.reads, state.used]).toEqual([1, 2]);
  });

  it('that was revoked is refused as soon as the change of the rows is told', async () => {
    const { state, ask } = world();
    await ask();
    state.key.live = 0;
    state.stamp = 1;
    expect(await ask()).toBeUndefined();
  });

  it('read while rows were changing is not remembered', async () => {
    const { state, ask } = world();
    state.meanwhile = () => {
      state.key.live = 0;
      state.stamp = 1;
    };
    expect(await ask()).toBeDefined();
    state.meanwhile = () => {};
    expect(await ask()).toBeUndefined();
  });

  it('is looked up each time where changes are not told', async () => {
    const { state, ask } = world();
    state.stamp = undefined;
    await ask();
    state.key.live = 0;
    expect(await ask()).toBeUndefined();
    expect(state.reads).toBe(2);
  });

  it('that is remembered still expires', async () => {
    const { state, ask } = world();
    state.key.expires_at = '2026-05-10T12:00:01.000Z';
    expect(await ask()).toBeDefined();
    state.now += 1_000;
    expect(await ask()).toBeUndefined();
    expect(state.reads).toBe(1);
  });
});
