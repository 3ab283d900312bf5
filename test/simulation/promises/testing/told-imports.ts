import type { RowCounts } from '../model/events.js';
import { NO_ROWS } from '../model/imports.js';
import type { Part } from './told-log.js';

/** The id of the import of told logs, as it stands in paths. */
export const IMPORT = '00000000-0000-7000-8000-00000000e001';

const SETTINGS = { import_id: IMPORT, kind: 'contacts', smart_list_id: null, name: null };

/** Events of an import, as tests write them: of contacts without a list where they do not say otherwise. */
export const importCreated = (changes: object = {}): Part => ['ImportCreated', { ...SETTINGS, ...changes }];
export const importAdvanced = (
  up_to_row: number,
  counts: Partial<RowCounts>,
  refused: readonly (readonly [row: number, line: number])[] = [],
): Part => [
  'ImportAdvanced',
  {
    import_id: IMPORT,
    up_to_row,
    counts: { ...NO_ROWS, ...counts },
    refused: { reasons: [{ pointer: '', code: 'unknown' }], rows: refused.map((each) => [...each, 0]) },
  },
];
export const importFinished = (rows: number, counts: Partial<RowCounts>, changes: object = {}): Part => [
  'ImportFinished',
  { ...SETTINGS, rows, counts: { ...NO_ROWS, ...counts }, ...changes },
];
export const importCancelled = (): Part => ['ImportCancelled', { import_id: IMPORT }];
