import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FoundKey } from '#personal-data';
import { openKeysReader } from '#personal-data/sqlite';
import { readSealedText } from '../../libs/personal-data/sealed-text.js';
import { isRunOf, APPENDS } from '../docs/events/appends.js';
import { byId } from '../support/api.js';
import { success } from '../support/client.js';
import { EmbeddedDeployment } from '../support/deployments/embedded.js';
import { START } from '../support/log.js';
import { expectProblem } from '../support/problem.js';
import { type Service, startService } from '../support/service.js';
import type { Call, Contact } from '../support/types.js';
import { until } from '../support/until.js';
import { nextPhone, TestWorkspace } from '../support/workspace.js';

const RUN_MS = 120_000;
const AGAIN = APPENDS.find(({ write }) => write === 'erased contacts whose keys were put back')!;

describe('keys that are put back from a backup that is older than an erasure', () => {
  it.each<[string, readonly string[]]>([
    ['alone', ['keys.db']],
    ['with the rows of that time', ['keys.db', 'read-model.db']],
  ])(
    '%s: are shredded again before the service is ready, and those of a contact that was imported again are not',
    async (_what, files) => {
      const deployment = new EmbeddedDeployment();
      const { dataDir } = deployment;
      const put = (from: string, to: string): void => {
        for (const name of files) copyFileSync(join(dataDir, `${name}${from}`), join(dataDir, `${name}${to}`));
      };
      let service = await startService({ deployment });
      const workspace = await TestWorkspace.make(service);
      const { api, client } = workspace;
      const [ann, bob] = await workspace.contacts(2);
      const { call_id } = await api.registerCall(byId(ann!));
      const ended = await api.endCall(call_id, 'answered');
      // Bob is erased, and imported again with another phone, before the backup.
      success(await client.post(`/contacts/${bob!.contact_id}/erase`), 200);
      const again = { contact_id: bob!.contact_id, phone: nextPhone() };
      await api.importContacts([again]);
      await service.stop();
      put('', '.backup');

      service = await startService({ deployment });
      const through = workspace.through(service);
      success(await through.client.post(`/contacts/${ann!.contact_id}/erase`), 200);
      await service.stop();
      const key = await keyOf(deployment, ann!.contact_id);
      expect(await found(dataDir, key)).toBe('shredded');
      put('.backup', '');
      expect(await found(dataDir, key)).not.toBe('shredded');

      for (let start = 0; start < 2; start += 1) {
        service = await startService({ deployment });
        expect(await found(dataDir, key)).toBe('shredded');
        expect(await runsOf(service)).toEqual(['ContactErased']);
        await expectErased(service, ended);
        await service.stop();
        await deployment.deleteReadModel();
      }
      await deployment.remove();

      async function expectErased(now: Service, { call_id: id }: Call): Promise<void> {
        const reader = now.client(client.token);
        expectProblem(await reader.get(`/contacts/${ann!.contact_id}`), 'not_found');
        expect(await reader.read(`/calls/${id}`)).toMatchObject({ call: { phone: null } });
        const { contacts } = await reader.read<{ contacts: Contact[] }>('/contacts');
        expect(contacts).toMatchObject([again]);
        await until('the erasure is completed once more', async () => {
          const types = (await now.log.after(START)).map(({ type }) => type);
          return types.filter((type) => type === 'ContactErasureCompleted').length === 3;
        });
      }
    },
    RUN_MS,
  );
});

/** What the file of keys has of an id; no SECRETS_KEY is needed to know that a key was shredded. */
async function found(dataDir: string, id: string): Promise<FoundKey | undefined> {
  const reader = openKeysReader({ file: join(dataDir, 'keys.db'), secrets: [Buffer.alloc(32)] });
  try {
    const [key] = await reader.get([id]).catch(() => [undefined]);
    return key;
  } finally {
    await reader.close();
  }
}

/** The id of the key under which the import of a contact was sealed. */
async function keyOf(deployment: EmbeddedDeployment, contactId: string): Promise<string> {
  const log = await deployment.openLog();
  try {
    const events = await log.after(START);
    const imported = events.find(({ type, data }) => {
      return type === 'ContactImported' && (data as { contact_id: string }).contact_id === contactId;
    });
    return readSealedText((imported!.data as { personal: string }).personal).keyIds[0]!;
  } finally {
    await log.close();
  }
}

/** The runs of events that erase contacts again. */
async function runsOf(service: Service): Promise<readonly string[]> {
  const events = (await service.log.after(START)).filter(({ type, metadata }) => {
    return type === 'ContactErased' && metadata.actor.kind === 'system';
  });
  const runs = events.map(({ type }) => type);
  expect(isRunOf(AGAIN, runs)).toBe(true);
  return runs;
}
