import type { Api } from '../../support/api.js';
import { nextName } from '../../support/api.js';
import type { Request } from '../../support/http.js';
import { nextPhone } from '../../support/workspace.js';

/** A prepared write, and how its effect can be read. */
export interface ReadyWrite {
  readonly request: Request;
  readonly status: number;
  /** Fields that the body of its answer contains. */
  readonly body: object;
  /**
   * The path of a GET that returns the answer's bytes; where absent, {@link gone} or {@link counts} show the effect.
   */
  readonly shows?: (body: Record<string, Record<string, unknown>>) => string;
  /** The path of a GET that answers 404 after the write. */
  readonly gone?: string;
  /** Number of active members of these lists after the write. */
  readonly counts?: Readonly<Record<string, number>>;
}

type Prepare = (api: Api) => Promise<ReadyWrite>;

const listPath = (body: Record<string, Record<string, unknown>>): string =>
  `/smart-lists/${String(body['smart_list']!['smart_list_id'])}`;
const outcomePath = (body: Record<string, Record<string, unknown>>): string =>
  `/phone-system/outcomes/${String(body['outcome']!['outcome_id'])}`;

/** A list with three members. */
async function listOfThree(api: Api) {
  const { contacts } = await api.importContacts([
    { phone: nextPhone() },
    { phone: nextPhone() },
    { phone: nextPhone() },
  ]);
  const { smart_list_id: id } = await api.createList();
  const references = contacts.map(({ contact_id }) => ({ contact_id }));
  await api.addMembers(id, references);
  return { id, references, path: `/smart-lists/${id}` };
}

/** One write of each kind, each on resources of its own. */
export const WRITES: Readonly<Record<string, Prepare>> = {
  'POST /smart-lists': async () => {
    const name = nextName();
    const request = { method: 'POST', path: '/smart-lists', json: { name, priority: 'high' } };
    return { request, status: 201, body: { smart_list: { name, priority: 'high' } }, shows: listPath };
  },
  'PATCH /smart-lists/{id}': async (api) => {
    const { smart_list_id } = await api.createList();
    const request = { method: 'PATCH', path: `/smart-lists/${smart_list_id}`, json: { description: 'changed' } };
    return { request, status: 200, body: { smart_list: { version: 2, description: 'changed' } }, shows: listPath };
  },
  'DELETE /smart-lists/{id}': async (api) => {
    const { id, path } = await listOfThree(api);
    return { request: { method: 'DELETE', path }, status: 200, body: { smart_list_id: id, deleted: true }, gone: path };
  },
  'POST /smart-lists/{id}/members/batch': async (api) => {
    const { references } = await listOfThree(api);
    const { smart_list_id } = await api.createList();
    const request = {
      method: 'POST',
      path: `/smart-lists/${smart_list_id}/members/batch`,
      json: { members: references },
    };
    return { request, status: 200, body: { inserted: 3, skipped: 0, unmatched: 0 }, counts: { [smart_list_id]: 3 } };
  },
  'POST /smart-lists/{id}/members/batch-remove': async (api) => {
    const { id, references, path } = await listOfThree(api);
    const request = { method: 'POST', path: `${path}/members/batch-remove`, json: { members: references.slice(1) } };
    return { request, status: 200, body: { removed: 2, skipped: 0, unmatched: 0 }, counts: { [id]: 1 } };
  },
  'POST /smart-list-members/batch-remove': async (api) => {
    const { id, references } = await listOfThree(api);
    const request = { method: 'POST', path: '/smart-list-members/batch-remove', json: { members: references } };
    return { request, status: 200, body: { removed: 3, skipped: 0, unmatched: 0 }, counts: { [id]: 0 } };
  },
  'POST /contacts/batch': async () => {
    const phone = nextPhone();
    const request = {
      method: 'POST',
      path: '/contacts/batch',
      json: { contacts: [{ phone }, { phone: nextPhone() }] },
    };
    return { request, status: 200, body: { created: 2, updated: 0, unchanged: 0, contacts: [{ phone }, {}] } };
  },
  'POST /phone-system/outcomes': async () => {
    const outcome_name = nextName('Outcome');
    const request = { method: 'POST', path: '/phone-system/outcomes', json: { outcome_name } };
    return { request, status: 201, body: { outcome: { outcome_name, version: 1 } }, shows: outcomePath };
  },
  'PATCH /phone-system/outcomes/{id}': async (api) => {
    const { outcome_id } = (await api.createOutcome()).outcome;
    const request = { method: 'PATCH', path: `/phone-system/outcomes/${outcome_id}`, json: { order: 7 } };
    return { request, status: 200, body: { outcome: { version: 2, order: 7 } }, shows: outcomePath };
  },
  'a batch that changes nothing': async (api) => {
    const { id, references, path } = await listOfThree(api);
    const request = { method: 'POST', path: `${path}/members/batch`, json: { members: references } };
    return { request, status: 200, body: { inserted: 0, skipped: 3, unmatched: 0 }, counts: { [id]: 3 } };
  },
  'DELETE /phone-system/outcomes/{id}': async (api) => {
    const { outcome_id } = (await api.createOutcome()).outcome;
    const path = `/phone-system/outcomes/${outcome_id}`;
    return { request: { method: 'DELETE', path }, status: 200, body: { outcome_id, deleted: true }, gone: path };
  },
  'DELETE /contacts/{id}': async (api) => {
    const { id, references } = await listOfThree(api);
    const contact_id = references[0]!.contact_id;
    const path = `/contacts/${contact_id}`;
    const body = { contact_id, deleted: true };
    return { request: { method: 'DELETE', path }, status: 200, body, gone: path, counts: { [id]: 2 } };
  },
};
