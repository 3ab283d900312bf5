import { readFileSync } from 'node:fs';
import { SCHEMAS } from '../../../apps/service/catalogue.js';
import { APPENDS, isRunOf, typesOf } from './appends.js';
import { declaredEventTypes } from './event-types.js';
import { EVENTS_PAGE, eventsPage, goldenEvents } from './page.js';

const types = SCHEMAS.all().map(({ type }) => type);

describe('docs/reference/events.md', () => {
  it('is what npm run docs:events writes now', async () => {
    expect(readFileSync(EVENTS_PAGE, 'utf8')).toBe(await eventsPage());
  }, 60_000);

  it('names the writer of every event type', () => {
    const named = new Set(APPENDS.flatMap((kind) => [...typesOf(kind)]));
    expect([...named].sort()).toEqual([...types].sort());
  });
});

describe('the golden files', () => {
  const declared = declaredEventTypes();

  it('have every event type in every version', () => {
    const versions = SCHEMAS.all().flatMap(({ type, version }) =>
      Array.from({ length: version }, (_, older) => `${type} ${older + 1}`),
    );
    const golden = goldenEvents().map(({ type, schema_version }) => `${type} ${schema_version}`);
    expect(golden.sort()).toEqual(versions.sort());
  });

  it('have exactly the fields that the current version declares', () => {
    const present = goldenEvents().filter(({ type, schema_version }) => SCHEMAS.version(type) === schema_version);
    for (const { type, data } of present) {
      const fields = declared.get(type)?.fields ?? [];
      const known = new Set(fields.map(({ path }) => path));
      const given = pathsOf(data);
      // The names in an object of which no field is declared are the client's own.
      const isInner = (path: string): boolean => [...known].some((each) => each.startsWith(`${path}.`));
      const maps = fields
        .filter((field) => /^object\b/.test(field.type) && !isInner(field.path))
        .map(({ path }) => path);
      const isOwn = (path: string): boolean => maps.some((map) => path.startsWith(`${map}.`));
      const unknown = [...given].filter((path) => !known.has(path) && !isOwn(path));
      expect({ type, unknown }).toEqual({ type, unknown: [] });
      const required = fields.filter(({ path, isOptional }) => !isOptional && isTop(path));
      expect({ type, missing: required.filter(({ path }) => !given.has(path)) }).toEqual({ type, missing: [] });
    }
  });
});

describe('a kind of write', () => {
  const kind = { write: 'a disposition', by: 'api_key', run: 'A (B | C)+ D? (E F*)?' } as const;

  it.each([['A B'], ['A C B D'], ['A B E'], ['A B D E F F']])('may be the run %s', (run) => {
    expect(isRunOf(kind, run.split(' '))).toBe(true);
  });

  it.each([['A'], ['B'], ['A B F'], ['A B D D'], ['A B E A'], ['AB'], ['A B X']])('is not the run %s', (run) => {
    expect(isRunOf(kind, run.split(' '))).toBe(false);
  });
});

const isTop = (path: string): boolean => !/[.[]/.test(path);

/** The paths of all fields, as the declarations name them. */
function pathsOf(value: unknown, path = ''): ReadonlySet<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((each) => [...pathsOf(each, `${path}[]`)]));
  if (typeof value !== 'object' || value === null) return new Set();
  const prefix = path === '' ? '' : `${path}.`;
  return new Set(
    Object.entries(value).flatMap(([name, inner]) => [`${prefix}${name}`, ...pathsOf(inner, `${prefix}${name}`)]),
  );
}
