import type { Ask, RequestRecord } from '../../world.js';
import { CallCenter, contact } from '../testing/call-center.js';
import { asked, historyOf, keyMade } from '../testing/told-history.js';
import { IMPORT, importAdvanced, importCancelled, importCreated } from '../testing/told-imports.js';
import { KEY, WORKSPACE } from '../testing/told-log.js';
import { answersFit } from './answers.js';

const center = CallCenter.open()
  .write([importCreated({ kind: 'removals' })])
  .write([importAdvanced(2, { unchanged: 1, refused: 1 }, [[2, 3]])], { correlation: 'the file' });
const END = center.events.length;

const get = (path: string): Ask => ({ method: 'GET', path });
const put = (body: string): Ask => ({
  method: 'PUT',
  path: `/imports/${IMPORT}/rows`,
  body,
  headers: { 'content-type': 'text/csv' },
});
const FILE = 'contact_id\nx';
const refusal = (status: number, code: string) => ({ status, body: { ok: false, code } });

/** What is wrong with an answer in the state at the end, beside requests of others. */
const wrong = (ask: Ask, told: Parameters<typeof asked>[2], others: readonly RequestRecord[] = [], log = center) => {
  const requests = [keyMade(WORKSPACE, KEY), ...others, asked(ask, [END, log.events.length], told)];
  return answersFit(historyOf(log, { requests }));
};

it('an import is shown as it is, alone and among all', () => {
  const shown = { import_id: IMPORT, kind: 'removals', smart_list_id: null, name: null, state: 'open', rows: 2 };
  const counts = { created: 0, updated: 0, unchanged: 1, members_added: 0, members_removed: 0, refused: 1 };
  const at = center.at();
  const whole = { ...shown, counts, created_at: at, updated_at: at, ended_at: null };
  const alone = get(`/imports/${IMPORT}`);
  expect(wrong(alone, { status: 200, body: { ok: true, import: whole } })).toEqual([]);
  expect(wrong(get('/imports'), { status: 200, body: { ok: true, imports: [whole] } })).toEqual([]);
  const early = { ...whole, rows: 1 };
  expect(wrong(alone, { status: 200, body: { ok: true, import: early } })).toEqual([
    expect.stringMatching(/rows is 1/),
  ]);
  expect(wrong(get('/imports'), { status: 200, body: { ok: true, imports: [early] } })).toEqual([
    expect.stringMatching(/imports.0.rows is 1/),
  ]);
});

it('the refused rows are shown with their lines and reasons', () => {
  const path = get(`/imports/${IMPORT}/refused-rows`);
  const row = { row: 2, line: 3, pointer: '', code: 'unknown' };
  expect(wrong(path, { status: 200, body: { refused_rows: [row] } })).toEqual([]);
  expect(wrong(path, { status: 200, body: { refused_rows: [{ ...row, line: 2 }] } })).toHaveLength(1);
});

it('a file is refused for a conflict where another one was sent, the import has ended, or another request does rows', () => {
  const conflict = refusal(409, 'resource_conflict');
  expect(wrong(put(FILE), conflict)).toEqual([expect.stringMatching(/no other file was sent/)]);
  const other = (body: string) => [asked(put(body), [END - 1, END], refusal(503, 'unavailable'))];
  expect(wrong(put(FILE), conflict, other('contact_id\ny'))).toEqual([]);
  expect(wrong(put(FILE), conflict, other(`${FILE}\n"`))).toHaveLength(1);
  const begun = () =>
    CallCenter.open()
      .write([importCreated()])
      .write([importAdvanced(1, { unchanged: 1 })]);
  expect(wrong(put(FILE), conflict, [], begun().write([importAdvanced(2, { unchanged: 1 })]))).toEqual([]);
  expect(wrong(put(FILE), conflict, [], begun().write([importCancelled()]))).toEqual([]);
  expect(wrong(put(FILE), conflict, [], begun().write([contact('x')]))).toHaveLength(1);
});

it('a file is refused as one that cannot be read only where a quote is not closed', () => {
  const unreadable = refusal(400, 'validation_failed');
  expect(wrong(put(`${FILE}\n"`), unreadable)).toEqual([]);
  expect(wrong(put(FILE), unreadable)).toEqual([expect.stringMatching(/validation_failed was never right/)]);
});

it('an import of removals asks for the scope of lists; one that exists is not missing', () => {
  expect(wrong(put(FILE), refusal(403, 'insufficient_scope'))).toEqual([]);
  expect(wrong(put(FILE), refusal(404, 'not_found'))).toEqual([expect.stringMatching(/not_found was never right/)]);
  expect(wrong(put(FILE), refusal(422, 'quota_exceeded'))).toHaveLength(1);
});
