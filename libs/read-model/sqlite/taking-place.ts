// docs/adr/0050-rows-are-rebuilt-beside-the-live-ones.md
import { type Collection, keyOf } from '#kernel';
import type { Database } from 'better-sqlite3';
import type { RowWrite } from '../read-model.js';
import { Documents } from './documents.js';
import { selectedOf } from './table.js';
import { BUILDING, GENERATION, REBUILT, inspectLive, openForReading } from './file.js';

/** Marks that a rebuild has not finished the file: it is not live, whatever it holds. */
export function markBuilding(database: Database): void {
  database.prepare('INSERT OR IGNORE INTO _meta VALUES (?, ?)').run(BUILDING, '1');
}

/** How a file becomes the live one. */
export interface TakenPlace {
  /** The file that was live until now. */
  readonly live: string;
  /** What is kept with the file about its rebuild; undefined: nothing new. */
  readonly rebuilt?: string | undefined;
}

/**
 * Makes the file of a connection the live one, in one transaction, and copies into it the rows of the file that was
 * live until now that no event makes.
 * @param collections those of these rows
 * @param put writes a row through the connection
 */
export function takePlace(
  database: Database,
  { live, rebuilt }: TakenPlace,
  collections: readonly Collection[],
  put: (write: RowWrite) => void,
): void {
  const from = openForReading(live);
  try {
    const documents = new Documents(from);
    database
      .transaction(() => {
        for (const collection of collections) {
          const rows = from.prepare(`SELECT ${selectedOf(collection).join(', ')} FROM "${collection.name}"`).raw();
          const documentOf = documents.reader(collection);
          for (const row of rows.iterate() as Iterable<readonly unknown[]>) {
            const document = documentOf(row);
            put({ collection, key: keyOf(collection, document), document });
          }
        }
        const generations = [database.name, live].map((file) => inspectLive(file)?.generation ?? 0);
        const set = database.prepare('INSERT OR REPLACE INTO _meta VALUES (?, ?)');
        set.run(GENERATION, String(Math.max(...generations) + 1));
        if (rebuilt !== undefined) set.run(REBUILT, rebuilt);
        database.prepare('DELETE FROM _meta WHERE name = ?').run(BUILDING);
      })
      .immediate();
  } finally {
    from.close();
  }
}
