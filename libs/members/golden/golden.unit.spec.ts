import { readdirSync, readFileSync } from 'node:fs';
import { expectGolden, type GoldenFile } from '#kernel/testing';
import { MEMBER_SCHEMAS } from '../domain/member-events.js';
import { memberCountsProjection } from '../projections/member-counts.projection.js';
import { membersProjection } from '../projections/members.projection.js';
import { sweepsProjection } from '../projections/sweeps.projection.js';

// The tests run from dist; the golden files are in the source tree.
const FOLDER = new URL('../../../../libs/members/golden/', import.meta.url);

it('every version of every member event can still be read', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const read = (name: string): GoldenFile => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as GoldenFile;
  const files = new Map(names.map((name) => [name, read(name)]));
  expectGolden(files, MEMBER_SCHEMAS, [membersProjection, memberCountsProjection, sweepsProjection]);
});
