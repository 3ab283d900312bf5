import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { paths, Problem, SmartList } from './generated/schema.js';

const { BASE_URL, KEY } = process.env;
const api = createClient<paths>({ baseUrl: BASE_URL!, headers: { Authorization: `Bearer ${KEY}` } });

/** Every smart list of the workspace, page after page. */
async function allSmartLists(): Promise<SmartList[]> {
  const all: SmartList[] = [];
  const query: { page_size: number; page_token?: string } = { page_size: 1 };
  for (;;) {
    const { data, error } = await api.GET('/smart-lists', { params: { query } });
    if (error) throw new Error(error.detail);
    all.push(...data.smart_lists);
    if (data.next_page_token === null) return all;
    query.page_token = data.next_page_token;
  }
}

// A new smart list. The same Idempotency-Key makes the second request safe: it gets the first answer again.
const name = `Spring ${randomUUID()}`;
const create = { body: { name, priority: 'high' }, params: { header: { 'Idempotency-Key': randomUUID() } } } as const;
const created = await api.POST('/smart-lists', create);
const again = await api.POST('/smart-lists', create);
assert.equal(created.response.status, 201);
assert.deepEqual(again.data, created.data);
assert.equal(again.response.headers.get('Idempotent-Replayed'), 'true');
assert.equal(created.data?.smart_list.priority, 'high');

const { smart_list_id } = created.data.smart_list;
const listed = await allSmartLists();
assert.ok(listed.some((list) => list.smart_list_id === smart_list_id && list.name === name));

// Contacts have your own ids, so that importing them again creates no duplicates.
const contact_id = randomUUID();
const batch = { body: { contacts: [{ contact_id, phone: '+493012345678', name: 'Ada' }] } };
const imported = await api.POST('/contacts/batch', batch);
assert.deepEqual([imported.data?.created, imported.data?.contacts[0]?.contact_id], [1, contact_id]);
assert.equal((await api.POST('/contacts/batch', batch)).data?.unchanged, 1);

// A refusal is a problem document: `code` for programs, `detail` for people.
const refused = await api.POST('/smart-lists', { body: { name } });
const problem: Problem | undefined = refused.error;
assert.equal(problem?.code, 'resource_conflict');
assert.equal(problem?.status, 409);
