import { readdirSync, readFileSync } from 'node:fs';
import { expectGolden, type GoldenFile } from '#kernel/testing';
import { SMART_LIST_SCHEMAS } from '../domain/smart-list.js';
import { smartListsProjection } from '../projections/smart-lists.projection.js';

// The tests run from dist; the golden files are in the source tree.
const FOLDER = new URL('../../../../libs/smart-lists/golden/', import.meta.url);

it('every version of every smart list event can still be read', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const read = (name: string): GoldenFile => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as GoldenFile;
  expectGolden(new Map(names.map((name) => [name, read(name)])), SMART_LIST_SCHEMAS, [smartListsProjection]);
});
