import type { Client, Told, Work } from './world.js';
import { ADMIN_TOKEN } from './world.js';

type Sleep = (milliseconds: number) => Promise<void>;

/** Milliseconds until a request is repeated. */
const AGAIN_MS = 300;
const CLIENTS = 3;
const ROUNDS = 12;

/** The shortest work that goes through every slice: a workspace with a key, contacts on lists, calls with outcomes. */
export const smokeWork: Work = async (world) => {
  const operator = world.client('operator');
  const sleep: Sleep = (milliseconds) => world.sleep(milliseconds);
  const made = await untilDone(sleep, () =>
    operator.request({
      method: 'POST',
      path: '/admin/workspaces',
      body: { name: 'Smoke' },
      key: ADMIN_TOKEN,
      idempotencyKey: 'workspace',
    }),
  );
  const path = `/admin/workspaces/${made.body.workspace_id}/api-keys`;
  const body = { name: 'All', scopes: ['contacts:write', 'smart_lists:write', 'calls:write', 'outcomes:write'] };
  const { secret: key } = (
    await untilDone(sleep, () => operator.request({ method: 'POST', path, body, key: ADMIN_TOKEN }))
  ).body as { secret: string };
  await Promise.all(Array.from({ length: CLIENTS }, (_, n) => dial(world.client(`dialer ${n}`), key, n, sleep)));
};

async function dial(client: Client, key: string, n: number, sleep: Sleep) {
  let asked = 0;
  const post = async (path: string, body: object): Promise<Told & { kind: 'answered' }> => {
    asked += 1;
    const idempotencyKey = `${client.name} ${asked}`;
    return untilDone(sleep, () => client.request({ method: 'POST', path, body, key, idempotencyKey }));
  };
  const contacts = Array.from({ length: 4 }, (_, at) => ({
    phone: `+4930123${n}${at}000`,
    name: `Contact ${n} ${at}`,
  }));
  await post('/contacts/batch', { contacts });
  const list = (await post('/smart-lists', { name: `List ${n}`, priority: 'high' })).body as { smart_list_id: string };
  const members = contacts.map(({ phone }) => ({ phone }));
  await post(`/smart-lists/${list.smart_list_id}/members/batch`, { contacts: members });
  for (let round = 0; round < ROUNDS; round += 1) {
    const { calls } = (await post('/dialer/next', { limit: 1 })).body as { calls?: { call_id: string }[] };
    for (const { call_id } of calls ?? []) {
      await sleep(1_000);
      await post(`/calls/${call_id}/end`, { result: 'no_answer' });
    }
    await sleep(500);
  }
}

/** Asks again, with the same key, until there is an answer that is not a 503. */
async function untilDone(sleep: Sleep, ask: () => Promise<Told>): Promise<Told & { kind: 'answered' }> {
  for (;;) {
    const told = await ask();
    if (told.kind === 'answered' && told.status !== 503) return told;
    await sleep(AGAIN_MS);
  }
}
