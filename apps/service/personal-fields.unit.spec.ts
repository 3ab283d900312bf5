import { readdirSync, readFileSync } from 'node:fs';
import { type DomainEvent, type Json, type JsonObject, type RecordedEvent, valuesAt, withValuesAt } from '#kernel';
import { type GoldenFile, recorded, TestWorkspace } from '#kernel/testing';
import { EventSealer } from '../../libs/personal-data/event-sealer.js';
import { MemoryPersonalKeys } from '#personal-data/testing';
import { FOLLOWER_PROJECTIONS, SCHEMAS } from './catalogue.js';

// The tests run from dist; the golden files stay where they were written.
const LIBS = new URL('../../../libs/', import.meta.url);
/** A phone number in E.164, or the name of the person in the golden events. */
const OF_A_PERSON = /\+[1-9]\d{6,14}|Ann Ärger/;

const golden = readdirSync(LIBS, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\/golden\/[^/]+\.json$/.test(name),
);

const read = (name: string): GoldenFile => JSON.parse(readFileSync(new URL(name, LIBS), 'utf8')) as GoldenFile;

/** The event of a golden file, as it would be appended now. */
function eventOf(name: string): RecordedEvent {
  const { type, data, schema_version } = read(name);
  const stored = recorded({ type, data }, 0);
  return SCHEMAS.upcast({ ...stored, metadata: { ...stored.metadata, schema_version } });
}

const textOf = ({ data }: Pick<RecordedEvent, 'data'>): string => JSON.stringify(data);

it.each(golden)('%s says nothing of a person once it is sealed', async (name) => {
  const sealer = new EventSealer(new MemoryPersonalKeys(), SCHEMAS);
  const [sealed] = await sealer.seal(sealer.gather([eventOf(name)]));
  expect(textOf(sealed!)).not.toMatch(OF_A_PERSON);
});

it('golden events say something of a person before', () => {
  const telling = golden.filter((name) => OF_A_PERSON.test(textOf(eventOf(name))));
  expect(telling.map((name) => name.replace(/.*\//, '')).sort()).toEqual([
    'CallDispatched.v1.json',
    'CallRegistered.v1.json',
    'ContactAttributesIndexed.v1.json',
    'ContactChanged.v1.json',
    'ContactDetailsChanged.v1.json',
    'ContactImported.v1.json',
    'DoNotCallAdded.v1.json',
  ]);
});

/** The event with texts in place of its personal data that tell where they came from. */
function marked({ type, data }: DomainEvent): DomainEvent {
  const { personal } = SCHEMAS.all().find((schema) => schema.type === type)!;
  const values = Object.entries(valuesAt(data, personal?.fields ?? []) ?? {});
  const marks = values.map(([path, value]) => [path, withTexts(value, `<${path}>`)]);
  return { type, data: withValuesAt(data, Object.fromEntries(marks) as JsonObject) };
}

/** A value with another text in the place of each of its texts. */
function withTexts(value: Json, text: string): Json {
  if (typeof value === 'string') return text;
  return JSON.parse(JSON.stringify(value), (_name, each: Json) => (typeof each === 'string' ? text : each)) as Json;
}

const MARK =
  /<(?:phone|old_phone|name|external_id|phone_label|further_phones|attributes|time_zone|body|attempt\.response_body)>/g;

const marksIn = (value: unknown): readonly string[] => JSON.stringify(value).match(MARK) ?? [];

it('rows name each personal value that they take from events', () => {
  const telling = new Set<string>();
  for (const name of golden) {
    const history = [...(read(name).given ?? []), eventOf(name)].map(marked);
    const workspace = new TestWorkspace(FOLLOWER_PROJECTIONS).append(history);
    for (const projection of FOLLOWER_PROJECTIONS)
      for (const row of workspace.all(projection.collection)) {
        const marks = marksIn(row);
        for (const mark of marks) telling.add(`${projection.collection.name} ${mark}`);
        expect({ name, marks: marksIn(projection.personal?.(row) ?? []) }).toEqual({ name, marks });
      }
  }
  expect([...telling].sort()).toEqual([
    'calls <phone>',
    'contact_terms <attributes>',
    'contact_terms <external_id>',
    'contact_terms <further_phones>',
    'contacts <attributes>',
    'contacts <external_id>',
    'contacts <further_phones>',
    'contacts <name>',
    'contacts <phone>',
    'contacts <phone_label>',
    'contacts <time_zone>',
    'deliveries <attempt.response_body>',
    'deliveries <body>',
    'do_not_call <phone>',
  ]);
});
