import { readdirSync } from 'node:fs';
import { success } from '../../support/client.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import type { Deployment } from '../../support/deployments/deployment.js';
import { ADMIN_TOKEN, type Service, startService } from '../../support/service.js';
import { OTHER_CLOCK, turnClock } from '../../support/other-clock.js';
import { projectionsOf, rebuildEnded, rebuildRows } from '../../support/rebuilds.js';
import { renameListInFile } from '../../support/renamed-list.js';
import { until } from '../../support/until.js';
import { TestWorkspace } from '../../support/workspace.js';
import { smartlists, tell } from '../past/support/smartlists.js';

const RUN_MS = 120_000;

describe('rebuilding the rows of a running service', () => {
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;
  let listId: string;

  const files = () =>
    readdirSync(deployment.env['DATA_DIR']!).filter((name) => /^read-model\.db(\.rebuilt)?$/.test(name));
  const projections = () => projectionsOf(service.admin);
  const rebuild = (body?: object) => rebuildRows(service.admin, 'rebuild', body);
  const nameOf = async () => (await workspace.api.list(listId)).name;
  /** Gives the row of a list another name, beside the service. */
  const rename = (name: string) => renameListInFile(deployment.env['DATA_DIR']!, listId, name);

  beforeEach(async () => {
    deployment = await createDeployment('embedded');
    service = await startService({ deployment });
    workspace = await TestWorkspace.make(service);
    ({ smart_list_id: listId } = await workspace.api.createList({ name: 'Spring' }));
    const contacts = await workspace.contacts(50);
    await workspace.api.addMembers(
      listId,
      contacts.map(({ contact_id }) => ({ contact_id })),
    );
  }, RUN_MS);
  afterEach(async () => {
    await service.kill();
    await deployment.remove();
  }, RUN_MS);

  it(
    'serves rows that are equal, and says who has made them, also after a restart',
    async () => {
      expect(await projections()).toMatchObject({
        followers: [
          { name: 'rows', state: 'following', lag_events: 0, trouble: null },
          { name: 'events_index', state: 'following', trouble: null },
        ],
        heads: { loaded: 1, stalled: 0 },
        rows_made_by: null,
        can_go_back: false,
        rebuild: null,
      });
      const before = await workspace.client.walk('/contacts', 'contacts');
      const done = await rebuild();
      expect(done).toMatchObject({ kind: 'rebuild', state: 'done', forced: false, different_rows: 0, error: null });
      expect(done.equal_rows).toBeGreaterThan(100);
      expect(await workspace.client.walk('/contacts', 'contacts')).toEqual(before);
      expect(await projections()).toMatchObject({ rows_made_by: { forced: false, by: null }, can_go_back: true });
      // What is written later is shown at once.
      await workspace.contacts(1);
      expect(await workspace.client.walk('/contacts', 'contacts')).toHaveLength(51);
      expect(files()).toEqual(['read-model.db', 'read-model.db.rebuilt']);

      await service.stop();
      service = await startService({ deployment });
      workspace = workspace.through(service);
      expect(files()).toEqual(['read-model.db']);
      expect(await workspace.client.walk('/contacts', 'contacts')).toHaveLength(51);
      expect(await projections()).toMatchObject({ rows_made_by: { forced: false }, can_go_back: false, rebuild: null });
    },
    RUN_MS,
  );

  it(
    'keeps the last use of keys, which no event tells',
    async () => {
      const usedAt = async () => {
        const path = `/admin/workspaces/${workspace.id}/api-keys`;
        const { api_keys } = await service.admin.read<{ api_keys: { last_used_at: string | null }[] }>(path);
        return api_keys[0]!.last_used_at;
      };
      await until('the use of the key is written', async () => (await usedAt()) !== null);
      const before = await usedAt();
      expect((await rebuild()).state).toBe('done');
      expect(await usedAt()).toBe(before);
    },
    RUN_MS,
  );

  it(
    'names the rows that differ, and serves the rebuilt ones only by force, which is recorded',
    async () => {
      // The head of the workspace has the list in memory as it was.
      rename('Autumn');
      expect(await nameOf()).toBe('Autumn');
      expect(await rebuild()).toMatchObject({
        state: 'differs',
        different_rows: 1,
        differences: [{ collection: 'smart_lists', key: [workspace.id, listId], kind: 'different', fields: ['name'] }],
      });
      expect(files()).toEqual(['read-model.db']);
      expect(await nameOf()).toBe('Autumn');
      expect(await rebuild({ force: true })).toMatchObject({ state: 'done', forced: true, different_rows: 1 });
      expect(await nameOf()).toBe('Spring');
      expect((await projections()).rows_made_by).toMatchObject({ forced: true, different_rows: 1 });
      success(await workspace.client.patch(`/smart-lists/${listId}`, { name: 'Summer' }), 200);
      expect(await nameOf()).toBe('Summer');
      expect((await tell(['projections', 'verify'], deployment.env)).exit).toBeUndefined();
    },
    RUN_MS,
  );

  it(
    'goes back to the rows before, with everything that was written since',
    async () => {
      rename('Autumn');
      expect((await rebuild({ force: true })).state).toBe('done');
      expect(await nameOf()).toBe('Spring');
      await workspace.contacts(3);
      expect(await rebuildRows(service.admin, 'back')).toMatchObject({ kind: 'back', state: 'done' });
      expect(await nameOf()).toBe('Autumn');
      expect(await workspace.client.walk('/contacts', 'contacts')).toHaveLength(53);
      await service.stop();
      service = await startService({ deployment });
      workspace = workspace.through(service);
      expect([await nameOf(), files()]).toEqual(['Autumn', ['read-model.db']]);
      expect((await service.admin.post('/admin/projections/back')).status).toBe(409);
    },
    RUN_MS,
  );

  it(
    'rebuilds again in the same process, into the file that is not served',
    async () => {
      for (const place of ['read-model.db.rebuilt', 'read-model.db', 'read-model.db.rebuilt']) {
        expect((await rebuild()).state).toBe('done');
        await workspace.contacts(1);
        const { out } = { out: readdirSync(deployment.env['DATA_DIR']!) };
        expect(out).toContain(`${place}-wal`);
      }
      expect(await workspace.client.walk('/contacts', 'contacts')).toHaveLength(53);
      expect((await tell(['projections', 'verify'], deployment.env)).exit).toBeUndefined();
    },
    RUN_MS,
  );

  it(
    'removes the file before once a contact is erased',
    async () => {
      expect((await rebuild()).state).toBe('done');
      expect(files()).toHaveLength(2);
      const [contact] = await workspace.contacts(1);
      await workspace.api.eraseContact(contact!.contact_id);
      await until('only the served rows are left', () => files().join() === 'read-model.db.rebuilt');
      expect((await projections()).can_go_back).toBe(false);
      expect((await service.admin.post('/admin/projections/back')).status).toBe(409);
      expect((await rebuild()).state).toBe('done');
    },
    RUN_MS,
  );

  it(
    'exchanges no rows while the clock is wrong, and waits for it',
    async () => {
      await service.stop();
      service = await startService({ deployment, main: OTHER_CLOCK });
      success(await service.admin.post('/admin/projections/rebuild'), 202);
      turnClock(service);
      await until('only the exchange is left', async () => (await projections()).rebuild?.state === 'switching');
      expect((await service.client().get('/health/ready')).status).toBe(503);
      const turnedBackAt = Date.now();
      turnClock(service);
      const { state, ended_at } = await rebuildEnded(service.admin);
      expect(state).toBe('done');
      expect(Date.parse(ended_at!)).toBeGreaterThanOrEqual(turnedBackAt);
    },
    RUN_MS,
  );

  it(
    'is begun, shown and taken back from the command line',
    async () => {
      const run = (...args: readonly string[]) =>
        smartlists(['projections', ...args, '--url', `http://127.0.0.1:${service.port}`], { ADMIN_TOKEN });
      const [rebuilt, listed, back] = [await run('rebuild'), await run('list'), await run('back')];
      expect([rebuilt.code, rebuilt.err, rebuilt.out]).toEqual([
        0,
        '',
        expect.stringMatching(/^The rebuilt rows are served: \d+ are equal\.\n$/),
      ]);
      expect([listed.code, listed.out.split('\n')]).toEqual([
        0,
        [
          expect.stringMatching(
            /^rows: following at \d+, 0 events and 0 s behind the log(, folding \d+ events a second)?$/,
          ),
          expect.stringMatching(
            /^events_index: following at \d+, \d+ events and \d+ s behind the log(, folding \d+ events a second)?$/,
          ),
          'heads: 1 in memory, 0 stalled',
          expect.stringMatching(/^The rows were rebuilt at \S+Z\.$/),
          expect.stringMatching(/^The rebuilt rows are served: /),
          'The rows before the last rebuild are kept: `projections back` serves them again.',
          '',
        ],
      ]);
      expect([back.code, back.out]).toEqual([0, 'The rows before the last rebuild are served again.\n']);

      rename('Autumn');
      const differs = await run('rebuild', '--json');
      expect([differs.code, JSON.parse(differs.out)]).toMatchObject([5, { ok: false, rebuild: { state: 'differs' } }]);
      const named = await run('rebuild');
      expect([named.code, named.out.split('\n')[0]]).toEqual([
        5,
        `IT DIFFERS: smart_lists ${workspace.id}|${listId} has another name.`,
      ]);
      const forced = await run('rebuild', '--force');
      expect([forced.code, forced.out]).toEqual([
        0,
        expect.stringContaining('served by force: 1 of them differ from those before'),
      ]);
    },
    RUN_MS,
  );
});
