import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from '../support/api.js';
import { expectProblem } from '../support/problem.js';
import { EmbeddedDeployment } from '../support/deployments/embedded.js';
import type { Deployment } from '../support/deployments/deployment.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { nextPhone, TestWorkspace } from '../support/workspace.js';
import { CommandedService } from './support/commanded-service.js';
import { until } from '../support/until.js';
import { expectSoundLog, recordedKeys, wholeLog } from './support/whole-log.js';

const RUN_MS = 90_000;
/** The path of a mounted tmpfs of a few MiB for this test alone; .ci/run mounts one if it has the right to. */
const TMPFS = process.env['TMPFS_DIR'];
/** More bytes than the disk of any test has. */
const MOST_WRITES = 2_000;

interface FullDisk {
  readonly service: Service;
  readonly token: string;
  readonly deployment: Deployment;
  /** Frees space. */
  readonly free: () => void;
  /** Whether the rows have space meanwhile, so that reads show every write at once. */
  readonly rowsFollow: boolean;
}

/** Imports of 20 contacts, each with an Idempotency-Key, until one is refused. */
async function fill(service: Service, token: string): Promise<{ readonly done: number; readonly refused: object }> {
  const client = service.client(token);
  for (let done = 0; done < MOST_WRITES; done += 1) {
    const write = {
      method: 'POST',
      path: '/contacts/batch',
      json: { contacts: Array.from({ length: 20 }, () => ({ phone: nextPhone(), name: 'x'.repeat(100) })) },
      headers: { 'idempotency-key': `fill-${done}` },
    };
    const answer = await client.send(write);
    if (answer.status === 200) continue;
    expectProblem(answer, 'unavailable');
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    return { done, refused: write };
  }
  throw new Error('the disk did not become full');
}

async function readiness(service: Service): Promise<string> {
  const { status, bytes } = await service.client().get('/health/ready');
  return `${status} ${bytes.toString()}`;
}

/**
 * Expects 503 with Retry-After, red health and working reads; once there is space again, writes without an intervention
 * (docs/quality.md#reliability).
 */
async function expectToSurvive({ service, token, deployment, free, rowsFollow }: FullDisk): Promise<void> {
  const client = service.client(token);
  const api = new Api(client);
  const list = await api.createList();
  const { done, refused } = await fill(service, token);
  expect(done).toBeGreaterThan(0);
  expect(await readiness(service)).toMatch(/^503 .*(event_store|personal_keys)/);
  expect((await service.client().get('/health/live')).status).toBe(200);
  expect(await api.list(list.smart_list_id)).toEqual(list);
  const read = (await api.contacts()).length;
  if (rowsFollow) expect(read).toBe(done * 20);
  expectProblem(await client.send(refused as never), 'unavailable');

  free();
  const retried = await client.send(refused as never);
  expect(retried.status).toBe(200);
  expect(retried.headers['idempotent-replayed']).toBeUndefined();
  await until('the service is ready again', async () => (await readiness(service)).startsWith('200 '));
  expect(await api.contacts()).toHaveLength((done + 1) * 20);
  const log = await wholeLog(deployment);
  expectSoundLog(log);
  expect(new Set(recordedKeys(log)).size).toBe(done + 1);
}

describe('a service whose disk is full', () => {
  const commanded = new CommandedService();
  afterAll(() => commanded.remove());

  it(
    'reports it, answers reads, and writes again when the event file may grow',
    async () => {
      const service = await commanded.start();
      const token = (await TestWorkspace.make(service)).client.token!;
      commanded.limitPages(200);
      const free = (): void => commanded.limitPages(1_000_000);
      await expectToSurvive({ service, token, deployment: commanded.deployment, free, rowsFollow: true });
      await service.stop();
    },
    RUN_MS,
  );

  (TMPFS === undefined ? it.skip : it)(
    'reports it, answers reads, and writes again on a real file system of a few MiB',
    async () => {
      const deployment = new EmbeddedDeployment(join(TMPFS!, 'data'));
      const ballast = join(TMPFS!, 'ballast');
      const service = await startService({ deployment });
      try {
        const token = (await TestWorkspace.make(service)).client.token!;
        expect(fillUp(ballast)).toBeGreaterThan(0);
        await expectToSurvive({ service, token, deployment, free: () => rmSync(ballast), rowsFollow: false });
        await service.stop();
      } finally {
        await service.kill();
        rmSync(ballast, { force: true });
        await deployment.remove();
      }
    },
    RUN_MS,
  );
});

/** Bytes left to the service, so that its first writes succeed. */
const LEFT = 262_144;

/** Writes a file that fills the file system up to {@link LEFT} bytes. Returns its size. */
function fillUp(file: string): number {
  const handle = openSync(file, 'w');
  const block = Buffer.alloc(65_536, 1);
  try {
    for (;;) writeSync(handle, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  ftruncateSync(handle, fstatSync(handle).size - LEFT);
  const { size } = fstatSync(handle);
  closeSync(handle);
  return size;
}
