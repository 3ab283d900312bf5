import { success } from '../support/client.js';
import { EmbeddedDeployment } from '../support/deployments/embedded.js';
import { Random, seedOfThisRun } from '../support/random.js';
import { isEnded, projectionsOf, rebuildRows } from '../support/rebuilds.js';
import { type Service, startService } from '../support/service.js';
import type { Contact } from '../support/types.js';
import { until } from '../support/until.js';
import { nextPhone, TestWorkspace } from '../support/workspace.js';
import { tell } from '../e2e/past/support/smartlists.js';

/*
 * Goal: nobody notices that the rows are rebuilt, and a rebuild that is killed is finished by the next process.
 * Method: clients write and read what they have just written, while rows are rebuilt and the process is killed.
 */

const RUN_MS = 300_000;
const CLIENTS = 6;
/** Contacts at the beginning, so that folding takes long enough to be killed in. */
const BEFORE = 20_000;
const REBUILDS = 4;
const KILLS = 10;

describe('a service under load whose rows are rebuilt', () => {
  const deployment = new EmbeddedDeployment();
  const random = new Random(seedOfThisRun());
  let service: Service;
  let workspace: TestWorkspace;
  let known = BEFORE;
  let isWriting = false;
  let clients: Promise<unknown> = Promise.resolve();

  const rebuild = async () => (await projectionsOf(service.admin)).rebuild;

  /** Imports a contact and reads it, again and again: each answer must show what the one before has acknowledged. */
  const writeAndRead = async (): Promise<void> => {
    while (isWriting) {
      const [contact] = await workspace.contacts(1);
      known += 1;
      const { contact: shown } = await workspace.client.read<{ contact: Contact }>(`/contacts/${contact!.contact_id}`);
      expect(shown.phone).toBe(contact!.phone);
    }
  };
  const load = (): void => {
    isWriting = true;
    clients = Promise.all(Array.from({ length: CLIENTS }, writeAndRead));
  };

  beforeAll(async () => {
    service = await startService({ deployment });
    workspace = await TestWorkspace.make(service, { rate_limits: { write: { requests: 1_000_000, seconds: 1 } } });
    await workspace.contacts(BEFORE);
  }, RUN_MS);
  afterAll(async () => {
    isWriting = false;
    await clients.catch(() => undefined);
    await service.kill();
    await deployment.remove();
  }, RUN_MS);

  it(
    'answers every request, and every read shows the write before it',
    async () => {
      load();
      for (let at = 0; at < REBUILDS; at += 1) {
        const before = known;
        expect(await rebuildRows(service.admin, 'rebuild')).toMatchObject({ state: 'done', different_rows: 0 });
        expect(known).toBeGreaterThan(before);
      }
      isWriting = false;
      await clients;
      expect(await workspace.client.walk('/contacts', 'contacts')).toHaveLength(known);
      expect((await tell(['projections', 'verify'], deployment.env)).exit).toBeUndefined();
    },
    RUN_MS,
  );

  it(
    'is killed at any moment of a rebuild, and finishes it when it is started again',
    async () => {
      const phones: string[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        success(await service.admin.post('/admin/projections/rebuild'), 202);
        const part = random.below(120) / 100;
        await until('it has come so far', async () => {
          const found = await rebuild();
          return isEnded(found) || (found !== null && found.folded_events >= part * found.log_events);
        });
        const phone = nextPhone();
        const writing = workspace.api.importContacts([{ phone }]).then(() => phones.push(phone));
        await (random.below(2) === 0 ? writing : Promise.resolve());
        await service.kill();
        await writing.catch(() => undefined);
        service = await startService({ deployment });
        workspace = workspace.through(service);
      }
      await until('the rebuild has ended, or none is left', async () => {
        const found = await rebuild();
        return found === null || isEnded(found);
      });
      expect(await rebuildRows(service.admin, 'rebuild')).toMatchObject({ state: 'done', different_rows: 0 });
      const shown = (await workspace.client.walk<Contact>('/contacts', 'contacts')).map((each) => each.phone);
      expect(shown).toEqual(expect.arrayContaining(phones));
      expect((await tell(['projections', 'verify'], deployment.env)).exit).toBeUndefined();
    },
    RUN_MS,
  );
});
