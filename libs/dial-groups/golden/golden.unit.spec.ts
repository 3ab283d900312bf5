import { readdirSync, readFileSync } from 'node:fs';
import { expectGolden, type GoldenFile } from '#kernel/testing';
import { DIAL_GROUP_SCHEMAS } from '../domain/dial-group.js';
import { dialGroupsProjection } from '../projections/dial-groups.projection.js';

// The tests run from dist; the golden files are in the source tree.
const FOLDER = new URL('../../../../libs/dial-groups/golden/', import.meta.url);

it('every version of every event of dial groups can still be read', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const read = (name: string): GoldenFile => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as GoldenFile;
  expectGolden(new Map(names.map((name) => [name, read(name)])), DIAL_GROUP_SCHEMAS, [dialGroupsProjection]);
});
