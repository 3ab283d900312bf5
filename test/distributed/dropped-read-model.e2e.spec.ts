import { MongoClient } from 'mongodb';
import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { byId } from '../support/api.js';
import type { Client } from '../support/client.js';
import type { Answer } from '../support/http.js';
import { DistributedPlace } from '../support/places/distributed.js';
import { startService } from '../support/service.js';
import { until } from '../support/until.js';
import { TestWorkspace } from '../support/workspace.js';
import { expectUnavailable } from './support/patient-client.js';
import { expectRowsOfLog } from './support/rebuilt-rows.js';

const RUN_MS = 180_000;
/** Until it has been noticed; answers may be wrong so long. */
const NOTICED_MS = 2_500;
const REBUILT_MS = 60_000;
const CONTACTS = 400;

describeWithMongoServer('a read model that is dropped while processes run', () => {
  it(
    'keyed routes are 503 until all is there again, indexes too, and who starts meanwhile becomes ready',
    async () => {
      const place = await DistributedPlace.make();
      const projector = await startService({ place, env: { ROLES: 'projections' } });
      const api = await startService({ place, env: { ROLES: 'api' } });
      const workspace = await TestWorkspace.make(api);
      const { smart_list_id: id } = await workspace.api.createList();
      const contacts = await workspace.contacts(CONTACTS);
      await workspace.api.addMembers(id, contacts.slice(0, 50).map(byId));
      const paths = [
        `/smart-lists/${id}`,
        `/smart-lists/${id}/members`,
        '/contacts',
        `/contacts/${contacts[0]!.contact_id}`,
      ];
      const right = await seen(workspace.client, paths);
      const indexes = await indexesOf(place);
      expect(indexes.length).toBeGreaterThan(10);

      await place.loseRows();
      await until(
        'it is noticed',
        async () => {
          const answers = await answersOf(workspace.client, paths);
          return answers.every(({ status }) => status === 503) || same(answers, right);
        },
        NOTICED_MS,
      );
      const later = startService({ place, env: { ROLES: 'api' } });
      await until(
        'everything is answered again',
        async () => {
          const answers = await answersOf(workspace.client, paths);
          for (const [at, answer] of answers.entries()) {
            if (answer.status === 503) expectUnavailable(answer);
            else expect({ path: paths[at], body: textOf(answer) }).toEqual({ path: paths[at], body: right[at] });
          }
          return same(answers, right);
        },
        REBUILT_MS,
      );

      const third = await later;
      expect(await seen(third.client(workspace.client.token), paths)).toEqual(right);
      expect((await workspace.api.createList()).version).toBe(1);
      expect(await indexesOf(place)).toEqual(indexes);
      await until('the rows have the last write', async () => (await workspace.api.lists()).length === 2);
      await expectRowsOfLog(place);
      for (const service of [third, api, projector]) await service.stop();
      await place.remove();
    },
    RUN_MS,
  );
});

function answersOf(client: Client, paths: readonly string[]): Promise<readonly Answer[]> {
  return Promise.all(paths.map((path) => client.get(path)));
}

const textOf = ({ bytes }: Answer): string => bytes.toString();

async function seen(client: Client, paths: readonly string[]): Promise<readonly string[]> {
  const answers = await answersOf(client, paths);
  for (const { status } of answers) expect(status).toBe(200);
  return answers.map(textOf);
}

function same(answers: readonly Answer[], right: readonly string[]): boolean {
  return answers.every((answer, at) => answer.status === 200 && textOf(answer) === right[at]);
}

/** Every index of the database, as collection, name and keys. */
async function indexesOf(place: DistributedPlace): Promise<readonly string[]> {
  const client = await MongoClient.connect(place.env['READMODEL_URL']!);
  try {
    const collections = await client.db().collections();
    const all = collections.map(async (collection) =>
      (await collection.indexes()).map(
        ({ name, key }) => `${collection.collectionName} ${name} ${JSON.stringify(key)}`,
      ),
    );
    return (await Promise.all(all)).flat().sort();
  } finally {
    await client.close();
  }
}
