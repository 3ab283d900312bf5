import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Position } from '#kernel';
import { PastDirectory } from './past-directory.js';

const [FIRST, LATER] = ['2030-01-01T00:00:00.000Z', '2030-01-02T00:00:00.000Z'];
const WORKSPACE = '00000000-0000-7000-8000-000000000001';
const at = (until: string, workspaceId?: string) => ({ until, workspaceId });
const POSITION = '0007' as Position;

let parent: string;
let keep: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'kept-'));
  keep = join(parent, 'past');
});
afterEach(() => rmSync(parent, { recursive: true }));

/** A directory that was kept at the first instant, with something in it. */
function kept(workspaceId?: string): void {
  const directory = PastDirectory.open(keep, at(FIRST, workspaceId));
  writeFileSync(join(keep, 'past-rows.db'), 'rows');
  directory.finish(at(FIRST, workspaceId), POSITION);
  directory.close();
}

it('that is not to be kept is private, and removed at the end', () => {
  const directory = PastDirectory.open(undefined, at(FIRST));
  expect(statSync(directory.path).mode & 0o077).toBe(0);
  writeFileSync(join(directory.path, 'past-rows.db'), 'rows');
  directory.finish(at(FIRST), POSITION);
  directory.close();
  expect(existsSync(directory.path)).toBe(false);
});

it('that is kept continues where it ended, for the same instant and for later ones', () => {
  kept();
  for (const until of [FIRST, LATER]) {
    const directory = PastDirectory.open(keep, at(until));
    expect(directory.resumesAfter).toBe(POSITION);
    directory.close();
  }
  expect(readFileSync(join(keep, 'past-rows.db'), 'utf8')).toBe('rows');
});

it('cannot go back, also where a later folding was cut off', () => {
  kept();
  PastDirectory.open(keep, at(LATER)).close();
  expect(() => PastDirectory.open(keep, at(FIRST))).toThrow(/holds 2030-01-02.*, and cannot go back/);
});

it('is of one workspace, or of all', () => {
  kept(WORKSPACE);
  expect(() => PastDirectory.open(keep, at(LATER))).toThrow(`holds workspace ${WORKSPACE} alone`);
  rmSync(keep, { recursive: true });
  kept();
  expect(() => PastDirectory.open(keep, at(LATER, WORKSPACE))).toThrow('holds all workspaces');
});

it('is used by one process at a time', () => {
  const directory = PastDirectory.open(keep, at(FIRST));
  expect(() => PastDirectory.open(keep, at(FIRST))).toThrow(/in use by another process/);
  directory.close();
  PastDirectory.open(keep, at(FIRST)).close();
});

it.each([
  ['rows of a service', 'read-model.db', ''],
  ['a manifest that is none', 'past.json', 'null'],
  ['a manifest that does not parse', 'past.json', '{'],
])('with %s is refused, and nothing in it is changed', (_what, name, content) => {
  writeFileSync(join(parent, name), content);
  expect(() => PastDirectory.open(parent, at(FIRST))).toThrow(expect.objectContaining({ reason: 'not_understood' }));
  expect([readdirSync(parent), readFileSync(join(parent, name), 'utf8')]).toEqual([[name], content]);
});

it('that cannot be made is refused in a sentence', () => {
  writeFileSync(keep, '');
  expect(() => PastDirectory.open(keep, at(FIRST))).toThrow(/cannot be used: EEXIST/);
});
