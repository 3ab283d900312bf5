import { readdirSync, readFileSync } from 'node:fs';
import { expectGolden, type GoldenFile } from '#kernel/testing';
import { DIALING_SCHEMAS } from '../domain/calls/call-events.js';
import { DIALING_PROJECTIONS } from '../index.js';

// The tests run from dist; the golden files are in the source tree.
const FOLDER = new URL('../../../../libs/dialing/golden/', import.meta.url);

it('every version of every event of dialing can still be read', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const read = (name: string): GoldenFile => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as GoldenFile;
  expectGolden(new Map(names.map((name) => [name, read(name)])), DIALING_SCHEMAS, DIALING_PROJECTIONS);
});
