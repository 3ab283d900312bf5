import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { appendTo } from '../../support/append.js';
import { success } from '../../support/client.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import { type Deployment, temporaryDirectory } from '../../support/deployments/deployment.js';
import { ofNewerVersion } from '../../support/newer-event.js';
import { type Service, startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { TestWorkspace } from '../../support/workspace.js';
import { smartlists, tell } from './support/smartlists.js';

const RUN_MS = 120_000;

/** An instant that no event has, later than those there are. */
async function passed(): Promise<string> {
  const now = new Date().toISOString();
  await until('the clock has moved', () => new Date().toISOString() > now);
  return now;
}

describe('the past of a workspace with an event that no one can read, and that was skipped', () => {
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;
  let place: { readonly stream: string; readonly revision: number };
  let listId: string;
  /** Instants. */
  let whileHeld: string;
  let skipped: string;
  const exported = temporaryDirectory();

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment });
    workspace = await TestWorkspace.make(service);
    listId = (await workspace.api.createList({ name: 'first' })).smart_list_id;
    await service.stop();
    const stream = `workspace-${workspace.id}`;
    place = { stream, revision: await appendTo(deployment, stream, [ofNewerVersion(workspace.id)]) };
    whileHeld = await passed();
  }, RUN_MS);
  afterAll(async () => {
    rmSync(exported, { recursive: true });
    await service.stop();
    await deployment.remove();
  }, RUN_MS);

  const at = (instant: string) =>
    smartlists(['at', instant, 'get', '/smart-lists', '--workspace', workspace.id], deployment.env);

  it(
    'is not exported while nobody has skipped it: the event is named',
    async () => {
      const refused = await tell(['audit', 'export', '--workspace', workspace.id, '--out', exported], deployment.env);
      expect([refused.exit, refused.sentence]).toEqual([
        'unavailable',
        expect.stringMatching(new RegExp(`^${place.stream} ${place.revision} \\(ContactMerged\\) cannot be read: .*`)),
      ]);
      rmSync(exported, { recursive: true });
    },
    RUN_MS,
  );

  it(
    'is held back before the skip, as the service held it back then, and whole after it',
    async () => {
      service = await startService({ deployment });
      const held = `/admin/held-streams/skip`;
      success(await service.admin.post(held, { ...place, reason: 'taken back' }), 200);
      skipped = await passed();
      workspace = workspace.through(service);
      await until('nothing is held back', async () => (await workspace.client.get('/smart-lists')).status === 200);
      await workspace.client.patch(`/smart-lists/${listId}`, { name: 'second' });
      const [then, after, now] = [await at(whileHeld), await at(skipped), await at(await passed())];
      expect([then.code, after.code, now.code]).toEqual([0, 0, 0]);
      expect(then.err).toContain(`${place.stream} is shown without its event ${place.revision} (ContactMerged)`);
      expect([after.err, now.err]).toEqual(['', '']);
      expect([after.out, now.out]).toEqual([expect.stringContaining('first'), expect.stringContaining('second')]);
    },
    RUN_MS,
  );

  it(
    'is exported with the record of the skip in the place of the event, and verified against the log',
    async () => {
      const { env } = deployment;
      const made = await tell(['audit', 'export', '--workspace', workspace.id, '--out', exported], env);
      expect([made.exit, made.sentence]).toEqual([undefined, '']);
      const lines = readFileSync(join(exported, 'events.jsonl'), 'utf8').trim().split('\n');
      const events = lines.map((line) => (JSON.parse(line) as { event: Record<string, unknown> }).event);
      const inPlace = events.filter(({ stream, revision }) => stream === place.stream && revision === place.revision);
      expect(inPlace).toEqual([
        expect.objectContaining({ type: 'EventSkipped', data: { ...place, reason: 'taken back' } }),
      ]);
      expect(events.map(({ revision }) => revision)).toEqual(events.map((_, n) => n));
      expect((await tell(['audit', 'verify', exported, '--log'], env)).exit).toBeUndefined();
      const toHeld = ['--to', whileHeld, '--out', join(exported, 'before')];
      expect((await tell(['audit', 'export', '--workspace', workspace.id, ...toHeld], env)).exit).toBeUndefined();
      const cause = await tell(['audit', 'cause', events.at(-1)!['id'] as string, '--workspace', workspace.id], env);
      expect([cause.exit, cause.sentence]).toEqual([undefined, '']);
    },
    RUN_MS,
  );

  it(
    'does not fail the nightly comparison of the rows',
    async () => {
      const rows = await tell(['projections', 'verify'], deployment.env);
      expect([rows.exit, rows.sentence]).toEqual([undefined, '']);
    },
    RUN_MS,
  );
});
