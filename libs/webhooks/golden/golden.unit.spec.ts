import { readdirSync, readFileSync } from 'node:fs';
import { expectGolden, type GoldenFile } from '#kernel/testing';
import { WEBHOOKS_SCHEMAS } from '../domain/index.js';
import { ENDPOINT_PROJECTIONS, WEBHOOKS_PROJECTIONS } from '../projections/index.js';

// The tests run from dist; the golden files are in the source tree.
const FOLDER = new URL('../../../../libs/webhooks/golden/', import.meta.url);

it('every version of every event of webhooks can still be read', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const read = (name: string): GoldenFile => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as GoldenFile;
  const files = new Map(names.map((name) => [name, read(name)]));
  expectGolden(files, WEBHOOKS_SCHEMAS, [...WEBHOOKS_PROJECTIONS, ...ENDPOINT_PROJECTIONS]);
});
