import { readdirSync, readFileSync } from 'node:fs';
import { expectGolden, type GoldenFile } from '#kernel/testing';
import { CALLING_HOURS_SCHEMAS } from '../domain/calling-hours.js';
import { callingHoursProjection } from '../projections/calling-hours.projection.js';

// The tests run from dist; the golden files are in the source tree.
const FOLDER = new URL('../../../../libs/calling-hours/golden/', import.meta.url);

it('every version of every event of calling hours can still be read', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const read = (name: string): GoldenFile => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as GoldenFile;
  expectGolden(new Map(names.map((name) => [name, read(name)])), CALLING_HOURS_SCHEMAS, [callingHoursProjection]);
});
