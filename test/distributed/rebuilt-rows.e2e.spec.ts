import { success } from '../support/client.js';
import { MongoClient } from 'mongodb';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { projectionsOf, type Rebuild, rebuildEnded, rebuildRows } from '../support/rebuilds.js';
import { type Service, startService } from '../support/service.js';
import type { Contact } from '../support/types.js';
import { until } from '../support/until.js';
import { nextPhone, TestWorkspace } from '../support/workspace.js';
import { tell } from '../e2e/past/support/smartlists.js';

/*
 * Goal: nobody notices that rows in MongoDB are rebuilt, whichever of two processes answers, and a rebuild whose
 * process is killed is finished by the other one.
 * Method: clients write through one process and read through the other one while rows are rebuilt.
 */

const RUN_MS = 300_000;
const CLIENTS = 4;

describe('rebuilding the rows that two processes serve', () => {
  let deployment: DistributedDeployment;
  let one: Service;
  let other: Service;
  let workspace: TestWorkspace;
  let listId: string;

  const ended = (kind: Rebuild['kind'], body?: object) => rebuildRows(other.admin, kind, body);
  /** The collections of lists in which there are rows. */
  const inDatabase = async <Result>(work: (db: ReturnType<MongoClient['db']>) => Promise<Result>): Promise<Result> => {
    const client = await MongoClient.connect(deployment.env['READMODEL_URL']!);
    try {
      return await work(client.db());
    } finally {
      await client.close();
    }
  };
  const listCollections = () =>
    inDatabase(async (db) => {
      const found = await db.listCollections({}, { nameOnly: true }).toArray();
      return found.map(({ name }) => name).filter((name) => name.startsWith('smart_lists.'));
    });
  const rename = (name: string) =>
    inDatabase(async (db) => {
      for (const each of await listCollections()) {
        await db.collection(each).updateOne({ smart_list_id: listId }, { $set: { name } });
      }
    });

  beforeAll(async () => {
    deployment = await DistributedDeployment.make();
    one = await startService({ deployment });
    other = await startService({ deployment });
    workspace = await TestWorkspace.make(one, { rate_limits: { write: { requests: 1_000_000, seconds: 1 } } });
    ({ smart_list_id: listId } = await workspace.api.createList({ name: 'Spring' }));
    await workspace.contacts(100);
  }, RUN_MS);
  afterAll(async () => {
    await one.kill();
    await other.kill();
    await deployment.remove();
  }, RUN_MS);

  it(
    'answers every request, and every read shows the write before it, through either process',
    async () => {
      let isWriting = true;
      let known = 100;
      const there = workspace.through(other);
      const writeAndRead = async (from: TestWorkspace, to: TestWorkspace): Promise<void> => {
        while (isWriting) {
          const phone = nextPhone();
          const written = await from.client.post('/contacts/batch', { contacts: [{ phone }] });
          const [contact] = success<{ contacts: Contact[] }>(written, 200).contacts;
          known += 1;
          const path = `/contacts/${contact!.contact_id}`;
          // A write that has waited for the rows for two seconds says so, and promises no read.
          if (written.headers['projection-lag'] !== undefined) {
            await until('the write is shown', async () => (await to.client.get(path)).status === 200);
          }
          const read = await to.client.read<{ contact: Contact }>(path);
          expect(read.contact.phone).toBe(phone);
        }
      };
      const clients = Promise.all(
        Array.from({ length: CLIENTS }, (_, at) =>
          at % 2 === 0 ? writeAndRead(workspace, there) : writeAndRead(there, workspace),
        ),
      );
      for (const kind of ['rebuild', 'back'] as const) {
        const before = known;
        expect(await ended(kind)).toMatchObject({ kind, state: 'done', different_rows: 0, forced: false, error: null });
        expect(known).toBeGreaterThan(before);
      }
      isWriting = false;
      await clients;
      expect(await projectionsOf(one.admin)).toMatchObject({ rows_made_by: null, can_go_back: true });
      expect(await there.client.walk('/contacts', 'contacts')).toHaveLength(known);
      expect((await tell(['projections', 'verify'], deployment.env)).exit).toBeUndefined();
    },
    RUN_MS,
  );

  it(
    'names the rows that differ, and serves the rebuilt ones by force alone, in both processes',
    async () => {
      await rename('Autumn');
      const names = () =>
        Promise.all([one, other].map(async (each) => (await workspace.through(each).api.list(listId)).name));
      expect(await names()).toEqual(['Autumn', 'Autumn']);
      expect(await ended('rebuild')).toMatchObject({
        state: 'differs',
        different_rows: 1,
        differences: [{ collection: 'smart_lists', key: [workspace.id, listId], kind: 'different', fields: ['name'] }],
      });
      expect(await names()).toEqual(['Autumn', 'Autumn']);
      expect(await ended('rebuild', { force: true })).toMatchObject({ state: 'done', forced: true, different_rows: 1 });
      expect(await names()).toEqual(['Spring', 'Spring']);
      expect((await projectionsOf(one.admin)).rows_made_by).toMatchObject({ forced: true, different_rows: 1 });
      expect(await listCollections()).toHaveLength(2);
      expect(await ended('back')).toMatchObject({ kind: 'back', state: 'done' });
      expect(await names()).toEqual(['Autumn', 'Autumn']);
      expect(await ended('back')).toMatchObject({ state: 'done' });
      expect(await names()).toEqual(['Spring', 'Spring']);
      const [contact] = await workspace.contacts(1);
      success(await workspace.client.post(`/contacts/${contact!.contact_id}/erase`), 200);
      await until('the rows before are dropped', async () => (await listCollections()).length === 1);
      expect((await other.admin.post('/admin/projections/back')).status).toBe(409);
    },
    RUN_MS,
  );

  it(
    'is finished by the other process once the one that builds is killed',
    async () => {
      success(await other.admin.post('/admin/projections/rebuild'), 202);
      await until('it has begun', async () => ((await projectionsOf(other.admin)).rebuild?.folded_events ?? 0) > 0);
      await one.kill();
      expect(await rebuildEnded(other.admin)).toMatchObject({ state: 'done', different_rows: 0 });
      await workspace.through(other).contacts(1);
      expect((await tell(['projections', 'verify'], deployment.env)).exit).toBeUndefined();
    },
    RUN_MS,
  );
});
