import { claimsOfSearch } from '../answers/searches.js';
import { askedOf } from '../answers/asked.js';
import { NO_PERSON } from '../model/contact-details.js';
import { replay, violations } from '../replay.js';
import { ANN, BOB, CallCenter } from '../testing/call-center.js';
import { asked, historyOf, keyMade } from '../testing/told-history.js';
import { KEY, type Part, WORKSPACE } from '../testing/told-log.js';
import { searchableFits } from './searchable.js';

const TIER = ['tier', null, null, null, null];
const NUMBERS: Readonly<Record<string, number>> = { [ANN]: 2, [BOB]: 3 };

const declared = (slots: (string | null)[]): Part => ['SearchableAttributesChanged', { slots }];
const advanced = (up_to_number: number, done: boolean): Part => ['AttributeIndexingAdvanced', { up_to_number, done }];
const indexed = (contact_id: string, attributes: object, searchable: (string | null)[] = TIER): Part => [
  'ContactAttributesIndexed',
  { contact_id, number: NUMBERS[contact_id], slots: ['attribute_1'], searchable, attributes },
];
const detailed = (contact_id: string, attributes: object, more: object = {}): Part => [
  'ContactDetailsChanged',
  { contact_id, slots: [], ...NO_PERSON, attributes, ...more },
];
const judged = (center: CallCenter): readonly string[] => violations(center.events, [searchableFits]);

/** Ann has a tier from before it was declared. */
function withAnn(): CallCenter {
  const center = CallCenter.open().write([detailed(ANN, { tier: 'gold', visits: 3 })]);
  return center.write([declared(TIER)], { by: 'admin' });
}

it('a history in which contacts are indexed behind a declaration breaks no rule', () => {
  const center = withAnn().write([indexed(ANN, { tier: 'gold' }), advanced(6, true)], { by: 'attribute_indexing' });
  const more = { slots: ['attribute_1'], searchable: TIER, number: NUMBERS[BOB] };
  center.write([detailed(BOB, { tier: 1 }, more)]);
  center.write([['ContactDeleted', { contact_id: ANN }], declared([null, 'plan', null, null, null])]);
  expect(judged(center)).toEqual([]);
});

it.each<readonly [string, Part, RegExp]>([
  ['a contact that is left behind', advanced(6, true), /contact ann is not found by its attributes/],
  ['a contact that is passed over', advanced(2, false), /contact ann is not found by its attributes/],
  ['a name that moves', declared([null, 'tier', null, null, null]), /tier has another slot/],
  ['a declaration of the same', declared(TIER), /nothing changes/],
  ['details without what is searchable', detailed(ANN, { tier: 'x' }), /searchable is \[\], and should be/],
  ['other attributes', indexed(ANN, { tier: 'silver' }), /attributes is .*silver.*, and should be .*gold/],
  ['another declaration', indexed(ANN, { tier: 'gold' }, ['plan']), /searchable is \["plan"\]/],
  ['a contact that does not exist', indexed('nobody', { tier: 'gold' }), /contact nobody does not exist/],
])('%s is named', (_, part, sentence) => {
  const center = withAnn();
  expect(judged(center)).toEqual([]);
  center.write([part], { by: 'attribute_indexing' });
  expect(judged(center)).toContainEqual(expect.stringMatching(sentence));
});

describe('a search by an attribute', () => {
  const shown = { phone: `+1-${ANN}`, name: null, ...NO_PERSON, attributes: { tier: 'gold', visits: 3 } };
  const { phone_label, further_phones, ...rest } = shown;
  const ann = { contact_id: ANN, ...rest, phones: [{ phone: shown.phone, label: phone_label }, ...further_phones] };

  /** What its answer claims that does not hold at the end of the log. */
  function refutations(contacts: readonly object[], attribute = 'tier:gold'): readonly string[] {
    const center = withAnn();
    const end = center.events.length;
    const body = { ok: true, contacts, next_page_token: null };
    const path = `/contacts?attribute=${attribute}`;
    const read = asked({ method: 'GET', path }, [end, end], { status: 200, body });
    const history = historyOf(center, { requests: [keyMade(WORKSPACE, KEY), read] });
    const answer = askedOf(history).find(({ route }) => route === 'GET /contacts')!;
    const model = replay(center.events).get(WORKSPACE)!;
    return claimsOfSearch(answer).flatMap((fits) => fits(answer, model) ?? []);
  }

  it('that shows the contacts that fit holds', () => {
    expect(refutations([ann])).toEqual([]);
    expect(refutations([], 'tier:silver')).toEqual([]);
  });

  it('that lacks one, shows another one, or was not to be answered is named', () => {
    expect(refutations([])).toEqual([expect.stringMatching(/contact ann is not among them/)]);
    expect(refutations([ann], 'tier:silver')).toEqual([expect.stringMatching(/contact ann does not fit/)]);
    expect(refutations([{ ...ann, name: 'Eve' }])).toEqual([expect.stringMatching(/name is "Eve"/)]);
    expect(refutations([ann], 'visits:3')).toEqual(['visits is not searchable']);
  });
});
