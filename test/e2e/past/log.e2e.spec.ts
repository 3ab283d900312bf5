import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import { type Deployment, pairUnderTest } from '../../support/deployments/deployment.js';
import { success } from '../../support/client.js';
import { type Service, startService } from '../../support/service.js';
import { TestWorkspace } from '../../support/workspace.js';
import { loseContactKeys } from './support/lost-keys.js';
import { smartlists, tell } from './support/smartlists.js';

const RUN_MS = 120_000;

describe('smartlists log verify', () => {
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment });
    workspace = await TestWorkspace.make(service);
    await workspace.api.importContacts([{ phone: '+12025550101', name: 'Ann' }, { phone: '+12025550102' }]);
    await Promise.all(Array.from({ length: 20 }, (_, n) => workspace.api.createList({ name: `list ${n}` })));
  }, RUN_MS);
  afterAll(async () => {
    await service.stop();
    await deployment.remove();
  }, RUN_MS);

  /** What is printed behind "Digest". */
  async function digest(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await smartlists(['log', 'verify', ...args], deployment.env);
    expect([code, err]).toEqual([0, '']);
    const [, printed] = /^\d+ events in \d+ streams, all of them fit\.\nDigest (\S+)\n$/.exec(out) ?? [undefined, out];
    return printed;
  }

  it(
    'finds nothing in the log of a service that was killed and goes on, and proves a digest from before',
    async () => {
      const known = await digest();
      await service.kill();
      service = await startService({ deployment });
      workspace = workspace.through(service);
      await workspace.api.createList({ name: 'later' });
      const now = await digest('--known', known);
      expect(Number(now.split(':')[0])).toBeGreaterThan(Number(known.split(':')[0]));
      const other = `${known.split(':')[0]}:${now.split(':')[1]}`;
      const { printed, exit } = await tell(['log', 'verify', '--known', other], deployment.env);
      expect([printed, exit]).toEqual([
        [
          expect.stringMatching(/^IT DOES NOT FIT: .*@\d+ the first \d+ events are not those whose digest is known\.$/),
          expect.stringMatching(/^\d+ events in \d+ streams\.$/),
        ],
        'check_failed',
      ]);
    },
    RUN_MS,
  );

  it(
    'says everything in one JSON object',
    async () => {
      const known = await digest();
      const { code, out, err } = await smartlists(['log', 'verify', '--json'], deployment.env);
      expect([code, err]).toEqual([0, '']);
      const fits = { events: Number(known.split(':')[0]), streams: expect.any(Number), unlinked: 0, digest: known };
      expect(JSON.parse(out)).toEqual({ ok: true, ...fits, misfits: 0, places: [], unopened: [] });
      const other = `${known.split(':')[0]}:${'x'.repeat(43)}`;
      const { printed, exit } = await tell(['log', 'verify', '--json', '--known', other], deployment.env);
      expect(exit).toBe('check_failed');
      expect(JSON.parse(printed.join())).toEqual({
        ...{ ok: false, ...fits, digest: null, misfits: 1, unopened: [] },
        places: [
          { place: expect.stringMatching(/@\d+$/), what: expect.stringMatching(/^the first \d+ events are not those/) },
        ],
      });
    },
    RUN_MS,
  );

  it(
    'refuses a log without events in one sentence',
    async () => {
      const fresh = await createDeployment('embedded');
      await (await startService({ deployment: fresh })).stop();
      // The first start has named the keys in the log.
      const db = new Database(join(fresh.env['DATA_DIR']!, 'events.db'));
      for (const table of ['events', 'sqlite_sequence']) db.prepare(`DELETE FROM ${table}`).run();
      db.close();
      const told = await tell(['log', 'verify', '--json', '--without-keys'], fresh.env);
      expect(told).toEqual({ printed: [], exit: 'not_found', sentence: 'The log is empty.' });
      await fresh.remove();
    },
    RUN_MS,
  );

  it('names what was changed in the file, with its place', async () => {
    if (pairUnderTest() !== 'embedded') return;
    const db = new Database(join(deployment.env['DATA_DIR']!, 'events.db'));
    const change = (from: string, to: string) =>
      db.prepare(`UPDATE events SET data = replace(data, ?, ?) WHERE type = 'SmartListCreated'`).run(from, to);
    change('list 7', 'list X');
    const { printed, exit } = await tell(['log', 'verify'], deployment.env);
    change('list X', 'list 7');
    db.close();
    expect([printed[0], exit]).toEqual([
      expect.stringMatching(
        new RegExp(`^IT DOES NOT FIT: workspace-${workspace.id}@\\d+.* does not fit the link of its append`),
      ),
      'check_failed',
    ]);
  });

  it(
    'does not take personal data for verified whose keys are lost, but those that were erased, or left out',
    async () => {
      const [erased, lost] = [await TestWorkspace.make(service), await TestWorkspace.make(service)];
      const [contact] = await erased.contacts(2);
      expect(await erased.api.eraseContact(contact!.contact_id)).not.toBeNull();
      const deleted = await TestWorkspace.make(service);
      for (const each of [lost, deleted]) await each.contacts(2);
      const path = `/admin/workspaces/${deleted.id}`;
      success(await service.admin.send({ method: 'DELETE', path, json: { name: 'Test' } }), 200);
      await loseContactKeys(deployment, deleted.id);
      expect((await tell(['log', 'verify'], deployment.env)).exit).toBeUndefined();
      await loseContactKeys(deployment, lost.id);
      const { printed, exit } = await tell(['log', 'verify'], deployment.env);
      const place = `workspace-${lost.id}@\\d+ \\(ContactImported\\)`;
      expect([printed.slice(2), exit]).toEqual([
        [
          expect.stringMatching(
            new RegExp(
              `^NOT VERIFIED: personal data of 2 events of workspace ${lost.id} cannot be opened, first ${place}: the personal data .* it was lost, .*$`,
            ),
          ),
        ],
        'check_failed',
      ]);
      const json = await tell(['log', 'verify', '--json'], deployment.env);
      expect([json.exit, JSON.parse(json.printed.join())]).toEqual([
        'check_failed',
        expect.objectContaining({
          ...{ ok: false, misfits: 0, digest: expect.stringMatching(/^\d+:/) },
          unopened: [
            {
              ...{ workspace_id: lost.id, events: 2, stream: `workspace-${lost.id}`, revision: expect.any(Number) },
              ...{ type: 'ContactImported', reason: expect.stringMatching(/it was lost/) },
            },
          ],
        }),
      ]);
      const { SECRETS_KEY: _, ...env } = deployment.env;
      expect((await tell(['log', 'verify', '--without-keys'], env)).exit).toBeUndefined();
    },
    RUN_MS,
  );

  it.each<[what: string, args: readonly string[], env: object, exit: string, sentence: RegExp]>([
    ['a digest that is none', ['--known', '12'], {}, 'not_understood', /what log verify has printed behind "Digest"/],
    ['a directory without a log', [], { DATA_DIR: '/nowhere' }, 'unavailable', /events\.db/],
  ])(
    'refuses %s in one sentence',
    async (_what, args, env, exit, sentence) => {
      const told = await tell(['log', 'verify', ...args], { ...env });
      expect(told).toEqual({ printed: [], exit, sentence: expect.stringMatching(sentence) as string });
    },
    RUN_MS,
  );
});
