import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Gives the row of a list another name in the read model's file of the embedded pair, beside the service. */
export function renameListInFile(dataDir: string, listId: string, name: string): void {
  const db = new Database(join(dataDir, 'read-model.db'));
  // docs/adr/0079-rows-in-sqlite-have-short-ids-and-no-names.md: [shape, value, …]
  const names = db
    .prepare(
      `SELECT fields FROM _shapes
        WHERE shape = (SELECT json_extract(doc, '$[0]') FROM smart_lists WHERE f_smart_list_id = ?)`,
    )
    .pluck()
    .get(listId) as string;
  const place = `$[${names.split(' ').indexOf('name') + 1}]`;
  db.prepare('UPDATE smart_lists SET doc = json_set(doc, ?, ?) WHERE f_smart_list_id = ?').run(place, name, listId);
  db.close();
}
