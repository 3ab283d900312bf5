import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Exit } from '../../../apps/operator/console.js';
import { Chain, type ExportScope } from '../../../apps/operator/audit/exported-lines.js';
import { writeManifest } from '../../../apps/operator/audit/manifest.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import { type Deployment, pairUnderTest, temporaryDirectory } from '../../support/deployments/deployment.js';
import { type Service, startService } from '../../support/service.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';
import { startSmartlists, tell } from './support/smartlists.js';

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

  const NO_LOG = { DATA_DIR: '/nowhere', SECRETS_KEY: '', EVENTSTORE_URL: '', READMODEL_URL: '' };
  const OTHER_KEY = { SECRETS_KEY: Buffer.alloc(32, 'x').toString('base64') };
  it.each<[what: string, exit: Exit, id: () => string, env?: object]>([
    ['an unknown workspace', 'not_found', () => UNKNOWN_ID],
    ['no log', 'not_understood', () => workspace.id, NO_LOG],
    ['other keys', 'unavailable', () => workspace.id, OTHER_KEY],
  ])(
    'leaves no directory that it has made for %s, and an empty one as it was',
    async (_what, exit, id, env = {}) => {
      const parent = mkdtempSync(join(directory, 'parent-'));
      const tried = (out: string) =>
        tell(['audit', 'export', '--workspace', id(), '--out', out], { ...deployment.env, ...env });
      const first = await tried(join(parent, 'new', 'newer'));
      expect([first.exit, readdirSync(parent)]).toEqual([exit, []]);
      const again = await tried(parent);
      expect([again.exit, again.sentence, readdirSync(parent)]).toEqual([exit, first.sentence, []]);
    },
    RUN_MS,
  );

  it(
    'leaves nothing of events that it has written, where it comes to one that it cannot read',
    async () => {
      if (pairUnderTest() !== 'embedded') return;
      const other = await TestWorkspace.make(service);
      const db = new Database(join(deployment.env['DATA_DIR']!, 'events.db'));
      const lost = db.prepare(`UPDATE events SET type = 'SmartListLost' WHERE type = 'SmartListCreated'`);
      await other.api.createList();
      lost.run();
      db.close();
      const parent = mkdtempSync(join(directory, 'parent-'));
      const { exit, sentence } = await ask(other.id, join(parent, 'new'));
      expect([exit, sentence]).toEqual(['unavailable', expect.stringMatching(/\(SmartListLost\) cannot be read/)]);
      expect(readdirSync(parent)).toEqual([]);
    },
    RUN_MS,
  );

  it(
    'leaves nothing behind where it is interrupted, and the next one can use the same directory',
    async () => {
      const parent = mkdtempSync(join(directory, 'parent-'));
      const controller = new AbortController();
      let written: readonly string[] = [];
      const args = ['audit', 'export', '--workspace', workspace.id, '--out', join(parent, 'new')];
      const told = await tell(args, deployment.env, {
        progress: (_part, text) => {
          if (text === '') return;
          written = readdirSync(join(parent, 'new'));
          controller.abort();
        },
        interruption: () => controller.signal,
      });
      expect([told, written]).toEqual([
        { printed: [], exit: 'interrupted', sentence: 'It was interrupted.' },
        ['events.jsonl'],
      ]);
      expect(readdirSync(parent)).toEqual([]);
      expect((await tell(args, deployment.env)).exit).toBeUndefined();
    },
    RUN_MS,
  );

  it(
    'says in one sentence that the disk is full, and leaves nothing behind',
    async () => {
      await workspace.contacts(100);
      const parent = mkdtempSync(join(directory, 'parent-'));
      const args = ['audit', 'export', '--workspace', workspace.id, '--out', join(parent, 'new')];
      const { code, out, err } = await startSmartlists(args, deployment.env, 4).ended;
      expect([code, out, err]).toEqual([4, '', expect.stringMatching(/^The export cannot be written: EFBIG: .*\.\n$/)]);
      expect(readdirSync(parent)).toEqual([]);
    },
    RUN_MS,
  );
});
