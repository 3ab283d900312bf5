import { readdirSync, readFileSync } from 'node:fs';
import type { RecordedEvent } from '#kernel';
import { type GoldenFile, recorded } from '#kernel/testing';
import { EventSealer } from '../../libs/personal-data/event-sealer.js';
import { MemoryPersonalKeys } from '#personal-data/testing';
import { SCHEMAS } from './catalogue.js';

// The tests run from dist; the golden files stay where they were written.
const LIBS = new URL('../../../libs/', import.meta.url);
/** A phone number in E.164, or the name of the person in the golden events. */
const OF_A_PERSON = /\+[1-9]\d{6,14}|Ann Ärger/;

const golden = readdirSync(LIBS, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\/golden\/[^/]+\.json$/.test(name),
);

/** The event of a golden file, as it would be appended now. */
function eventOf(name: string): RecordedEvent {
  const { type, data, schema_version } = JSON.parse(readFileSync(new URL(name, LIBS), 'utf8')) as GoldenFile;
  const stored = recorded({ type, data }, 0);
  return SCHEMAS.upcast({ ...stored, metadata: { ...stored.metadata, schema_version } });
}

const textOf = ({ data }: Pick<RecordedEvent, 'data'>): string => JSON.stringify(data);

it.each(golden)('%s says nothing of a person once it is sealed', async (name) => {
  const [sealed] = await new EventSealer(new MemoryPersonalKeys(), SCHEMAS).seal([eventOf(name)]);
  expect(textOf(sealed!)).not.toMatch(OF_A_PERSON);
});

it('golden events say something of a person before', () => {
  const telling = golden.filter((name) => OF_A_PERSON.test(textOf(eventOf(name))));
  expect(telling.map((name) => name.replace(/.*\//, '')).sort()).toEqual([
    'CallDispatched.v1.json',
    'CallRegistered.v1.json',
    'ContactChanged.v1.json',
    'ContactImported.v1.json',
  ]);
});
