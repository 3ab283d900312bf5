import type { Service } from '../../support/service.js';
import { shareService } from '../../support/shared.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const CRM = 'https://crm.example';

const service = shareService({ env: { CORS_ORIGINS: `http://localhost:5173, ${CRM}` } });
const closed = shareService();

const urlOf = ({ port }: Service, path: string): string => `http://127.0.0.1:${port}${path}`;

function corsOf({ headers }: Response): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
}

const preflight = (to: Service, path: string, method: string): Promise<Response> =>
  fetch(urlOf(to, path), {
    method: 'OPTIONS',
    headers: {
      origin: CRM,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization',
    },
  });

describe('pages of other origins', () => {
  it('[api rules/browsers] a preflight of every operation of the document is answered without a key', async () => {
    const { operations } = service().contract;
    expect(operations.length).toBeGreaterThan(40);
    for (const { method, template } of operations) {
      const answer = await preflight(service(), template.replace(/\{\w+\}/g, UNKNOWN_ID), method);
      const headers = corsOf(answer);
      if (template.startsWith('/admin/')) {
        expect([template, headers]).toEqual([template, {}]);
        continue;
      }
      const allowed = (headers['access-control-allow-methods'] ?? '').split(', ');
      expect([method, template, answer.status, allowed.includes(method)]).toEqual([method, template, 204, true]);
      expect([headers['access-control-allow-origin'], answer.headers.get('vary')]).toEqual([CRM, 'Origin']);
      expect(headers['access-control-allow-headers']).toContain('Authorization');
    }
  });

  it('[api rules/browsers] a page reads what its key opens, and why something was refused', async () => {
    const { client } = await TestWorkspace.make(service());
    const authorization = `Bearer ${client.token!}`;
    for (const [path, headers, status] of [
      ['/me', { authorization }, 200],
      ['/smart-lists', {}, 401],
      [`/smart-lists/${UNKNOWN_ID}`, { authorization }, 404],
    ] as const) {
      const answer = await fetch(urlOf(service(), path), { headers: { ...headers, origin: CRM } });
      expect([path, answer.status, corsOf(answer)['access-control-allow-origin']]).toEqual([path, status, CRM]);
      const other = await fetch(urlOf(service(), path), { headers: { ...headers, origin: 'https://other.example' } });
      expect([path, other.status, corsOf(other)]).toEqual([path, status, {}]);
    }
  });

  it('[api rules/browsers] by default there are none', async () => {
    const answer = await preflight(closed(), '/smart-lists', 'GET');
    expect([answer.status, corsOf(answer), answer.headers.get('vary')]).toEqual([204, {}, null]);
  });
});
