import Database from 'better-sqlite3';
import { foldPast } from '../../apps/service/past/past-rows.js';
import { openThreadLog } from '../../apps/service/thread-log.js';
import { isReference } from '../../libs/event-store/sqlite/shared-metadata.js';
import type { Rebuilding, Rebuilt } from './rebuild.js';

/** One side of a rebuild in a process of its own: takes one message with its work, answers with its figures, ends. */
process.once('message', (message) => void work(message as Rebuilding));

/** Events of a page, and of a transaction: those of our follower. */
const EVENTS_A_PAGE = 1_000;

async function work(rebuilding: Rebuilding): Promise<void> {
  const start = performance.now();
  if (rebuilding.side === 'ours') await fold(rebuilding);
  else bare(rebuilding);
  const ms = performance.now() - start;
  const answer: Rebuilt = { ms, peakMb: process.resourceUsage().maxRSS / 1_024 };
  process.send!(answer, () => process.exit(0));
}

/** As the thread of a rebuild folds, without giving way to a service. */
async function fold({ eventsFile, keysFile, file }: Rebuilding): Promise<void> {
  // No event of this log is sealed.
  const { log, skipped, end, close } = openThreadLog({ eventsFile, keysFile, secrets: [Buffer.alloc(32)] });
  const signal = new AbortController().signal;
  const { writer } = await foldPast({
    ...{ log, end: end(), workspaceId: undefined, file, resumesAfter: undefined, skipped, isBuilding: true, signal },
  });
  writer.close();
  await close();
}

/**
 * Reads each event, parses it and writes the same rows, each once, in one loop without an abstraction:
 * better-sqlite3 on a file with the same tables. It makes the same indexes at the end, as the fold does.
 */
function bare({ eventsFile, likeFile, file }: Rebuilding): void {
  const log = new Database(eventsFile, { readonly: true });
  const like = new Database(likeFile, { readonly: true });
  const rows = new Database(file);
  for (const pragma of ['page_size = 8192', 'journal_mode = WAL', 'synchronous = NORMAL', 'cache_size = -65536']) {
    rows.pragma(pragma);
  }
  rows.pragma('wal_autocheckpoint = 4000');
  const made = like
    .prepare<[], { type: string; name: string; sql: string }>(
      `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE '\\_%' ESCAPE '\\'
          AND name NOT LIKE 'sqlite%'`,
    )
    .all();
  const execute = (wanted: string): void => {
    for (const { type, sql } of made) if (type === wanted) rows.exec(sql);
  };
  execute('table');
  const events = log.prepare<[], number>('SELECT count(*) FROM events').pluck().get()!;
  const pages = Math.ceil(events / EVENTS_A_PAGE);
  const tables = made
    .filter(({ type }) => type === 'table')
    .map(({ name }) => {
      const columns = like.prepare(`SELECT * FROM "${name}"`).columns().length;
      const count = like.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck().get()!;
      return {
        aPage: Math.ceil(count / pages),
        page: like
          .prepare<[number, number], unknown[]>(`SELECT * FROM "${name}" WHERE id > ? ORDER BY id LIMIT ?`)
          .raw(),
        insert: rows.prepare(`INSERT OR REPLACE INTO "${name}" VALUES (${Array(columns).fill('?').join(', ')})`),
        last: 0,
      };
    });
  const read = log
    .prepare<[number, number], [number, string, string]>(
      'SELECT position, data, metadata FROM events WHERE position > ? ORDER BY position LIMIT ?',
    )
    .raw();
  const write = rows.transaction(() => {
    for (const table of tables) {
      for (const values of table.page.all(table.last, table.aPage)) {
        const document = JSON.parse(values.at(-1) as string) as object;
        table.insert.run([...values.slice(0, -1), JSON.stringify(document)]);
        table.last = values[0] as number;
      }
    }
  });
  let parsed = 0;
  for (let after = 0; ;) {
    const page = read.all(after, EVENTS_A_PAGE);
    for (const [, data, metadata] of page) {
      JSON.parse(data);
      // The events of an append share their metadata: they are stored, and read, once.
      if (!isReference(metadata)) JSON.parse(metadata);
      parsed += 1;
    }
    write();
    if (page.length < EVENTS_A_PAGE) break;
    after = page.at(-1)![0];
  }
  execute('index');
  if (parsed !== events) throw new Error(`${parsed} of ${events} events were read`);
  for (const each of [log, like, rows]) each.close();
}
