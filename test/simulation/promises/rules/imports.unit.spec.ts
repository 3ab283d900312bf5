import { violations } from '../replay.js';
import { added, ANN, BOB, CallCenter, contact, TOP } from '../testing/call-center.js';
import { importAdvanced, importCancelled, importCreated, importFinished } from '../testing/told-imports.js';
import type { Part } from '../testing/told-log.js';
import { importsGoForward } from './imports.js';

/** What is wrong with an import that begins, and with the writes behind it. */
function wrong(created: Part, ...writes: readonly (readonly Part[])[]): readonly string[] {
  const center = CallCenter.open().write([created]);
  for (const parts of writes) center.write(parts, { correlation: 'the file' });
  return violations(center.events, [importsGoForward]);
}

const OF_MEMBERS = { kind: 'members', smart_list_id: TOP };
const TWO = [contact('x'), importAdvanced(2, { created: 1, refused: 1 }, [[2, 2]])];

it('an import that goes from row to row to its end is right', () => {
  const last = importAdvanced(3, { unchanged: 1 });
  const finished = importFinished(3, { created: 1, refused: 1, unchanged: 1 });
  expect(wrong(importCreated(), TWO, [last], [finished])).toEqual([]);
  const members = [added(TOP, ANN, 'import'), importAdvanced(2, { members_added: 1, unchanged: 1 })];
  expect(wrong(importCreated(OF_MEMBERS), members, [importCancelled()])).toEqual([]);
});

it.each<[string, Part, readonly (readonly Part[])[], RegExp]>([
  ['rows that were done before', importCreated(), [TWO, TWO], /has been up to row 2/],
  ['rows that are not counted', importCreated(), [[contact('x'), importAdvanced(3, { created: 1 })]], /what became/],
  ['counts of what did not happen', importCreated(), [[importAdvanced(2, { created: 2 })]], /what became/],
  ['more changes than rows', importCreated(), [[contact('x'), contact('y'), importAdvanced(1, {})]], /1 rows did/],
  ['a refused row of another step', importCreated(), [[importAdvanced(1, { refused: 1 }, [[2, 2]])]], /are not among/],
  ['a member of another list', importCreated(OF_MEMBERS), [[added('bottom', BOB), importAdvanced(1, {})]], /changed/],
  ['members of a file of contacts', importCreated(), [[added(TOP, BOB), importAdvanced(1, {})]], /of no list/],
  ['contacts of a file of members', importCreated(OF_MEMBERS), [[contact('x'), importAdvanced(1, {})]], /contacts/],
  ['another end', importCreated(), [TWO, [importFinished(3, {})]], /its import is/],
  ['rows behind the end', importCreated(), [[importCancelled()], TWO], /the import is cancelled/],
  ['a second end', importCreated(), [[importFinished(0, {})], [importCancelled()]], /the import is finished/],
  ['members without a list', importCreated({ kind: 'members' }), [], /no list/],
  ['a list that does not exist', importCreated({ smart_list_id: 'gone' }), [], /list gone does not exist/],
])('named are %s', (_what, created, writes, sentence) => {
  expect(wrong(created, ...writes)).toContainEqual(expect.stringMatching(sentence));
});
