import type { Client } from './client.js';
import { success } from './client.js';
import { Api, byId } from './api.js';
import type { Service } from './service.js';
import type { Call, Contact } from './types.js';

/** Every scope a key can have (docs/reference/http-contract.md#endpoints). */
export const ALL_SCOPES = [
  'smart_lists:read',
  'smart_lists:write',
  'contacts:read',
  'contacts:write',
  'contacts:erase',
  'calls:read',
  'calls:write',
  'webhooks:read',
  'webhooks:write',
  'webhooks:admin',
  'events:read',
] as const;

export type Scope = (typeof ALL_SCOPES)[number];

export interface KeyOptions {
  readonly scopes?: readonly Scope[];
  readonly name?: string;
  readonly expires_at?: string;
}

/** A workspace for one test, with a key that has all scopes. */
export class TestWorkspace {
  private constructor(
    readonly service: Service,
    readonly id: string,
    readonly client: Client,
    readonly keyId: string,
  ) {}

  static async make(service: Service, settings: object = {}): Promise<TestWorkspace> {
    const { workspace } = success<{ workspace: { workspace_id: string } }>(
      await service.admin.post('/admin/workspaces', { name: 'Test', time_zone: 'Europe/Vienna' }),
      201,
    );
    const id = workspace.workspace_id;
    if (Object.keys(settings).length > 0) success(await service.admin.patch(`/admin/workspaces/${id}`, settings), 200);
    const { client, keyId } = await makeKey(service, id);
    return new TestWorkspace(service, id, client, keyId);
  }

  /** The same workspace through another process. */
  through(service: Service): TestWorkspace {
    return new TestWorkspace(service, this.id, service.client(this.client.token), this.keyId);
  }

  /** The API with the key that has all scopes. */
  get api(): Api {
    return new Api(this.client);
  }

  /** Another key; with all scopes if none are named. */
  key(options: KeyOptions = {}): Promise<{ readonly client: Client; readonly keyId: string }> {
    return makeKey(this.service, this.id, options);
  }

  /** New contacts, each with a phone number that no other has. */
  async contacts(count: number): Promise<readonly Pick<Contact, 'contact_id' | 'phone'>[]> {
    const phones = Array.from({ length: count }, () => nextPhone());
    const made: Pick<Contact, 'contact_id' | 'phone'>[] = [];
    for (let at = 0; at < count; at += 1_000) {
      const items = phones.slice(at, at + 1_000).map((phone) => ({ phone }));
      const { contacts } = await this.api.importContacts(items);
      made.push(...contacts.map(({ contact_id, phone }) => ({ contact_id, phone })));
    }
    return made;
  }

  /** A call in progress with a new contact. */
  async call(): Promise<Call> {
    const [contact] = await this.contacts(1);
    return this.api.registerCall(byId(contact!));
  }
}

async function makeKey(service: Service, workspaceId: string, options: KeyOptions = {}) {
  const answer = await service.admin.post(`/admin/workspaces/${workspaceId}/api-keys`, {
    name: 'test',
    scopes: ALL_SCOPES,
    ...options,
  });
  const { secret, api_key } = success<{ secret: string; api_key: { api_key_id: string } }>(answer, 201);
  return { client: service.client(secret), keyId: api_key.api_key_id };
}

let phones = 0;

/** A phone number that no other contact of this test run has. */
export function nextPhone(): string {
  phones += 1;
  return `+4366${String(phones).padStart(9, '0')}`;
}

/** A well-formed id that names nothing. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
