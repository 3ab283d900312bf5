import { join } from 'node:path';
import Database from 'better-sqlite3';
import { MongoClient } from 'mongodb';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import { type Deployment, pairUnderTest } from '../../support/deployments/deployment.js';
import { success } from '../../support/client.js';
import { renameListInFile } from '../../support/renamed-list.js';
import { type Service, startService } from '../../support/service.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';
import { loseContactKeys } from './support/lost-keys.js';
import { smartlists, tell } from './support/smartlists.js';

const RUN_MS = 120_000;

/** A row as it stands in its table. */
type Row = Readonly<Record<string, unknown>> & { readonly doc: string };

/** Gives the row of a list another name, beside the service. */
async function rename({ env }: Deployment, listId: string, name: string): Promise<void> {
  if (pairUnderTest() === 'embedded') {
    renameListInFile(env['DATA_DIR']!, listId, name);
    return;
  }
  const client = await MongoClient.connect(env['READMODEL_URL']!);
  const collections = await client.db().listCollections({}, { nameOnly: true }).toArray();
  for (const { name: of } of collections.filter(({ name: found }) => found.startsWith('smart_lists.'))) {
    await client.db().collection(of).updateOne({ smart_list_id: listId }, { $set: { name } });
  }
  await client.close();
}

describe('smartlists projections verify', () => {
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;
  let listId: string;

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment });
    workspace = await TestWorkspace.make(service);
    ({ smart_list_id: listId } = await workspace.api.createList({ name: 'Spring' }));
    await TestWorkspace.make(service);
  }, RUN_MS);
  afterAll(async () => {
    await service.stop();
    await deployment.remove();
  }, RUN_MS);

  it(
    'finds every row equal while they are written, and writes nothing',
    async () => {
      let isDone = false;
      const writing = (async () => {
        while (!isDone) {
          const [contact] = await workspace.contacts(1);
          await workspace.api.addMembers(listId, [{ contact_id: contact!.contact_id }]);
        }
      })();
      const { code, out } = await smartlists(['projection', 'verify'], deployment.env);
      isDone = true;
      await writing;
      expect([code, out]).toEqual([
        0,
        expect.stringMatching(/^\d+ rows are what a fresh fold of the log comes to\.\n$/),
      ]);
    },
    RUN_MS,
  );

  it(
    'names the row that is not what its events make of it, by its key and field, and passes over other workspaces',
    async () => {
      await rename(deployment, listId, 'Autumn');
      const { printed, exit } = await tell(['projections', 'verify'], deployment.env);
      expect([printed, exit]).toEqual([
        [
          `IT DIFFERS: smart_lists ${workspace.id}|${listId} has another name.`,
          expect.stringMatching(/^\d+ rows are what a fresh fold of the log comes to, 1 not\.$/),
        ],
        'check_failed',
      ]);
      const json = await tell(['projections', 'verify', '--json', '--workspace', workspace.id], deployment.env);
      expect(JSON.parse(json.printed[0]!)).toEqual({
        ...{ collection: 'smart_lists', key: [workspace.id, listId], kind: 'different', fields: ['name'] },
      });
      const other = await TestWorkspace.make(service);
      expect((await tell(['projections', 'verify', '--workspace', other.id], deployment.env)).exit).toBeUndefined();
      await rename(deployment, listId, 'Spring');
      expect((await tell(['projections', 'verify'], deployment.env)).exit).toBeUndefined();
    },
    RUN_MS,
  );

  it(
    'compares a sample where it is asked for, and says so',
    async () => {
      const one = await tell(['projections', 'verify', '--sample', '1'], deployment.env);
      expect([one.printed, one.exit]).toEqual([
        [
          expect.stringMatching(/^\d+ rows are what a fresh fold of the log comes to\.$/),
          expect.stringMatching(/^A sample was compared: \d+ rows, 1 of each collection at most\. .* not judged\.$/),
        ],
        undefined,
      ]);
      await rename(deployment, listId, 'Autumn');
      const all = ['projections', 'verify', '--sample', '100000', '--json'];
      const { printed, exit } = await tell(all, deployment.env);
      await rename(deployment, listId, 'Spring');
      expect([JSON.parse(printed[0]!), JSON.parse(printed[1]!), exit]).toMatchObject([
        { collection: 'smart_lists', key: [workspace.id, listId], kind: 'different' },
        { differences: 1, sample: 100_000, partial: false },
        'check_failed',
      ]);
      const whole = await tell(['projections', 'verify', '--all', '--json'], deployment.env);
      expect(JSON.parse(whole.printed[0]!)).toMatchObject({ differences: 0, sample: null, partial: false });
      const both = await tell(['projections', 'verify', '--all', '--sample', '5'], deployment.env);
      expect([both.exit, both.sentence]).toEqual(['not_understood', expect.stringMatching(/cannot be used with/)]);
    },
    RUN_MS,
  );

  it(
    'finds nothing in erased contacts and deleted workspaces',
    async () => {
      const [erased, deleted] = [await TestWorkspace.make(service), await TestWorkspace.make(service)];
      const [contact] = await erased.contacts(2);
      await deleted.contacts(2);
      expect(await erased.api.eraseContact(contact!.contact_id)).not.toBeNull();
      const path = `/admin/workspaces/${deleted.id}`;
      success(await service.admin.send({ method: 'DELETE', path, json: { name: 'Test' } }), 200);
      await loseContactKeys(deployment, deleted.id);
      const { printed, exit } = await tell(['projections', 'verify'], deployment.env);
      expect([printed.length, exit]).toEqual([1, undefined]);
    },
    RUN_MS,
  );

  it(
    'does not take a workspace for verified that it cannot read for want of a key',
    async () => {
      const lost = await TestWorkspace.make(service);
      await lost.contacts(2);
      await loseContactKeys(deployment, lost.id);
      const { printed, exit } = await tell(['projections', 'verify'], deployment.env);
      expect([printed, exit]).toEqual([
        [
          expect.stringMatching(/^\d+ rows are what a fresh fold of the log comes to\.$/),
          expect.stringMatching(
            new RegExp(
              `^NOT VERIFIED: 1 stream of workspace ${lost.id} held back, first workspace-${lost.id}@\\d+ ` +
                '\\(ContactImported\\): the personal data of ContactImported cannot be opened: .* it was lost, .*\\. Put the ' +
                'personal keys back .*\\(docs/how-to/skip-an-event\\.md\\)\\.$',
            ),
          ),
          expect.stringMatching(/^\d+ rows have events of streams that are held back, and were not judged\.$/),
        ],
        'check_failed',
      ]);
      const json = await tell(['projections', 'verify', '--json', '--workspace', lost.id], deployment.env);
      expect(JSON.parse(json.printed[0]!)).toMatchObject({
        differences: 0,
        held: [{ workspace_id: lost.id, streams: 1 }],
      });
      expect((await tell(['projections', 'verify', '--workspace', workspace.id], deployment.env)).exit).toBeUndefined();
    },
    RUN_MS,
  );

  it(
    'has nothing to compare of a workspace of which the log has no event',
    async () => {
      const told = await tell(['projections', 'verify', '--workspace', UNKNOWN_ID], deployment.env);
      const sentence = `The log has no event of workspace ${UNKNOWN_ID}.`;
      expect(told).toEqual({ printed: [], exit: 'not_found', sentence });
    },
    RUN_MS,
  );

  it(
    'names the rows of a workspace of which the log has no event',
    async () => {
      if (pairUnderTest() !== 'embedded') return;
      const db = new Database(join(deployment.env['DATA_DIR']!, 'read-model.db'));
      const {
        id: _,
        doc,
        ...row
      } = db.prepare('SELECT * FROM smart_lists WHERE f_smart_list_id = ?').get(listId) as Row;
      const made = { ...row, f_workspace_id: UNKNOWN_ID, doc: doc.replaceAll(workspace.id, UNKNOWN_ID) };
      const names = Object.keys(made);
      const insert = `INSERT INTO smart_lists (${names.join()}) VALUES (${names.map((name) => `@${name}`).join()})`;
      db.prepare(insert).run(made);
      const { printed, exit } = await tell(['projections', 'verify', '--workspace', UNKNOWN_ID], deployment.env);
      db.prepare('DELETE FROM smart_lists WHERE f_workspace_id = ?').run(UNKNOWN_ID);
      db.close();
      const difference = `IT DIFFERS: smart_lists ${UNKNOWN_ID}|${listId} is there, and no event makes it.`;
      expect([printed[0], exit]).toEqual([difference, 'check_failed']);
    },
    RUN_MS,
  );

  it(
    'refuses stores without rows of this version in one sentence',
    async () => {
      const nowhere = { DATA_DIR: '/nowhere', EVENTSTORE_URL: '', READMODEL_URL: '' };
      const told = await tell(['projections', 'verify'], nowhere);
      expect(told).toEqual({
        printed: [],
        exit: 'unavailable',
        sentence: expect.stringMatching(/no rows of this version/),
      });
    },
    RUN_MS,
  );
});
