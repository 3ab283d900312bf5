import { readdirSync, readFileSync } from 'node:fs';
import { expectGolden, type GoldenFile } from '#kernel/testing';
import { PERSONAL_KEYS_SCHEMAS } from '../keys-of-log.js';

// The tests run from dist; the golden files are in the source tree.
const FOLDER = new URL('../../../../libs/personal-data/golden/', import.meta.url);
const read = (name: string): GoldenFile => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as GoldenFile;

it('every version of every event of personal keys can still be read', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  expectGolden(new Map(names.map((name) => [name, read(name)])), PERSONAL_KEYS_SCHEMAS, []);
});
