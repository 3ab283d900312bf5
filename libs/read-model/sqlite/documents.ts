import type { Collection, Row } from '#kernel';
import type { Database, Statement } from 'better-sqlite3';
import { Columns } from './columns.js';
import { fieldsOf } from './table.js';

/** Shapes of a file from which on documents of new ones are kept with the names of their fields. */
const MAX_SHAPES = 2_000;

/** The statement that makes the table of shapes. */
export const CREATE_SHAPES = 'CREATE TABLE _shapes (shape INTEGER PRIMARY KEY, fields TEXT NOT NULL UNIQUE)';

/** The names of a document's fields, in their order, and their number in the file. */
interface Shape {
  readonly id: number;
  readonly fields: readonly string[];
}

const NONE: Shape = { id: -1, fields: [] };

/**
 * Documents as texts, on one connection: `[shape, value, …]`, with the names of the fields once a file
 * (docs/adr/0079-rows-in-sqlite-have-short-ids-and-no-names.md). Documents of one collection have few shapes.
 */
export class Documents {
  private readonly fieldsById = new Map<number, readonly string[]>();
  private readonly shapes = new Map<string, Shape>();
  private readonly findFields: Statement;
  private readonly findShape: Statement;
  private readonly add: Statement;

  constructor(database: Database) {
    this.findFields = database.prepare('SELECT fields FROM _shapes WHERE shape = ?').pluck();
    this.findShape = database.prepare('SELECT shape FROM _shapes WHERE fields = ?').pluck();
    this.add = database
      .prepare('INSERT INTO _shapes (fields) SELECT ? WHERE (SELECT count(*) FROM _shapes) < ? RETURNING shape')
      .pluck();
  }

  /** Makes documents of rows with the columns of `selectedOf`. */
  reader<Doc extends Row>(collection: Collection<Doc>): (row: readonly unknown[]) => Doc {
    if (!collection.flat) return ([text]) => this.documentOf<Doc>(text as string);
    const columns = new Columns(collection, [...fieldsOf(collection), 'revision']);
    return (row) => columns.readNamed(row) as unknown as Doc;
  }

  private documentOf<Doc extends Row>(text: string): Doc {
    const values = JSON.parse(text) as Doc | readonly unknown[];
    if (!Array.isArray(values)) return values as Doc;
    const fields = this.fieldsOf(values[0] as number);
    const document: Record<string, unknown> = {};
    for (let i = 0; i < fields.length; i += 1) document[fields[i]!] = values[i + 1];
    return document as unknown as Doc;
  }

  /** Makes texts of the documents of one table, most of which have the shape of the one before. In a transaction. */
  writer(): (document: Row) => string {
    let last = NONE;
    return (document) => {
      // What a transaction that has failed knew is forgotten.
      const values = this.fieldsById.has(last.id) ? valuesIn(document, last) : undefined;
      if (values) return JSON.stringify(values);
      const found = this.shapeOf(document);
      if (!found) return JSON.stringify(document);
      last = found;
      return JSON.stringify(valuesIn(document, found));
    };
  }

  /** To be called where a transaction has come to nothing: its shapes have, too. */
  forget(): void {
    this.fieldsById.clear();
    this.shapes.clear();
  }

  private fieldsOf(id: number): readonly string[] {
    const known = this.fieldsById.get(id);
    if (known) return known;
    const names = (this.findFields.get(id) as string).split(' ');
    // Names of an object are found faster than parts of a text: a page of documents takes two thirds of the time.
    const fields = Object.keys(Object.fromEntries(names.map((name) => [name, 0])));
    this.fieldsById.set(id, fields);
    return fields;
  }

  /** Undefined: the file has too many. */
  private shapeOf(document: Row): Shape | undefined {
    const fields = Object.entries(document).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    const names = fields.join(' ');
    const known = this.shapes.get(names);
    if (known) return known;
    const id = (this.findShape.get(names) ?? this.add.get(names, MAX_SHAPES)) as number | undefined;
    if (id === undefined) return undefined;
    const shape = { id, fields };
    this.shapes.set(names, shape);
    this.fieldsById.set(id, fields);
    return shape;
  }
}

/** The values of a document behind the number of its shape; undefined: it has another one. */
function valuesIn(document: Row, { id, fields }: Shape): unknown[] | undefined {
  const values: unknown[] = [id];
  for (const field in document) {
    const value = (document as unknown as Record<string, unknown>)[field];
    if (value === undefined) continue;
    if (field !== fields[values.length - 1]) return undefined;
    values.push(value);
  }
  return values.length === fields.length + 1 ? values : undefined;
}
