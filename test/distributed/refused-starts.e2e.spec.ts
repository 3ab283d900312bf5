import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { EventStoreDouble } from '../doubles/eventstoredb/event-store-double.js';
import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { describeOnDouble } from '../support/double-only.js';
import { startInVain } from '../support/ended-process.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startService } from '../support/service.js';

/** EX_CONFIG in sysexits.h: a service manager does not restart the process. */
const EX_CONFIG = 78;
const RUN_MS = 400_000;

/** A port without a listener: it was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describeWithMongoServer('a start on a distributed pair that must be refused', () => {
  let deployment: DistributedDeployment;
  beforeAll(async () => {
    deployment = await DistributedDeployment.make();
  }, RUN_MS);
  afterAll(() => deployment.remove());

  /** Expects one clear sentence that shows no password and nothing of the implementation. */
  async function expectRefused(env: Readonly<Record<string, string>>, why: RegExp): Promise<void> {
    const { code, stderr } = await startInVain({ ...deployment.env, ...env });
    expect(stderr).toMatch(why);
    expect(stderr).toMatch(/^[A-Z][^\n]*\.\n$/);
    expect(stderr).not.toMatch(/\bat .+:\d+:\d+|Error:|undefined|secret/);
    expect(code).toBe(EX_CONFIG);
  }

  // The complete lists are in config.unit.spec.ts of the service and url.unit.spec.ts of each adapter.
  it.each<[string, string, RegExp]>([
    [
      'EVENTSTORE_URL',
      'esdb://127.0.0.1:2113?tls=false&nodePreference=follower',
      /^EVENTSTORE_URL must .*nodePreference/,
    ],
    ['EVENTSTORE_URL', 'sqlite:./events.db', /^(?:EVENTSTORE|READMODEL)_URL must /],
    ['READMODEL_URL', 'mongodb://127.0.0.1:1/x?readPreference=secondary', /^READMODEL_URL must .*readPreference/],
    ['SECRETS_KEY', '', /^SECRETS_KEY must /],
    ['ROLES', 'api,cook', /^ROLES must /],
  ])(
    '%s=%s: names the allowed values',
    async (name, value, why) => {
      await expectRefused({ [name]: value }, why);
    },
    RUN_MS,
  );

  it(
    'no server at the URL of a store: names the store and the URL',
    async () => {
      const port = await freePort();
      const noServer = new RegExp(`at 127\\.0\\.0\\.1:${port}`);
      await Promise.all([
        expectRefused({ EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false` }, noServer),
        expectRefused({ READMODEL_URL: `mongodb://127.0.0.1:${port}/rows` }, noServer),
      ]);
    },
    RUN_MS,
  );

  it(
    'the URLs of the two stores are swapped',
    async () => {
      const [events, rows] = [deployment.env['EVENTSTORE_URL']!, deployment.env['READMODEL_URL']!].map(
        (url) => new URL(url),
      );
      await Promise.all([
        expectRefused(
          { EVENTSTORE_URL: `esdb://${rows!.hostname}:${rows!.port || 27_017}?tls=false` },
          /event store|EventStoreDB/,
        ),
        expectRefused({ READMODEL_URL: `mongodb://${events!.host}/rows` }, /MongoDB/),
      ]);
    },
    RUN_MS,
  );

  describeOnDouble('EventStoreDB', 'by its answers about itself', () => {
    it.each<[string, Parameters<typeof EventStoreDouble.start>[0], RegExp]>([
      ['is too old', { version: '5.0.11.0' }, /version 5\.0\.11\.0; .* or newer is needed/],
      ['wants a password', { rejectsCredentials: true }, /wants a user and password/],
    ])(
      'the event store %s',
      async (_how, options, why) => {
        const store = await EventStoreDouble.start(options);
        await expectRefused({ EVENTSTORE_URL: store.url }, why);
        await store.stop();
      },
      RUN_MS,
    );
  });

  it(
    'MongoDB does not know the user of the URL: reports it without the password',
    async () => {
      const url = new URL(deployment.env['READMODEL_URL']!);
      url.username = 'somebody';
      url.password = 'secret';
      await expectRefused({ READMODEL_URL: url.href }, /MongoDB at \S+:\d+ /);
    },
    RUN_MS,
  );

  it(
    'the read model was made from another log: reports it and does not change the rows',
    async () => {
      const other = await DistributedDeployment.make();
      const service = await startService({ deployment: other });
      await service.admin.post('/admin/workspaces', { name: 'Other', time_zone: 'UTC' });
      await service.stop();
      const rows = await other.documents();
      await expectRefused({ READMODEL_URL: other.env['READMODEL_URL']! }, /^READMODEL_URL .* another log/);
      expect(await other.documents()).toEqual(rows);
      await other.remove();
    },
    RUN_MS,
  );
});
