import { randomBytes } from 'node:crypto';
import { describeWithMongoServer, mongoServer } from '../doubles/mongodb/server.js';
import { success } from '../support/client.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startInVain } from '../support/ended-process.js';
import { proxied, withDatabase } from '../support/engines/mongodb-url.js';
import type { TcpProxy } from '../support/proxy.js';
import { type Service, startService } from '../support/service.js';
import type { Contact } from '../support/types.js';
import { nextPhone, TestWorkspace } from '../support/workspace.js';
import { untilReady, untilRed } from './support/health.js';
import { expectUnavailable } from './support/patient-client.js';

const RUN_MS = 400_000;

describeWithMongoServer('the personal keys of a distributed pair', () => {
  let deployment: DistributedDeployment;
  let proxy: TcpProxy;

  beforeEach(async () => {
    const server = await mongoServer();
    const through = await proxied(server.url);
    proxy = through.proxy;
    const personalKeysUrl = withDatabase(through.url, `test_${randomBytes(8).toString('hex')}_keys`);
    deployment = await DistributedDeployment.make({ readModel: server, personalKeysUrl });
  }, RUN_MS);
  afterEach(async () => {
    await proxy.stop();
    await deployment.remove();
  }, RUN_MS);

  it(
    'away: what needs one is 503 and health names them, the rest is answered, and nothing is taken for erased',
    async () => {
      const service = await startService({ deployment });
      const workspace = await TestWorkspace.make(service);
      const { client } = workspace;
      await workspace.contacts(2);
      const before = await contactsOf(service, client.token!);
      proxy.refuse();
      proxy.cut();
      await untilRed(service, 'personal_keys');
      expectUnavailable(await client.post('/contacts/batch', { contacts: [{ phone: nextPhone() }] }));
      expect(await contactsOf(service, client.token!)).toEqual(before);
      success(await client.post('/smart-lists', { name: 'Needs no key' }), 201);
      await proxy.accept();
      await untilReady(service);
      await workspace.contacts(1);
      expect((await contactsOf(service, client.token!)).slice(0, 2)).toEqual(before);
      await service.stop();
    },
    RUN_MS,
  );

  it(
    'of another log, missing or away: a start is refused in one sentence, and makes no database',
    async () => {
      const service = await startService({ deployment });
      const workspace = await TestWorkspace.make(service);
      await workspace.contacts(1);
      await service.stop();
      const missing = withDatabase(deployment.env['READMODEL_URL']!, `test_${randomBytes(8).toString('hex')}_keys`);
      for (let start = 0; start < 2; start += 1) {
        await expectRefused(
          { PERSONAL_KEYS_URL: missing },
          /^The log was written with personal keys that the MongoDB /,
        );
      }
      await expectRefused({ SECRETS_KEY: randomBytes(32).toString('base64'), SECRETS_KEY_LOST: '1' }, /^SECRETS_KEY /);
      proxy.refuse();
      await expectRefused({}, /^MongoDB cannot be reached at 127\.0\.0\.1:\d+ within 10 s: /);
    },
    RUN_MS,
  );

  async function expectRefused(env: Readonly<Record<string, string>>, why: RegExp): Promise<void> {
    const { code, stderr } = await startInVain({ ...deployment.env, ...env });
    expect(stderr).toMatch(why);
    expect(stderr).toMatch(/^[A-Z][^\n]*\.\n$/);
    expect(code).toBe(78);
  }
});

async function contactsOf(service: Service, token: string): Promise<readonly Contact[]> {
  return (await service.client(token).read<{ contacts: Contact[] }>('/contacts')).contacts;
}
