import { readdirSync, readFileSync } from 'node:fs';
import { type RecordedEvent, workspaceStream } from '#kernel';
import { expectGolden, type GoldenFile, recorded } from '#kernel/testing';
import { SKIPS_SCHEMAS, SKIPS_STREAM, SkippedEvents } from '../skipped-events.js';

// The tests run from dist; the golden files are in the source tree.
const FOLDER = new URL('../../../../libs/event-store/golden/', import.meta.url);
const read = (name: string): GoldenFile => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as GoldenFile;

it('every version of every event of skips can still be read', async () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const files = new Map(names.map((name) => [name, read(name)]));
  expectGolden(files, SKIPS_SCHEMAS, []);
  const skipped = new SkippedEvents();
  const records: RecordedEvent[] = [...files.values()].map(({ type, data }, at) => ({
    ...recorded({ type, data }, at),
    stream: SKIPS_STREAM,
  }));
  const store = { read: async (_stream: string, { from = 0 }) => records.slice(from) };
  expect([await skipped.refresh(store), await skipped.refresh(store), skipped.length]).toEqual([true, false, 1]);
  const stream = workspaceStream('018f3a00-0000-7000-8000-00000000a001');
  expect(skipped.inPlaceOf(stream, 4_711)).toBe(records[0]);
  expect([skipped.inPlaceOf(stream, 4_710), skipped.inPlaceOf(SKIPS_STREAM, 4_711)]).toEqual([undefined, undefined]);
});
