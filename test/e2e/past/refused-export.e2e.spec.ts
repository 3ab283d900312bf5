import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chain, type ExportScope } from '../../../apps/operator/audit/exported-lines.js';
import { writeManifest } from '../../../apps/operator/audit/manifest.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import { type Deployment, temporaryDirectory } from '../../support/deployments/deployment.js';
import { type Service, startService } from '../../support/service.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';
import { tell } from './support/smartlists.js';

const RUN_MS = 120_000;

describe('smartlists audit export that is refused', () => {
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;
  const directory = temporaryDirectory();

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment });
    workspace = await TestWorkspace.make(service);
    await workspace.contacts(2);
  }, RUN_MS);
  afterAll(async () => {
    rmSync(directory, { recursive: true });
    await service.stop();
    await deployment.remove();
  }, RUN_MS);

  const ask = (id: string, out: string, ...more: readonly string[]) =>
    tell(['audit', 'export', '--workspace', id, '--out', out, ...more], deployment.env);

  it(
    'has nothing to write of a workspace of which the log has no event, but of one that had none in that time',
    async () => {
      const unknown = await ask(UNKNOWN_ID, join(directory, 'unknown'));
      const sentence = `The log has no event of workspace ${UNKNOWN_ID}.`;
      expect(unknown).toEqual({ printed: [], exit: 'not_found', sentence });
      const before = await ask(workspace.id, join(directory, 'before'), '--to', '2000-01-01T00:00Z');
      expect([before.exit, before.printed[0]]).toEqual([undefined, expect.stringMatching(/^There are no events of/)]);
      const verified = await tell(['audit', 'verify', join(directory, 'before'), '--log'], deployment.env);
      expect([verified.exit, verified.printed[1]]).toEqual([undefined, 'The log has the same events.']);
    },
    RUN_MS,
  );

  it(
    'does not fit a log without any event of its workspace, empty as it is',
    async () => {
      const empty = join(directory, 'empty');
      mkdirSync(empty);
      const scope: ExportScope = { workspace_id: UNKNOWN_ID, from: null, to: '2026-01-01T00:00:00.000Z' };
      writeFileSync(join(empty, 'events.jsonl'), '');
      const chain = new Chain(scope, 'jsonl').end;
      const none = { events: 0, types: {}, first: null, last: null };
      await writeManifest(empty, { ...scope, format: 'jsonl', file: 'events.jsonl', ...none, chain });
      const { printed, exit } = await tell(['audit', 'verify', empty, '--log'], deployment.env);
      expect([printed[1], exit]).toEqual([
        `IT DOES NOT FIT: the log has no event of workspace ${UNKNOWN_ID}.`,
        'check_failed',
      ]);
    },
    RUN_MS,
  );
});
