import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonOf } from '../support/contract.js';
import { EmbeddedDeployment } from '../support/deployments/embedded.js';
import { type Service, startService } from '../support/service.js';
import type { Problem } from '../support/types.js';
import { until } from '../support/until.js';
import { nextPhone, TestWorkspace } from '../support/workspace.js';

const RUN_MS = 180_000;
const NEWER = new URL('../doubles/newer-rows.js', import.meta.url).href;
/** Contacts per import. Two imports exceed one batch of the follower, so that the rows need a second commit. */
const BATCH = 1_000;
const BUILDING = /The read model is being built from the log: (\d+) of (\d+) events\.$/;

describe('a new version on the embedded pair, with rows of another shape', () => {
  const deployment = new EmbeddedDeployment();
  const rows = join(deployment.dataDir, 'read-model.db');
  const hold = join(deployment.dataDir, 'hold');
  const phones: string[] = [];
  let service: Service;
  let token: string;

  afterAll(async () => {
    await service?.kill();
    await deployment.remove();
  });

  const newer = { NODE_OPTIONS: `--import=${NEWER}`, HOLD_ROWS: hold };
  const startOld = async () => (service = await startService({ deployment }));
  const startNew = async () => (service = await startService({ deployment, env: newer }));
  const beside = () => readdirSync(deployment.dataDir).filter((name) => /^read-model\.db\.[0-9a-f]{8}$/.test(name));
  const add = async (count = 1) => {
    const contacts = Array.from({ length: count }, () => ({ phone: nextPhone() }));
    expect((await service.client(token).post('/contacts/batch', { contacts })).status).toBe(200);
    phones.push(...contacts.map(({ phone }) => phone));
  };
  const expectAll = async () => {
    const all = await service.client(token).walk<{ phone: string }>('/contacts', 'contacts');
    expect(all.map(({ phone }) => phone).sort()).toEqual([...phones].sort());
  };
  /** A process that finds rows of another version reports it. */
  const expectNothingBuilt = () => expect(service.stdout).not.toContain('another shape');

  it(
    'builds its rows beside the old ones and reports progress; the old version finds its rows unchanged',
    async () => {
      await startOld();
      token = (await TestWorkspace.make(service)).client.token!;
      await add(BATCH);
      await add(BATCH);
      await service.stop();

      writeFileSync(hold, '');
      service = await startService({ deployment, env: newer, unready: true });
      const refused = async () => jsonOf(await service.client(token).get('/contacts')) as Problem;
      await until('a part is built', async () => Number(BUILDING.exec((await refused()).detail)?.[1] ?? 0) > 0);
      const [, at, end] = BUILDING.exec((await refused()).detail)!.map(Number);
      expect(at).toBeLessThan(end!);
      expect(end).toBeGreaterThanOrEqual(2 * BATCH);
      const answer = await service.client(token).post('/contacts/batch', { contacts: [{ phone: nextPhone() }] });
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
      const { errors } = jsonOf(await service.client().get('/health/ready')) as Problem;
      expect(errors).toEqual([expect.objectContaining({ code: 'copy', detail: expect.stringMatching(BUILDING) })]);
      await until('the log tells it, too', () => /being built from the log: \d+ of/.test(service.stdout));
      await service.kill();

      await startOld();
      expectNothingBuilt();
      await expectAll();
      await add();
      await service.kill();

      rmSync(hold);
      await startNew();
      await expectAll();
      await add();
      expect(existsSync(rows)).toBe(true);
      expect(beside()).toHaveLength(1);
      await service.stop();
      await startNew();
      expectNothingBuilt();
      await expectAll();
      await add();
      expect(beside()).toHaveLength(1);
      await service.kill();

      // The rows of the old version lack later events; these are folded, and nothing is rebuilt.
      await startOld();
      await expectAll();
      await add();
      await service.stop();
      await startOld();
      await expectAll();
      await service.stop();
      await startOld();
      expect(beside()).toEqual([]);
      await expectAll();
      await service.stop();
    },
    RUN_MS,
  );
});
