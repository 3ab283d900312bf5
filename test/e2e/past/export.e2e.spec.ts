import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import { type Deployment, temporaryDirectory } from '../../support/deployments/deployment.js';
import { START } from '../../support/log.js';
import { Random, seedOfThisRun } from '../../support/random.js';
import { type Service, startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { TestWorkspace } from '../../support/workspace.js';
import { smartlists, tell } from './support/smartlists.js';

const RUN_MS = 120_000;
const FLIPS = 1_000;
/** A name that no line may break at, and that a CSV field must quote. */
const NAME = 'Ann "\u2028", Zoë \ufffd';

describe('smartlists audit', () => {
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;
  const directories: string[] = [];

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment });
    workspace = await TestWorkspace.make(service);
    await TestWorkspace.make(service);
    await workspace.api.importContacts([{ phone: '+12025550101', name: NAME }, { phone: '+12025550102' }]);
    for (let n = 0; n < 20; n += 1) await workspace.api.createList({ name: `list ${n}` });
  }, RUN_MS);
  afterAll(async () => {
    for (const each of directories) rmSync(each, { recursive: true });
    await service.stop();
    await deployment.remove();
  }, RUN_MS);

  async function exported(...args: readonly string[]): Promise<string> {
    const directory = temporaryDirectory();
    directories.push(directory);
    const all = ['audit', 'export', '--workspace', workspace.id, '--out', directory, ...args];
    const { code, err } = await smartlists(all, deployment.env);
    expect([code, err]).toEqual([0, '']);
    return directory;
  }

  const verified = (directory: string, ...args: readonly string[]) =>
    tell(['audit', 'verify', directory, ...args], deployment.env);

  const manifestOf = (directory: string) =>
    JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as {
      readonly events: number;
      readonly types: Record<string, number>;
      readonly first: { readonly occurred_at: string };
      readonly last: { readonly occurred_at: string };
    };

  it.each(['jsonl', 'csv'])(
    'exports as %s every event of the workspace and nothing else, and finds one changed bit anywhere',
    async (format) => {
      const log = (await service.log.after(START)).filter(({ metadata }) => metadata.workspace_id === workspace.id);
      const directory = await exported('--format', format);
      const { events, types } = manifestOf(directory);
      expect(events).toBe(log.length);
      expect(types).toMatchObject({ ContactImported: 2, SmartListCreated: 20 });
      const text = readFileSync(join(directory, `events.${format}`), 'utf8');
      for (const { id } of log) expect(text).toContain(id);
      expect(statSync(join(directory, `events.${format}`)).mode & 0o077).toBe(0);
      const whole = await verified(directory, '--log');
      expect(whole.printed).toEqual([expect.stringMatching(/unchanged/), 'The log has the same events.']);
      expect(whole.exit).toBeUndefined();

      const random = new Random(seedOfThisRun());
      const names = readdirSync(directory);
      const found = new Set<string>();
      for (let n = 0; n < FLIPS; n += 1) {
        const path = join(directory, random.oneOf(names));
        const bytes = readFileSync(path);
        const flipped = Buffer.from(bytes);
        const at = random.below(bytes.length);
        flipped[at]! ^= 1 << random.below(8);
        writeFileSync(path, flipped);
        const { printed, exit } = await verified(directory);
        expect([path, at, exit]).toEqual([path, at, 'check_failed']);
        found.add(printed[0]!.replace(/\d+/g, 'N'));
        writeFileSync(path, bytes);
      }
      expect([...found].join()).toMatch(/line N of events/);
      expect((await verified(directory)).exit).toBeUndefined();
    },
    RUN_MS,
  );

  it(
    'says everything in one JSON object each, of an export and of its check',
    async () => {
      const directory = temporaryDirectory();
      directories.push(directory);
      const args = ['--workspace', workspace.id, '--out', directory, '--json'];
      const { code, out, err } = await smartlists(['audit', 'export', ...args], deployment.env);
      const manifest = manifestOf(directory);
      expect([code, err, JSON.parse(out)]).toEqual([0, '', { ok: true, directory, manifest }]);
      const whole = await verified(directory, '--json', '--log');
      const { events } = manifest;
      const fits = { ok: true, misfit: null, directory, manifest, log: { events, erased: 0 } };
      expect([whole.exit, JSON.parse(whole.printed.join())]).toEqual([undefined, fits]);
      const again = await smartlists(['audit', 'export', ...args], deployment.env);
      expect([again.code, JSON.parse(again.out)]).toEqual([2, { ok: false, error: `${directory} is not empty.` }]);
    },
    RUN_MS,
  );

  it(
    'names a line that was left out, an end that is missing, and an export that was cut off',
    async () => {
      const directory = await exported();
      const path = join(directory, 'events.jsonl');
      const lines = readFileSync(path, 'utf8').split('\n');
      writeFileSync(path, [...lines.slice(0, 3), ...lines.slice(4)].join('\n'));
      expect((await verified(directory)).printed[0]).toMatch(/line 4 of events.jsonl was changed, or one before it/);
      writeFileSync(path, lines.join('\n'));
      truncateSync(path, Buffer.byteLength(lines.slice(0, -2).join('\n')) + 1);
      expect((await verified(directory)).printed[0]).toMatch(/has \d+ events, and the manifest says \d+/);
      rmSync(join(directory, 'manifest.json'));
      expect((await verified(directory)).printed[0]).toMatch(/manifest.json is missing: the export was not finished/);
    },
    RUN_MS,
  );

  it(
    'exports a span of time',
    async () => {
      const { first, last } = manifestOf(await exported());
      await until('the clock has moved', () => new Date().toISOString() > last.occurred_at);
      await workspace.api.createList({ name: 'later' });
      const from = new Date(Date.parse(first.occurred_at) + 1).toISOString();
      const span = manifestOf(await exported('--from', from, '--to', last.occurred_at));
      expect(span.first.occurred_at >= from && span.last.occurred_at <= last.occurred_at).toBe(true);
      expect(span.types['WorkspaceCreated']).toBeUndefined();
    },
    RUN_MS,
  );

  it.each(['jsonl', 'csv'])(
    'tells persons who were erased since from other differences of the log: %s',
    async (format) => {
      const { contacts } = await workspace.api.importContacts([{ phone: '+12025550199', name: NAME }]);
      const directory = await exported('--format', format);
      const { contact_id } = contacts[0]!;
      expect((await workspace.client.post(`/contacts/${contact_id}/erase`)).status).toBe(200);
      await until('the key is gone', async () => {
        const { printed } = await verified(directory, '--log');
        return /persons in 1 of them were erased since/.test(printed[1]!);
      });
      const other = await createDeployment();
      const service2 = await startService({ deployment: other });
      const elsewhere = await smartlists(['audit', 'verify', directory, '--log'], other.env);
      expect([elsewhere.code, elsewhere.out]).toEqual([5, expect.stringMatching(/the log has 0 of the \d+ events/)]);
      await service2.stop();
      await other.remove();
    },
    RUN_MS,
  );

  it.each<[what: string, sentence: RegExp, args: (id: string) => readonly string[]]>([
    ['no workspace', /--workspace/, () => ['--out', '/nowhere']],
    ['a directory that is not empty', /is not empty/, (id) => ['--workspace', id, '--out', import.meta.dirname]],
    ['another format', /Allowed choices are jsonl, csv/, (id) => ['--workspace', id, '--out', 'x', '--format', 'xml']],
    [
      'an end before the beginning',
      /later than --to/,
      (id) => ['--workspace', id, '--out', 'x', '--from', '2026-01-02T00:00Z', '--to', '2026-01-01T00:00Z'],
    ],
  ])(
    'refuses %s in one sentence',
    async (_what, sentence, args) => {
      const told = await tell(['audit', 'export', ...args(workspace.id)], deployment.env);
      const expected = expect.stringMatching(sentence) as string;
      expect(told).toEqual({ printed: [], exit: 'not_understood', sentence: expected });
    },
    RUN_MS,
  );
});
