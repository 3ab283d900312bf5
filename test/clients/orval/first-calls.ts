import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { createSmartList, importContacts, listSmartLists } from './generated/calls.js';
import type { ListSmartListsParams, Problem } from './generated/calls.js';
import { CreateSmartListResponse, ImportContactsResponse, ListSmartListsResponse } from './generated/schemas.js';

/** As the schema reads it: a field that may be left out is undefined then. */
type SmartList = z.infer<typeof ListSmartListsResponse>['smart_lists'][number];

/** Every smart list of the workspace, page after page. */
async function allSmartLists(): Promise<SmartList[]> {
  const all: SmartList[] = [];
  const query: ListSmartListsParams = { page_size: 1 };
  for (;;) {
    const answer = await listSmartLists(query);
    if (answer.status !== 200) throw new Error(answer.data.detail);
    const page = ListSmartListsResponse.parse(answer.data);
    all.push(...page.smart_lists);
    if (page.next_page_token === null) return all;
    query.page_token = page.next_page_token;
  }
}

// A new smart list. The same Idempotency-Key makes the second request safe: it gets the first answer again.
const name = `Spring ${randomUUID()}`;
const once = { headers: { 'Idempotency-Key': randomUUID() } };
const created = await createSmartList({ name, priority: 'high' }, once);
const again = await createSmartList({ name, priority: 'high' }, once);
assert.equal(created.status, 201);
assert.deepEqual(again.data, created.data);
assert.equal(again.headers.get('Idempotent-Replayed'), 'true');

const { smart_list } = CreateSmartListResponse.parse(created.data);
assert.equal(smart_list.priority, 'high');
const listed = await allSmartLists();
assert.ok(listed.some((list) => list.smart_list_id === smart_list.smart_list_id && list.name === name));

// Contacts have your own ids, so that importing them again creates no duplicates.
const contact_id = randomUUID();
const batch = { contacts: [{ contact_id, phone: '+493012345678', name: 'Ada' }] };
const imported = ImportContactsResponse.parse((await importContacts(batch)).data);
assert.deepEqual([imported.created, imported.contacts[0]?.contact_id], [1, contact_id]);
assert.equal(ImportContactsResponse.parse((await importContacts(batch)).data).unchanged, 1);

// A refusal is a problem document: `code` for programs, `detail` for people.
const refused = await createSmartList({ name });
assert.equal(refused.status, 409);
const problem: Problem = refused.data;
assert.equal(problem.code, 'resource_conflict');
