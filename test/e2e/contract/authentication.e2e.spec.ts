import { createHash } from 'node:crypto';
import { byId } from '../../support/api.js';
import { jsonOf } from '../../support/contract.js';
import { START } from '../../support/log.js';
import { expectPointer, expectProblem } from '../../support/problem.js';
import { shareWorkspace } from '../../support/shared.js';
import { TestWorkspace } from '../../support/workspace.js';

const workspace = shareWorkspace();

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** CRC-32 of IEEE 802.3, bit by bit: written from the definition, independent of the service. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function base62(value: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = `${BASE62[rest % 62]}${text}`;
  return text.padStart(6, '0');
}

describe('authentication', () => {
  it('[seed 5.1] Bearer <API_KEY>, the scheme in any case; all else is 401 with WWW-Authenticate', async () => {
    const { client } = workspace();
    const anonymous = client.as(undefined);
    const key = client.token!;
    for (const authorization of [`Bearer ${key}`, `bearer ${key}`, `BEARER ${key}`]) {
      expect((await anonymous.get('/smart-lists', { authorization })).status).toBe(200);
    }
    const altered = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    const refused = [
      '',
      key,
      'Bearer',
      'Bearer ',
      `Basic ${key}`,
      `Bearer ${altered}`,
      `Bearer ${key}x`,
      `Bearer ${key} ${key}`,
    ];
    for (const authorization of [...refused, `Token ${key}`, 'Bearer sl_live_', `Bearer ${key.toLowerCase()}`]) {
      const answer = await anonymous.get('/smart-lists', { authorization });
      expectProblem(answer, 'unauthorized');
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    }
    expectProblem(await anonymous.get(`/smart-lists?access_token=${key}`), 'unauthorized');
  });

  it('[seed 5.2] a key acts in its own workspace only', async () => {
    const other = await TestWorkspace.make(workspace().service);
    const mine = await workspace().api.createList();
    expect(await other.api.lists()).toEqual([]);
    expectProblem(await other.client.get(`/smart-lists/${mine.smart_list_id}`), 'not_found');
  });

  it('[seed 4 rule 4] [api rules/tenancy subaccount] ignores X-Active-Subaccount and organizations', async () => {
    const other = await TestWorkspace.make(workspace().service);
    await workspace().api.createList();
    const headers = {
      'x-active-subaccount': workspace().id,
      'x-organization-id': workspace().id,
      'x-workspace-id': workspace().id,
    };
    const answer = await other.client.get('/smart-lists', headers);
    expect(jsonOf(answer)).toEqual({ ok: true, smart_lists: [], next_page_token: null });
  });

  it('[seed 5.3] [api rules/keys scopes] read inspects, write changes; write does not include read', async () => {
    const { smart_list_id: id } = await workspace().api.createList();
    const [contact] = await workspace().contacts(1);
    const { client: reader } = await workspace().key({ scopes: ['smart_lists:read'] });
    const { client: writer } = await workspace().key({ scopes: ['smart_lists:write'] });
    for (const path of ['/smart-lists', `/smart-lists/${id}`, `/smart-lists/${id}/members`, '/phone-system/outcomes']) {
      expect((await reader.get(path)).status).toBe(200);
      expectProblem(await writer.get(path), 'insufficient_scope');
    }
    const members = { members: [byId(contact!)] };
    for (const [path, body, status] of [
      ['/smart-lists', { name: 'Scopes' }, 201],
      [`/smart-lists/${id}/clone`, undefined, 201],
      [`/smart-lists/${id}/members/batch`, members, 200],
      [`/smart-lists/${id}/members/batch-reset`, members, 200],
      [`/smart-lists/${id}/reset`, undefined, 200],
      [`/smart-lists/${id}/members/batch-remove`, members, 200],
      ['/smart-list-members/batch-remove', members, 200],
    ] as const) {
      expectProblem(await reader.post(path, body), 'insufficient_scope');
      expect((await writer.post(path, body)).status).toBe(status);
    }
    expectProblem(await reader.patch(`/smart-lists/${id}`, {}), 'insufficient_scope');
    const member = `/smart-lists/${id}/members/${contact!.contact_id}`;
    expectProblem(await reader.patch(member, { callback_at: null }), 'insufficient_scope');
    expectProblem(await reader.delete(`/smart-lists/${id}`), 'insufficient_scope');
    expect((await writer.patch(`/smart-lists/${id}`, {})).status).toBe(200);
    expect((await writer.delete(`/smart-lists/${id}`)).status).toBe(200);
  });

  it('[seed 5.4] [api rules/keys format] shown once; a prefix, 32 base62 characters, 6 of their CRC-32', async () => {
    const { service, id } = workspace();
    const path = `/admin/workspaces/${id}/api-keys`;
    const made = jsonOf(await service.admin.post(path, { name: 'Format', scopes: ['contacts:read'] })) as {
      secret: string;
      api_key: { prefix: string; api_key_id: string };
    };
    const [, random = '', check] = /^sl_live_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(made.secret) ?? [];
    expect(check).toBe(base62(crc32(random)));
    expect(made.api_key.prefix).toBe(made.secret.slice(0, 12));
    const { bytes } = await service.admin.get(path);
    expect(bytes.toString()).toContain(made.api_key.api_key_id);
    expect(bytes.toString()).not.toContain(made.secret.slice(12));
  });

  it('[api rules/keys hidden] no file and no log line contains a key; the event log contains its SHA-256', async () => {
    const { service, client, keyId } = workspace();
    await client.get('/smart-lists');
    const secret = client.token!;
    const kept = await service.deployment.storedBytes();
    for (const content of [...kept, Buffer.from(service.stdout), Buffer.from(service.stderr)]) {
      expect(content.includes(secret)).toBe(false);
      expect(content.includes(secret.slice(12))).toBe(false);
    }
    const created = (await service.log.after(START)).find(
      ({ type, data }) => type === 'ApiKeyCreated' && data['api_key_id'] === keyId,
    )!;
    const digest = createHash('sha256').update(secret).digest();
    expect([digest.toString('hex'), digest.toString('base64')]).toContain(created.data['hash']);
  });

  it('[api rules/keys revoked] a revoked key is refused at once, for reads and writes; other keys work', async () => {
    const { service, id } = workspace();
    const { client, keyId } = await workspace().key();
    expect((await client.get('/smart-lists')).status).toBe(200);
    const answer = await service.admin.delete(`/admin/workspaces/${id}/api-keys/${keyId}`);
    expect(jsonOf(answer)).toMatchObject({ ok: true, api_key: { api_key_id: keyId, revoked_at: expect.any(String) } });
    expectProblem(await client.get('/smart-lists'), 'unauthorized');
    expectProblem(await client.post('/smart-lists', { name: 'Late' }), 'unauthorized');
    expect((await workspace().client.get('/smart-lists')).status).toBe(200);
    const again = await service.admin.delete(`/admin/workspaces/${id}/api-keys/${keyId}`);
    expect(again.bytes.equals(answer.bytes)).toBe(true);
  });

  it('[api rules/keys revoked] writes answered before the revocation stay, none is accepted after', async () => {
    const { service } = workspace();
    const { id, client, keyId } = await TestWorkspace.make(service);
    const writes = Array.from({ length: 30 }, (_, i) => client.post('/smart-lists', { name: `Racing ${i}` }));
    await Promise.race(writes);
    await service.admin.delete(`/admin/workspaces/${id}/api-keys/${keyId}`);
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(statuses.every((status) => status === 201 || status === 401)).toBe(true);
    expectProblem(await client.post('/smart-lists', { name: 'Late' }), 'unauthorized');
  });

  it('[api rules/keys revoked] a key is refused from its expires_at on', async () => {
    const soon = new Date(Date.now() + 700).toISOString();
    const { client } = await workspace().key({ expires_at: soon });
    let answer = await client.get('/smart-lists');
    while (answer.status === 200) answer = await client.get('/smart-lists');
    expect(new Date().toISOString() >= soon).toBe(true);
    expectProblem(answer, 'unauthorized');
    expectProblem(await client.post('/smart-lists', { name: 'Late' }), 'unauthorized');
    const { service, id } = workspace();
    const body = { name: 'Late', scopes: ['calls:read'], expires_at: soon };
    const refused = await service.admin.post(`/admin/workspaces/${id}/api-keys`, body);
    expect(expectPointer(refused, 'validation_failed', '/expires_at').errors).toHaveLength(1);
  });

  it('[seed 5.5] [api endpoints admin] a signing secret per workspace, shown once, rotated', async () => {
    const { service, id } = workspace();
    const rotate = (body?: object) => service.admin.post(`/admin/workspaces/${id}/signing-secrets`, body);
    const first = jsonOf(await rotate()) as { signing_secret: string };
    const second = jsonOf(await rotate({ previous_secret_expires_in: 0 })) as { signing_secret: string };
    for (const { signing_secret } of [first, second]) {
      expect(signing_secret).toMatch(/^whsec_/);
      expect(Buffer.from(signing_secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    }
    expect(first.signing_secret).not.toBe(second.signing_secret);
    for (const content of await service.deployment.storedBytes()) {
      expect(content.includes(second.signing_secret.slice(6))).toBe(false);
    }
    // Ten secrets can be live at once; the eleventh is only possible by expiring them.
    for (let n = 1; n < 10; n += 1) expect((await rotate()).status).toBe(201);
    expectProblem(await rotate({ previous_secret_expires_in: 1 }), 'resource_conflict');
    expect((await rotate({ previous_secret_expires_in: 0 })).status).toBe(201);
  });
});
