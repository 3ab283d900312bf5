import type { Caller } from '#http';
import { keyText, type RecordedEvent, type Row } from '#kernel';
import type { ReadModel } from '#read-model';
import type { DurableEventsListener } from '#workspace-head';
import { ALL_KEYS, API_KEYS, newKeyText, REVOKED_API_KEYS, WORKSPACES } from '../domain/index.js';
import type { KeyUsage } from '../workers/key-usage.js';
import { nodeRandomness, sha256Hex } from '../crypto/node-crypto.js';
import { KeyCredentials } from './key-credentials.js';
import { KeysAhead } from './keys-ahead.js';

const NOW = Date.parse('2026-05-10T12:00:00.000Z');
const TOKEN = newKeyText(nodeRandomness, 'test');

/** Rows of one key and its workspace, and the number of reads. */
function world() {
  const state = {
    reads: 0,
    stamp: 0 as number | undefined,
    now: NOW,
    used: 0,
    /** Whether the rows have the key. */
    hasRow: true,
    /** The projected revision of the workspace. */
    projectedRevision: -1,
    /** Keys with a revocation mark. */
    marks: new Set<string>(),
    lagReads: 0,
    isBehind: false,
    key: {
      workspace_id: 'w',
      api_key_id: 'k',
      hash: sha256Hex(TOKEN),
      scopes: [],
      live: 1,
      expires_at: null as string | null,
    },
    /** Runs while a read is under way. */
    meanwhile: () => {},
  };
  const readModel = {
    page: (collection: { name: string }, { prefix }: { prefix: readonly string[] }) => {
      state.reads += 1;
      const row = { ...state.key } as unknown as Row;
      const isIt = collection.name === API_KEYS.name && prefix[0] === state.key.hash && state.hasRow;
      state.meanwhile();
      return Promise.resolve(isIt ? [row] : []);
    },
    getMany: (collection: { name: string }, keys: readonly string[][]) => {
      if (collection.name === WORKSPACES.name)
        return Promise.resolve([{ rate_limits: { read: null, write: null }, arrival_id: null }]);
      const isMarked = (key: readonly string[]) =>
        collection.name === REVOKED_API_KEYS.name && state.marks.has(keyText(key));
      return Promise.resolve(keys.map((key) => (isMarked(key) ? {} : undefined)));
    },
    projectedRevision: () => Promise.resolve(state.projectedRevision),
  } as unknown as ReadModel;
  const usage = { note: () => (state.used += 1) } as unknown as KeyUsage;
  let tell!: DurableEventsListener;
  const ahead = new KeysAhead({ subscribe: (listener) => (tell = listener) }, readModel);
  const lag = {
    isShared: true,
    isBehind: () => {
      state.lagReads += 1;
      return Promise.resolve(state.isBehind);
    },
  };
  const changes = { stamp: () => state.stamp };
  const credentials = new KeyCredentials(readModel, { now: () => state.now }, changes, lag, ahead, usage);
  const ask = async (): Promise<Caller | undefined> => credentials.authenticate(TOKEN);
  return { state, ask, tell };
}

/** An event of the key, or of another one of the workspace, as recorded in the log. */
function keyEvent(type: 'ApiKeyCreated' | 'ApiKeyRevoked', revision: number, id = 'k', token = TOKEN): RecordedEvent {
  const created = { name: 'n', scopes: [], prefix: 'p', hash: sha256Hex(token), expires_at: null };
  const data = { api_key_id: id, ...(type === 'ApiKeyCreated' && created) };
  const metadata = { workspace_id: 'w', occurred_at: '2026-05-10T11:00:00.000Z' };
  return { type, revision, data, metadata } as unknown as RecordedEvent;
}

describe('a key', () => {
  it('is looked up once while no row of a key or a workspace changes; each use is recorded', async () => {
    const { state, ask } = world();
    const first = await ask();
    expect(first).toMatchObject({ workspaceId: 'w', apiKeyId: 'k' });
    expect(await ask()).toBe(first);
    expect([state.reads, state.used]).toEqual([1, 2]);
  });

  it('that was revoked is refused as soon as the change of the rows is reported', async () => {
    const { state, ask } = world();
    await ask();
    state.key.live = 0;
    state.stamp = 1;
    expect(await ask()).toBeUndefined();
  });

  it('read while rows were changing is not cached', async () => {
    const { state, ask } = world();
    state.meanwhile = () => {
      state.key.live = 0;
      state.stamp = 1;
    };
    expect(await ask()).toBeDefined();
    state.meanwhile = () => {};
    expect(await ask()).toBeUndefined();
  });

  it('is looked up each time where changes are not reported', async () => {
    const { state, ask } = world();
    state.stamp = undefined;
    await ask();
    state.key.live = 0;
    expect(await ask()).toBeUndefined();
    expect(state.reads).toBe(2);
  });

  it('that is cached still expires', async () => {
    const { state, ask } = world();
    state.key.expires_at = '2026-05-10T12:00:01.000Z';
    expect(await ask()).toBeDefined();
    state.now += 1_000;
    expect(await ask()).toBeUndefined();
    expect(state.reads).toBe(1);
  });
});

describe('while the rows lag', () => {
  it.each([0, undefined])('a revoked key opens nothing as soon as the event is heard of (stamp %s)', async (stamp) => {
    const { state, ask, tell } = world();
    state.stamp = stamp;
    expect(await ask()).toBeDefined();
    tell([keyEvent('ApiKeyRevoked', 7, 'another')]);
    expect(await ask()).toBeDefined();
    tell([keyEvent('ApiKeyRevoked', 8)]);
    expect(await ask()).toBeUndefined();
  });

  it('a key whose revocation is reported while its row is read is refused', async () => {
    const { state, ask, tell } = world();
    state.meanwhile = () => tell([keyEvent('ApiKeyRevoked', 8)]);
    expect(await ask()).toBeUndefined();
  });

  it.each(['k', ALL_KEYS])('a key that another process revoked is refused because of the mark %j', async (marked) => {
    const { state, ask } = world();
    state.stamp = undefined;
    state.marks.add(keyText(['w', 'another']));
    expect(await ask()).toBeDefined();
    state.marks.add(keyText(['w', marked]));
    expect(await ask()).toBeUndefined();
  });

  it('a key that was just created is valid, until it is revoked', async () => {
    const { state, ask, tell } = world();
    state.hasRow = false;
    expect(await ask()).toBeUndefined();
    tell([keyEvent('ApiKeyCreated', 3)]);
    expect(await ask()).toMatchObject({ workspaceId: 'w', apiKeyId: 'k' });
    tell([keyEvent('ApiKeyRevoked', 4)]);
    expect(await ask()).toBeUndefined();
  });

  it('an unknown key gets 503, and 401 once the rows have caught up', async () => {
    const { state, ask } = world();
    state.hasRow = false;
    state.isBehind = true;
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
    state.isBehind = false;
    expect(await ask()).toBeUndefined();
    expect([state.lagReads, state.used]).toEqual([2, 0]);
  });

  it('a key whose row appears while the lag is read is accepted', async () => {
    const { state, ask } = world();
    state.hasRow = false;
    state.meanwhile = () => (state.hasRow = true);
    expect(await ask()).toBeDefined();
    expect(state.lagReads).toBe(1);
  });

  it('a malformed key, and a revoked one, get 401 without a read of the lag', async () => {
    const { state, ask } = world();
    state.isBehind = true;
    state.key.live = 0;
    expect(await ask()).toBeUndefined();
    expect(state.lagReads).toBe(0);
  });
});

describe('events that are known before the rows have them', () => {
  it('refuse every key of a workspace as soon as its deletion is durable, and no other', async () => {
    for (const [workspaceId, found] of [
      ['w', false],
      ['v', true],
    ] as const) {
      const { ask, tell } = world();
      expect(await ask()).toBeDefined();
      const deleted = { ...keyEvent('ApiKeyRevoked', 7), type: 'WorkspaceDeleted', data: {} };
      tell([{ ...deleted, metadata: { ...deleted.metadata, workspace_id: workspaceId } }]);
      expect((await ask()) !== undefined).toBe(found);
    }
  });

  const others = (from: number): readonly RecordedEvent[] =>
    Array.from({ length: 1_000 }, (_, at) => keyEvent('ApiKeyRevoked', from + at, `k${from + at}`));
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('are kept while the rows lack them, in any number, and dropped when they have them', async () => {
    const { state, ask, tell } = world();
    tell([keyEvent('ApiKeyRevoked', 5)]);
    state.projectedRevision = 4;
    for (const from of [10, 1_010, 2_010]) {
      tell(others(from));
      await settled();
      expect(await ask()).toBeUndefined();
    }
    // The rows have every event, so that this row alone decides.
    state.projectedRevision = 10_000;
    for (const from of [3_010, 4_010, 5_010, 6_010]) tell(others(from));
    await settled();
    expect(await ask()).toBeDefined();
  });
});
