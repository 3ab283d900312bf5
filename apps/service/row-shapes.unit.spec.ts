import { readdirSync, readFileSync } from 'node:fs';
import type { DomainEvent, Projection, Row } from '#kernel';
import { type GoldenFile, recorded, TestWorkspace } from '#kernel/testing';
import { idempotencyProjection } from '#workspace-head';
import { FOLLOWER_PROJECTIONS, SCHEMAS } from './catalogue.js';

/** The shape of a projection's rows: the types of each field, by its path. */
interface RowShape {
  readonly version: number;
  readonly fields: Readonly<Record<string, string>>;
}

// The tests run from dist; the files stay where they were written.
const ROOT = new URL('../../../', import.meta.url);
const GOLDEN = 'apps/service/row-shapes.json';

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'));
const goldenEvents = readdirSync(new URL('libs/', ROOT), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\/golden\/[^/]+\.json$/.test(name))
  .map((name) => read(`libs/${name}`) as GoldenFile);
const golden = read(GOLDEN) as Readonly<Record<string, RowShape>>;

/** One golden event behind the events of its history, as the log would return them now. */
const historyOf = ({ type, schema_version, data, given = [] }: GoldenFile): readonly DomainEvent[] => {
  const stored = recorded({ type, data }, given.length);
  return [...given, SCHEMAS.upcast({ ...stored, metadata: { ...stored.metadata, schema_version } })];
};

/**
 * All golden events of the slices in one history: they name the same contacts, lists and calls. Events that end these
 * come last.
 */
const together = (): readonly DomainEvent[] => {
  const ends = ({ type }: DomainEvent): number => Number(/(?:Deleted|Removed|Revoked)$/.test(type));
  const order = SCHEMAS.all().map(({ type }) => type);
  const all = goldenEvents.flatMap(historyOf);
  return all.sort((one, other) => ends(one) - ends(other) || order.indexOf(one.type) - order.indexOf(other.type));
};

/** The rows of Idempotency-Keys: they come from metadata, which golden events do not have. */
function idempotencyRows(): readonly Row[] {
  const answer = { status: 201, location: '/smart-lists/1', etag: '"1"', fingerprint: 'f', body: {} };
  const event = recorded({ type: 'CommandRecorded', data: {} }, 0);
  const kept = { ...event, metadata: { ...event.metadata, idempotency: { key_hash: 'k', ...answer } } };
  const keys = idempotencyProjection.keys(kept);
  return keys.map((key) => idempotencyProjection.evolve(undefined, kept, key, { row: () => undefined })!);
}

/** Every row that the golden events make, in its state after each event. */
function rowsOf({ collection }: Projection): readonly Row[] {
  if (collection === idempotencyProjection.collection) return idempotencyRows();
  return [...goldenEvents.map(historyOf), together()].flatMap((history) => {
    const workspace = new TestWorkspace(FOLLOWER_PROJECTIONS);
    return history.flatMap((event) => workspace.append([event]).all(collection));
  });
}

/** The types of all fields of some rows. A field that is missing in some rows, or differs in type, has several. */
function fieldsOf(rows: readonly Row[]): RowShape['fields'] {
  const types = new Map<string, Set<string>>();
  const owners = new Map<string, number>();
  const counts = new Map<string, number>();
  const count = (of: Map<string, number>, path: string) => of.set(path, (of.get(path) ?? 0) + 1);
  const note = (value: unknown, path: string): void => {
    const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    types.set(path, (types.get(path) ?? new Set()).add(type));
    if (Array.isArray(value)) return value.forEach((item) => note(item, `${path}[]`));
    if (type !== 'object') return;
    count(owners, path);
    for (const [field, inner] of Object.entries(value as object)) {
      count(counts, `${path}.${field}`);
      note(inner, `${path}.${field}`);
    }
  };
  for (const row of rows) note(row, '');
  for (const [path, some] of counts)
    if (some < owners.get(path.slice(0, path.lastIndexOf('.')))!) types.get(path)!.add('absent');
  types.delete('');
  return Object.fromEntries([...types].map(([path, each]) => [path.slice(1), [...each].sort().join(' | ')]).sort());
}

function shapeOf(projection: Projection): RowShape {
  return { version: projection.version, fields: fieldsOf(rowsOf(projection)) };
}

/** The advice for a projection whose rows differ from its version; undefined: they do not. */
function adviceOn(name: string, shape: RowShape): string | undefined {
  const known = golden[name];
  if (JSON.stringify(known) === JSON.stringify(shape)) return undefined;
  const put = (version: number): string =>
    `put this into ${GOLDEN}: "${name}": ${JSON.stringify({ ...shape, version }, null, 2)}`;
  if (known?.version !== shape.version) return `Rows of ${name} have a new version: ${put(shape.version)}`;
  return (
    `The fields of the rows of ${name} have changed: raise the version of their projection, or rows that were written ` +
    `before stay as they are; then ${put(shape.version + 1)}`
  );
}

it.each(FOLLOWER_PROJECTIONS.map((projection) => [projection.collection.name, projection] as const))(
  'rows of %s have the fields of their version',
  (name, projection) => {
    const shape = shapeOf(projection);
    // A golden event is missing that makes such a row.
    expect(Object.keys(shape.fields)).toContain('revision');
    const advice = adviceOn(name, shape);
    if (advice !== undefined) throw new Error(advice);
  },
);

it('knows no rows that nothing projects', () => {
  expect(Object.keys(golden)).toEqual(FOLLOWER_PROJECTIONS.map(({ collection }) => collection.name));
});
