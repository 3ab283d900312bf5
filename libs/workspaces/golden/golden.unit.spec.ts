import { readdirSync, readFileSync } from 'node:fs';
import { expectGolden, type GoldenFile } from '#kernel/testing';
import { WORKSPACES_SCHEMAS } from '../domain/index.js';
import { apiKeysProjection } from '../projections/api-keys.projection.js';
import { parkedWorkProjection } from '../projections/parked-work.projection.js';
import { workspacesProjection } from '../projections/workspaces.projection.js';

// The tests run from dist; the golden files are in the source tree.
const FOLDER = new URL('../../../../libs/workspaces/golden/', import.meta.url);

it('every version of every event of workspaces and keys can still be read', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const read = (name: string): GoldenFile => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as GoldenFile;
  const files = new Map(names.map((name) => [name, read(name)]));
  expectGolden(files, WORKSPACES_SCHEMAS, [workspacesProjection, apiKeysProjection, parkedWorkProjection]);
});
