import { readdirSync, readFileSync } from 'node:fs';
import { expectGolden, type GoldenFile } from '#kernel/testing';
import { DO_NOT_CALL_SCHEMAS } from '../domain/entry.js';
import { DO_NOT_CALL_PROJECTIONS } from '../projections/index.js';

// The tests run from dist; the golden files are in the source tree.
const FOLDER = new URL('../../../../libs/do-not-call/golden/', import.meta.url);

it('every version of every event of the do-not-call register can still be read', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const read = (name: string): GoldenFile => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as GoldenFile;
  expectGolden(new Map(names.map((name) => [name, read(name)])), DO_NOT_CALL_SCHEMAS, DO_NOT_CALL_PROJECTIONS);
});
