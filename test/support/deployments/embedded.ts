import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Log } from '../log.js';
import type { Deployment } from './deployment.js';
import { temporaryDirectory } from './deployment.js';
import { SqliteLog } from './sqlite-log.js';

/** A data directory. */
export class EmbeddedDeployment implements Deployment {
  constructor(readonly dataDir: string = temporaryDirectory()) {}

  get env(): Readonly<Record<string, string>> {
    // An empty value unsets the variable: a test must not write to the stores of the developer's own environment.
    return { DATA_DIR: this.dataDir, EVENTSTORE_URL: '', READMODEL_URL: '' };
  }

  openLog(): Promise<Log> {
    return Promise.resolve(new SqliteLog(join(this.dataDir, 'events.db')));
  }

  storedBytes(): Promise<readonly Buffer[]> {
    return Promise.resolve(readdirSync(this.dataDir).map((name) => readFileSync(join(this.dataDir, name))));
  }

  collectionsOf(workspaceId: string): Promise<readonly string[]> {
    return Promise.resolve(ROWS.flatMap((name) => collectionsIn(join(this.dataDir, name), workspaceId)).sort());
  }

  deleteReadModel(): Promise<void> {
    for (const name of ROWS)
      for (const suffix of ['', '-wal', '-shm']) rmSync(join(this.dataDir, name + suffix), { force: true });
    return Promise.resolve();
  }

  remove(): Promise<void> {
    rmSync(this.dataDir, { recursive: true, force: true });
    return Promise.resolve();
  }
}

/** The files that are made from the log: the rows, and the index of events. */
const ROWS = ['read-model.db', 'events-index.db'];

function collectionsIn(path: string, workspaceId: string): readonly string[] {
  if (!existsSync(path)) return [];
  const file = new Database(path, { readonly: true });
  try {
    const tables = file
      .prepare(
        `SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
          WHERE m.type = 'table' AND c.name = 'f_workspace_id' ORDER BY m.name`,
      )
      .pluck()
      .all() as string[];
    // Ids are kept in their bytes where a collection says which fields are ids.
    const bytes = Buffer.from(workspaceId.replaceAll('-', ''), 'hex');
    const has = (table: string) =>
      file.prepare(`SELECT 1 FROM "${table}" WHERE f_workspace_id IN (?, ?) LIMIT 1`).get(workspaceId, bytes) !==
      undefined;
    return tables.filter(has);
  } finally {
    file.close();
  }
}
