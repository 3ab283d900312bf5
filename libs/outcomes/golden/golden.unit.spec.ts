import { readdirSync, readFileSync } from 'node:fs';
import { expectGolden, type GoldenFile } from '#kernel/testing';
import { OUTCOMES_SCHEMAS } from '../domain/outcome.js';
import { outcomesProjection } from '../projections/outcomes.projection.js';

// The tests run from dist; the golden files are in the source tree.
const FOLDER = new URL('../../../../libs/outcomes/golden/', import.meta.url);

it('every version of every event of outcomes can still be read', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const read = (name: string): GoldenFile => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as GoldenFile;
  expectGolden(new Map(names.map((name) => [name, read(name)])), OUTCOMES_SCHEMAS, [outcomesProjection]);
});
