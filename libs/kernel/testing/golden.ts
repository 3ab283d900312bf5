import { type DomainEvent, type EventSchema, EventSchemas, type JsonObject, type Projection } from '../index.js';
import { recorded } from './recorded.js';
import { TestWorkspace } from './test-workspace.js';

/**
 * One event as a past version of the service wrote it, by hand and never rewritten: its data, the history before it,
 * and the rows after it (by collection; at least these fields).
 */
export interface GoldenFile {
  readonly type: string;
  readonly schema_version: number;
  readonly given?: readonly DomainEvent[];
  readonly data: JsonObject;
  readonly rows: Readonly<Record<string, readonly object[]>>;
}

/**
 * Asserts that every version of every type has its file (`<type>.v<version>.json`), and that each is still read as
 * expected.
 */
export function expectGolden(
  files: ReadonlyMap<string, GoldenFile>,
  schemas: readonly EventSchema[],
  projections: readonly Projection[],
): void {
  const names = schemas.flatMap(({ type, version }) =>
    Array.from({ length: version }, (_, older) => `${type}.v${older + 1}.json`),
  );
  expect([...files.keys()].sort()).toEqual(names.sort());
  const { upcast } = new EventSchemas(schemas);
  for (const [name, golden] of files) {
    expect(`${golden.type}.v${golden.schema_version}.json`).toBe(name);
    const stored = recorded({ type: golden.type, data: golden.data }, 0);
    const metadata = { ...stored.metadata, schema_version: golden.schema_version };
    const { type, data } = upcast({ ...stored, metadata });
    const workspace = new TestWorkspace(projections).append(golden.given ?? []).append([{ type, data }]);
    for (const [collection, rows] of Object.entries(golden.rows)) {
      const found = workspace.all(projections.find((each) => each.collection.name === collection)!.collection);
      expect(found).toEqual(rows.map((row) => expect.objectContaining(row as Record<string, unknown>) as object));
    }
  }
}
