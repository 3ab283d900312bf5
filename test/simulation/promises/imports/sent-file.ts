import type { ImportSettings } from '../model/events.js';

/** What a row of a file says of a contact, or how it names one. */
export interface Given {
  readonly contact_id?: string;
  readonly external_id?: string;
  readonly phone?: string;
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** A row of a file. */
export interface SentRow {
  readonly row: number;
  readonly line: number;
  /** Undefined: it is refused, whatever the workspace has. */
  readonly given: Given | undefined;
}

/** The file of an import as it was sent. */
export interface SentFile {
  readonly rows: readonly SentRow[];
  /** It ends in a line that cannot be read. */
  readonly isBroken: boolean;
}

const PHONE = /^\+[1-9]\d{6,14}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const OF_CONTACTS = ['contact_id', 'external_id', 'phone', 'name', 'attributes'];
const OF_REFERENCES = ['contact_id', 'external_id', 'phone'];
const ATTRIBUTE = 'attributes.';

/**
 * Reads the files that work draws (`work/import-files.ts`): a CSV file has no quote but one that is never closed, and
 * begins its line.
 */
export function readSentFile(text: string, contentType: string, kind: ImportSettings['kind']): SentFile {
  const isCsv = contentType === 'text/csv';
  const isBroken = isCsv && text.includes('"');
  const lines = (isBroken ? text.slice(0, text.indexOf('"')) : text).split('\n');
  const separator = lines[0]!.includes(';') ? ';' : ',';
  const columns = lines[0]!.split(separator);
  const rows: SentRow[] = [];
  for (const [at, line] of lines.entries()) {
    if (line === '' || (isCsv && at === 0)) continue;
    const given = isCsv ? ofCells(line.split(separator), columns) : ofJson(line);
    const isFit = given !== undefined && (kind === 'contacts' ? isContact(given) : isReference(given));
    rows.push({ row: rows.length + 1, line: at + 1, given: isFit ? given : undefined });
  }
  return { rows, isBroken };
}

function ofCells(cells: readonly string[], columns: readonly string[]): Given | undefined {
  if (cells.length !== columns.length) return undefined;
  const filled = columns.flatMap((column, at) => (cells[at] === '' ? [] : [[column, cells[at]!] as const]));
  const attributes = filled.filter(([column]) => column.startsWith(ATTRIBUTE));
  const others = filled.filter(([column]) => !column.startsWith(ATTRIBUTE));
  const named = attributes.map(([column, cell]) => [column.slice(ATTRIBUTE.length), cell]);
  return {
    ...Object.fromEntries(others),
    ...(named.length > 0 && { attributes: Object.fromEntries(named) as Readonly<Record<string, string>> }),
  };
}

function ofJson(line: string): Given | undefined {
  try {
    const value = JSON.parse(line) as unknown;
    return Array.isArray(value) ? undefined : (value as Given);
  } catch {
    return undefined;
  }
}

const hasOnly = (given: Given, names: readonly string[]): boolean =>
  Object.keys(given).every((name) => names.includes(name)) &&
  (given.contact_id === undefined || UUID.test(given.contact_id));

const isContact = (given: Given): boolean => hasOnly(given, OF_CONTACTS) && PHONE.test(given.phone ?? '');

function isReference(given: Given): boolean {
  const isOne = Object.keys(given).length === 1 && hasOnly(given, OF_REFERENCES);
  return isOne && (given.phone === undefined || PHONE.test(given.phone));
}
