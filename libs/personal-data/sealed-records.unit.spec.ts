import type { EventStore } from '#event-store';
import { VirtualTimers } from '#kernel/testing';
import { IDEMPOTENCY } from '#workspace-head';
import { LogClient } from '../workspace-head/testing/memory-log.js';
import { NOON, ToyWorld } from '../workspace-head/testing/process.js';
import { settled } from '../workspace-head/testing/scheduler.js';
import { SealingEventStore } from './sealing-event-store.js';
import { MemoryKeyStore, shredSubjects, WatchedKeys } from './testing/index.js';
import { newKey, type SecretsKeys } from './wrapping.js';

const SECRET = 'told to one client only';
/** Open in the log, it would let a reader guess the phone of the request. */
const FINGERPRINT = 'hash of the request';
const WORKSPACE = 'w';

/** A world whose processes seal; its rows are folded from the log as followers get it. */
function sealedWorld() {
  const world = new ToyWorld();
  const keyStore = new MemoryKeyStore();
  const secrets: SecretsKeys = [newKey()];
  const process = () => {
    const keys = new WatchedKeys(secrets, keyStore);
    const log = new LogClient(world.log, { upcast: world.schemas.upcast }) as unknown as EventStore;
    const store = new SealingEventStore({ store: log, keys, schemas: world.schemas, timers: new VirtualTimers() });
    return { keys, sent: world.process({ ports: { store } }) };
  };
  const ask = async ({ sent }: ReturnType<typeof process>, fingerprint = FINGERPRINT) => {
    const decide = () => ({ events: [], answer: () => ({ status: 200, body: { ok: true, SECRET } }) });
    const asked = sent.sendDecision(decide, { key: 'k', fingerprint, workspaceId: WORKSPACE });
    await settled();
    await world.projector.catchUp();
    await settled();
    return asked;
  };
  return { world, process, ask };
}

describe('a record of an Idempotency-Key', () => {
  it('is sealed in the log and not in the rows, and answers the retry, in every process', async () => {
    const { world, process, ask } = sealedWorld();
    const first = process();
    const { answer } = (await ask(first)).result!;
    expect(answer.body).toEqual({ ok: true, SECRET });
    for (const text of [SECRET, FINGERPRINT]) expect(JSON.stringify(world.log.events)).not.toContain(text);
    const [row] = await world.projector.reader().getMany(IDEMPOTENCY, [[WORKSPACE, 'k']]);
    const occurred_at = new Date(NOON).toISOString();
    expect(row).toEqual({ workspace_id: WORKSPACE, key_hash: 'k', revision: 0, occurred_at, live: 1 });
    for (const each of [first, process()]) {
      expect((await ask(each)).result).toMatchObject({ replayed: true, answer });
      expect((await ask(each, 'hash of another one')).refused).toBe('idempotency_key_reused');
    }
    expect(world.log.events).toHaveLength(1);
  });

  it('refuses every retry once its key is shredded: nobody knows any more what was done', async () => {
    const { world, process, ask } = sealedWorld();
    const first = process();
    await ask(first);
    await shredSubjects(first.keys, WORKSPACE, ['answers:2030-01-01']);
    expect((await ask(process())).refused).toBe('idempotency_key_reused');
    expect(world.log.events).toHaveLength(1);
  });

  it('refuses the retry while its key cannot be had, and nothing is done twice', async () => {
    const { world, process, ask } = sealedWorld();
    await ask(process());
    const other = process();
    other.keys.away = true;
    expect((await ask(other)).refused).toBe('unavailable');
    other.keys.away = false;
    expect((await ask(other)).result).toMatchObject({ replayed: true });
    expect(world.log.events).toHaveLength(1);
  });
});
