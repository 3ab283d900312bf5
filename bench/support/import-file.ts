import { Readable } from 'node:stream';
import type { BenchService } from './service.js';
import { numberedPhone } from './events.js';

/** A file of contacts that no file has named before, for one list. */
export interface FileOfContacts {
  readonly key: string;
  readonly smartListId: string;
  /** The number of the first contact; the phones follow from the numbers. */
  readonly first: number;
  readonly rows: number;
}

/** Rows of one chunk of the file. */
const ROWS_A_CHUNK = 500;

/**
 * Creates an import and sends its file over one connection, as it is made. @returns rows a second
 * @throws Error unless each row made a contact and a member
 */
export async function importFile(service: BenchService, file: FileOfContacts): Promise<number> {
  const { key, smartListId: smart_list_id, rows } = file;
  const body = { kind: 'contacts', smart_list_id };
  const created = await service.call<{ import: { import_id: string } }>(key, 'POST', '/imports', body);
  const url = `${service.url}/imports/${created.import.import_id}/rows`;
  const began = performance.now();
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: Readable.toWeb(Readable.from(linesOf(file), { objectMode: false })),
    duplex: 'half',
  });
  const seconds = (performance.now() - began) / 1_000;
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`PUT ${url}: ${answer.status} ${text}`);
  const { counts } = (JSON.parse(text) as { import: { counts: Readonly<Record<string, number>> } }).import;
  if (counts['created'] !== rows || counts['members_added'] !== rows) throw new Error(`not all rows are new: ${text}`);
  return rows / seconds;
}

function* linesOf({ first, rows }: FileOfContacts): Generator<string> {
  yield 'external_id,phone,name\n';
  for (let from = 0; from < rows; from += ROWS_A_CHUNK) {
    const length = Math.min(ROWS_A_CHUNK, rows - from);
    yield Array.from({ length }, (_, at) => lineOf(first + from + at)).join('');
  }
}

function lineOf(number: number): string {
  return `crm-${number},${numberedPhone(number)},Contact ${number}\n`;
}
