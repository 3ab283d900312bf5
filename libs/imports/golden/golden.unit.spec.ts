import { readdirSync, readFileSync } from 'node:fs';
import { expectGolden, type GoldenFile } from '#kernel/testing';
import { IMPORT_SCHEMAS } from '../domain/index.js';
import { IMPORT_PROJECTIONS } from '../projections/index.js';

// The tests run from dist; the golden files are in the source tree.
const FOLDER = new URL('../../../../libs/imports/golden/', import.meta.url);

it('every version of every event of imports can still be read', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const read = (name: string): GoldenFile => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as GoldenFile;
  expectGolden(new Map(names.map((name) => [name, read(name)])), IMPORT_SCHEMAS, [...IMPORT_PROJECTIONS]);
});
