import type { RequestRecord } from '../../world.js';
import { added, CallCenter, contact, removed } from '../testing/call-center.js';
import { asked, historyOf } from '../testing/told-history.js';
import { IMPORT, importAdvanced, importCreated, importFinished } from '../testing/told-imports.js';
import type { Part } from '../testing/told-log.js';
import { importsDoEachRowOnce } from './imports.js';

const [ANN, LIST] = ['00000000-0000-7000-8000-00000000000a', 'top'];

/** A request that sends a file, which is lost or answered. */
function sent(text: string, status?: number, contentType = 'text/csv'): RequestRecord {
  const headers = { 'content-type': contentType };
  const ask = { method: 'PUT', path: `/imports/${IMPORT}/rows`, body: text, headers } as const;
  const request = asked(ask, [1, 1], { status: status ?? 200, body: { ok: true } });
  return status === undefined ? { ...request, told: { kind: 'lost' } } : request;
}

/** What is wrong with an import of these requests that wrote this, one write after the other. */
function wrong(
  requests: readonly RequestRecord[],
  writes: readonly (readonly Part[])[],
  settings: object = {},
): readonly string[] {
  const center = CallCenter.open()
    .write([contact(ANN)])
    .write([importCreated(settings)]);
  for (const parts of writes) center.wait(1).write(parts, { correlation: 'the file' });
  return importsDoEachRowOnce(historyOf(center, { requests }));
}

const made = (id: string, phone: string): Part => ['ContactImported', { contact_id: id, phone, name: null }];
const changed = (phone: string): Part => [
  'ContactChanged',
  { contact_id: ANN, phone, old_phone: `+1-${ANN}`, name: null },
];

const FILE = `contact_id,phone\n${ANN},+12025550001\n,no phone\n\n,+12025550002`;
const FIRST = [changed('+12025550001'), importAdvanced(2, { updated: 1, refused: 1 }, [[2, 3]])];
const SECOND = [made('new', '+12025550002'), importAdvanced(3, { created: 1 })];
const END = [importFinished(3, { updated: 1, refused: 1, created: 1 })];

it('a file whose rows are done in several steps is right, whoever is told', () => {
  expect(wrong([sent(FILE), sent(FILE, 200)], [FIRST, SECOND, END])).toEqual([]);
});

it('a file that could not be read on is followed by the whole one', () => {
  expect(wrong([sent(`${FILE}\n"+1202`, 400), sent(FILE, 200)], [FIRST, SECOND, END])).toEqual([]);
  const broken = wrong([sent(`${FILE}\n"+1202`)], [FIRST, SECOND, END]);
  expect(broken).toEqual([expect.stringMatching(/ImportFinished .*cannot be read to its end/)]);
});

it.each<[string, readonly (readonly Part[])[], RegExp]>([
  ['a row that is left out', [[importAdvanced(1, { unchanged: 1 })]], /row 1 changes a contact/],
  ['another value', [[changed('+12025550009'), importAdvanced(1, { updated: 1 })]], /row 1 changes .* otherwise/],
  ['a row that is refused for nothing', [[importAdvanced(1, { refused: 1 }, [[1, 2]])]], /row 1 changes a contact/],
  ['a bad row that is not refused', [[FIRST[0]!, importAdvanced(2, { updated: 1, unchanged: 1 })]], /refused rows/],
  ['another line', [[FIRST[0]!, importAdvanced(2, { updated: 1, refused: 1 }, [[2, 9]])]], /2 on line 3/],
  ['a contact of no row', [[made('x', '+12025550005'), ...FIRST]], /row 1 changes a contact/],
  ['more than the rows', [[FIRST[0]!, made('x', '+12025550005'), FIRST[1]!]], /no row asks for ContactImported/],
  ['an end in front of rows', [FIRST, [importFinished(2, { updated: 1, refused: 1 })]], /it has 3 rows/],
  ['members of no list', [[FIRST[0]!, added(LIST, ANN), FIRST[1]!]], /the members/],
])('named is %s', (_what, writes, sentence) => {
  expect(wrong([sent(FILE)], writes)).toEqual([expect.stringMatching(sentence)]);
});

it('rows of an import that got no file are named', () => {
  expect(wrong([], [FIRST])).toEqual([expect.stringMatching(/no file that was sent fits: there is none/)]);
});

it('a request that is told the end of another file is named', () => {
  const other = sent('phone\n+12025550009', 200);
  expect(wrong([sent(FILE, 200), other], [FIRST, SECOND, END])).toEqual([
    expect.stringMatching(/was told that its file is done/),
  ]);
});

it('rows of members and of removals do what they name, and refuse who does not exist', () => {
  const lines = [JSON.stringify({ contact_id: ANN }), JSON.stringify({ phone: `+12025550009` }), '{}', '[]'];
  const file = sent(lines.join('\n'), undefined, 'application/jsonl');
  const refused = [2, 3, 4].map((row) => [row, row] as const);
  const members = [added(LIST, ANN, 'import'), importAdvanced(4, { members_added: 1, refused: 3 }, refused)];
  const left = [removed(LIST, ANN), importAdvanced(4, { members_removed: 1, refused: 3 }, refused)];
  const none = [importAdvanced(4, { unchanged: 1, refused: 3 }, refused)];
  expect(wrong([file], [members], { kind: 'members', smart_list_id: LIST })).toEqual([]);
  expect(wrong([file], [none], { kind: 'removals' })).toEqual([]);
  expect(wrong([file], [[added(LIST, ANN)], left], { kind: 'removals' })).toEqual([]);
  expect(wrong([file], [none], { kind: 'members', smart_list_id: LIST })).toEqual([
    expect.stringMatching(/the members are \[\], and should be/),
  ]);
});
