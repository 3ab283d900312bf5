import { expectProblem } from '../../support/problem.js';
import { ADMIN_TOKEN } from '../../support/service.js';
import { shareService } from '../../support/shared.js';
import { needsKey } from '../../support/client.js';
import { withUnchanged } from '../../support/unchanged.js';
import { ALL_SCOPES } from '../../support/workspace.js';
import { ANY_KEY_ROUTES, KEYED_ROUTES, makeWorld, ROUTES, validRequest } from './routes.js';
import type { World } from './routes.js';
import type { Client } from '../../support/client.js';

const service = shareService();

describe('the route table of the matrices', () => {
  it('equals that of the served document', () => {
    const served = service().contract.operations.map(({ method, template }) => `${method} ${template}`);
    expect(served.sort()).toEqual(Object.keys(ROUTES).sort());
  });

  it('agrees with the document about access', () => {
    for (const { method, template, object } of service().contract.operations) {
      const access = ROUTES[`${method} ${template}`]?.access;
      const said = JSON.stringify([object.security ?? [], object.description ?? '', object.summary ?? '']);
      if (access === 'public') expect([method, template, needsKey(object.security)]).toEqual([method, template, false]);
      else if (access === 'any key')
        expect([method, template, object.security]).toEqual([method, template, [{ api_key: [] }]]);
      else if (access !== 'admin') expect(`${method} ${template} ${said}`).toContain(access);
    }
  });
});

describe('scopes', () => {
  let world: World;
  const keys = new Map<string, Client>();
  beforeAll(async () => {
    world = await makeWorld(service());
    for (const scope of ALL_SCOPES) keys.set(scope, (await world.workspace.key({ scopes: [scope] })).client);
  });

  it.each(KEYED_ROUTES)(
    '%s is refused to a key with any single scope other than %s, and without a key',
    async (route, needed) => {
      for (const scope of ALL_SCOPES.filter((other) => other !== needed)) {
        await withUnchanged(world.workspace, async () => {
          const answer = await keys.get(scope)!.send(validRequest(route, world));
          expect(expectProblem(answer, 'insufficient_scope').detail).toContain(needed);
        });
      }
      await expectNeedsKey(route);
    },
  );

  async function expectNeedsKey(route: string): Promise<void> {
    await withUnchanged(world.workspace, async () => {
      for (const client of [service().client(), service().client(ADMIN_TOKEN), service().client('sl_live_nonsense')]) {
        const answer = await client.send(validRequest(route, world));
        expectProblem(answer, 'unauthorized');
        expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
      }
    });
  }

  it.each(ANY_KEY_ROUTES)('%s is open to a key with any single scope, and refused without a key', async (route) => {
    for (const scope of ALL_SCOPES) {
      const answer = await keys.get(scope)!.send(validRequest(route, world));
      expect([scope, answer.status]).toEqual([scope, ROUTES[route]!.success]);
    }
    await expectNeedsKey(route);
  });

  it.each(KEYED_ROUTES)('%s is open to a key with only %s', async (route, scope) => {
    const own = await makeWorld(service());
    const { client } = await own.workspace.key({ scopes: [scope] });
    const answer = await client.send(validRequest(route, own));
    expect([answer.status, answer.bytes.toString()]).toEqual([ROUTES[route]!.success, expect.any(String)]);
  });

  const adminRoutes = Object.keys(ROUTES).filter((route) => ROUTES[route]!.access === 'admin');
  it.each(adminRoutes)('[api endpoints admin] %s is open to the admin token only', async (route) => {
    const request = validRequest(route, world);
    await withUnchanged(world.workspace, async () => {
      const wrong = `${ADMIN_TOKEN.slice(0, -1)}x`;
      for (const client of [
        service().client(),
        world.workspace.client,
        service().client(wrong),
        service().client(`${ADMIN_TOKEN}x`),
      ]) {
        const answer = await client.send(request);
        expectProblem(answer, 'unauthorized');
        expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
      }
    });
    const own = await makeWorld(service());
    expect((await service().admin.send(validRequest(route, own))).status).toBe(ROUTES[route]!.success);
  });

  const publicRoutes = Object.keys(ROUTES).filter((route) => ROUTES[route]!.access === 'public');
  it.each(publicRoutes)('[api endpoints health] %s is public', async (route) => {
    for (const client of [service().client(), service().client('nonsense'), world.workspace.client]) {
      expect((await client.send(validRequest(route, world))).status).toBe(200);
    }
  });
});
