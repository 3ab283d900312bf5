import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedEvent } from '#kernel';
import { testId } from '#kernel/testing';
import { runCommand } from '../testing/run-command.js';
import { ExportFiles } from './export-files.js';
import { sha256 } from './exported-lines.js';

const directory = mkdtempSync(join(tmpdir(), 'smart-lists-verify-'));
afterAll(() => rmSync(directory, { recursive: true }));

const EVENTS = [0, 1, 2].map((revision): RecordedEvent => {
  const metadata = {
    ...{ workspace_id: testId(1), schema_version: 1, occurred_at: `2026-01-01T00:00:0${revision}.000Z` },
    ...{ actor: { kind: 'admin', id: null }, correlation_id: testId(9), causation_id: null },
  };
  const stream = `workspace-${testId(1)}`;
  return { stream, revision, id: testId(10 + revision), type: 'Told', data: { revision }, metadata } as RecordedEvent;
});

/** A directory with an export. */
async function exported(name: string): Promise<string> {
  const path = join(directory, name);
  mkdirSync(path);
  const files = await ExportFiles.create(
    path,
    { workspace_id: testId(1), from: null, to: '2026-01-02T00:00:00.000Z' },
    'jsonl',
  );
  await files.add(EVENTS);
  await files.finish();
  await files.close();
  return path;
}

/** A directory with these files. */
function holding(name: string, files: Readonly<Record<string, string>>): string {
  const path = join(directory, name);
  mkdirSync(path);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
}

const verify = (path: string) => runCommand(['audit', 'verify', path]);

it.each<[what: string, make: () => string, why: string]>([
  ['that does not exist', () => join(directory, 'none'), 'it has no manifest.json'],
  ['that is empty', () => holding('empty', {}), 'it has no manifest.json'],
  ['with other files', () => holding('other', { 'notes.txt': 'x' }), 'it has no manifest.json'],
  [
    'with a backup',
    () => holding('backup', { 'manifest.json': '{"format":1,"files":[]}', 'events.db': '' }),
    'its manifest.json is not that of one',
  ],
  [
    'with what others have signed in the same way',
    () => {
      const text = 'null';
      return holding('signed', { 'manifest.json': text, 'manifest.sha256': `${sha256(text)}  manifest.json\n` });
    },
    'its manifest.json is not that of one',
  ],
])('refuses a directory %s: it is no export', async (_what, make, why) => {
  const path = make();
  const { printed, exit, refused } = await verify(path);
  expect([printed, exit, refused]).toEqual(['', 'not_found', `${path} is no export: ${why}.`]);
});

it('refuses a file in place of a directory', async () => {
  const { exit } = await verify(join(holding('file', { 'notes.txt': 'x' }), 'notes.txt'));
  expect(exit).toBe('not_found');
});

it.each<[what: string, lost: readonly string[], why: string]>([
  ['its manifest', ['manifest.json'], 'manifest.json is missing: the export was not finished, or it was taken away.'],
  [
    'its manifest and the digest of it',
    ['manifest.json', 'manifest.sha256'],
    'manifest.json is missing: the export was not finished, or it was taken away.',
  ],
  ['the digest of its manifest', ['manifest.sha256'], 'manifest.json and manifest.sha256 do not fit each other'],
  ['its events', ['events.jsonl'], 'events.jsonl is missing.'],
])('does not take an export for whole that has lost %s', async (what, lost, why) => {
  const path = await exported(`without ${what}`);
  expect(await verify(path)).toMatchObject({ exit: undefined, printed: expect.stringMatching(/^3 events, unchanged/) });
  for (const file of lost) rmSync(join(path, file));
  const { printed, exit, refused } = await verify(path);
  expect([exit, refused, printed]).toEqual(['check_failed', '', expect.stringContaining(`IT DOES NOT FIT: ${why}`)]);
});

it('says that a file cannot be read', async () => {
  const path = await exported('unreadable');
  rmSync(join(path, 'events.jsonl'));
  mkdirSync(join(path, 'events.jsonl'));
  const { exit, refused } = await verify(path);
  expect([exit, refused]).toEqual(['unavailable', expect.stringMatching(/^The export cannot be read: EISDIR/)]);
});

it('says what does not fit as one JSON object', async () => {
  const path = await exported('as JSON');
  const whole = await runCommand(['audit', 'verify', path, '--json']);
  const told = JSON.parse(whole.printed) as { readonly manifest: { readonly events: number } };
  expect([whole.exit, told]).toMatchObject([undefined, { ok: true, misfit: null, directory: path, log: null }]);
  expect(told.manifest.events).toBe(3);
  rmSync(join(path, 'events.jsonl'));
  const missing = await runCommand(['audit', 'verify', path, '--json']);
  const { manifest } = told;
  const misfit = 'events.jsonl is missing.';
  expect([missing.exit, JSON.parse(missing.printed)]).toEqual([
    'check_failed',
    { ok: false, misfit, directory: path, manifest, log: null },
  ]);
  rmSync(join(path, 'manifest.sha256'));
  const unsigned = await runCommand(['audit', 'verify', path, '--json']);
  expect([unsigned.exit, JSON.parse(unsigned.printed)]).toMatchObject(['check_failed', { ok: false, manifest: null }]);
});
