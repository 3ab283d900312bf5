import { readdirSync, readFileSync } from 'node:fs';
import { expectGolden, type GoldenFile } from '#kernel/testing';
import { OUTCOMES_SCHEMAS } from '../domain/outcome.js';
import { outcomesProjection } from '../projections/outcomes.projection.js';

// The tests run from dist; the files stay where they were written.
const FOLDER = new URL('../../../../libs/outcomes/golden/', import.meta.url);

it('every version of every event of outcomes is read as it was meant', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const read = (name: string): GoldenFile => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as GoldenFile;
  expectGolden(new Map(names.map((name) => [name, read(name)])), OUTCOMES_SCHEMAS, [outcomesProjection]);
});
