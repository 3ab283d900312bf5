import { violations } from '../replay.js';
import { added, ANN, BOB, CallCenter, changed, EVE, TOP } from '../testing/call-center.js';
import type { Part } from '../testing/told-log.js';
import { RULES } from './index.js';

const [DAY, NIGHT] = ['day', 'night'] as const;
const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const ALL_DAY = { from: '00:00', to: '24:00' };
/** Of events, in which no list leads on to another. */
const NO_WATERFALL = { next_list_id: null };

/** The first name of its clock. */
const CLOCK_OF_TOKYO = 'Asia/Jayapura';

const judged = ({ events }: CallCenter): readonly string[] => violations(events, RULES);

function hours(id: string, times: { readonly from: string; readonly to: string }, first?: true): Part {
  const settings = { name: id, zone: 'contact', intervals: [{ days: WEEK, ...times }], closed_dates: [] };
  return ['CallingHoursCreated', { calling_hours_id: id, ...settings, ...(first && { first }) }];
}

/** A center with hours that are always open and others that open an hour later. Ann, Bob and Eve are members. */
function open(): { readonly center: CallCenter; readonly numberOf: Readonly<Record<string, number>> } {
  const center = CallCenter.open([hours(DAY, ALL_DAY, true), hours(NIGHT, { from: '13:00', to: '01:00' })]);
  center.write([changed(TOP, NO_WATERFALL)]);
  center.write([BOB, EVE, ANN].map((id) => added(TOP, id)));
  return { center, numberOf: { [BOB]: center.number - 2, [EVE]: center.number - 1, [ANN]: center.number } };
}

/** A dispatch that tells the hours of its list, and its lane where that is not the plain one. */
function dispatched(center: CallCenter, contactId: string, number: number, told: object = {}): Part {
  const [type, data] = center.dispatched(`call of ${contactId}`, contactId, number);
  const {
    dial_timeout_seconds,
    next_list_id: _,
    ...before
  } = (data as { readonly snapshot: Record<string, unknown> }).snapshot;
  return [type, { ...data, snapshot: { ...before, dial_timeout_seconds, ...NO_WATERFALL, ...told } }];
}

const named = (id: string, zones: readonly string[] = []) => ({
  calling_hours_id: id,
  lane: { calling_hours_id: id, zones },
});

const inTokyo = (contactId: string): Part => [
  'ContactDetailsChanged',
  {
    ...{ contact_id: contactId, slots: [], external_id: null, phone_label: null, further_phones: [], attributes: {} },
    time_zone: 'Asia/Tokyo',
  },
];

describe('calling hours', () => {
  it('that are open keep nobody from being dialed, by the clock of the contact', () => {
    const { center, numberOf } = open();
    // In Tokyo it is 21:00.
    center.write([inTokyo(BOB)]).write([changed(TOP, { calling_hours_id: NIGHT })]);
    center.write([dispatched(center, BOB, numberOf[BOB]!, named(NIGHT, [CLOCK_OF_TOKYO]))]);
    expect(judged(center)).toEqual([]);
  });

  it.each([
    ['of the list', changed(TOP, { calling_hours_id: NIGHT }), named(NIGHT)],
    ['of the workspace', ['WorkspaceChanged', { changes: { calling_hours_id: NIGHT } }] as Part, {}],
  ])('%s that are closed keep everybody from being dialed', (_, naming, told) => {
    const { center, numberOf } = open();
    center.write([naming], naming[0] === 'WorkspaceChanged' ? { by: 'admin' } : {});
    expect(judged(center)).toEqual([]);
    center.write([dispatched(center, BOB, numberOf[BOB]!, told)]);
    expect(judged(center)).toContainEqual(expect.stringMatching(/calling hours night are closed in UTC/));
  });

  it('are told by a dispatch, with its lane', () => {
    const { center, numberOf } = open();
    center.write([changed(TOP, { calling_hours_id: DAY })]);
    center.write([dispatched(center, BOB, numberOf[BOB]!, { calling_hours_id: DAY })]);
    expect(judged(center)).toContainEqual(expect.stringMatching(/the snapshot is .*"lane":/));
  });

  it.each<[string, Part, RegExp]>([
    ['have names of their own', hours('other', ALL_DAY), /hours day have the name DAY too/],
    ['say whether they are the first', hours('other', ALL_DAY, true), /whether they are the first/],
    ['exist where they are changed', changedHours('other', {}), /the hours do not exist/],
    ['exist where they are named', changed(TOP, { calling_hours_id: 'other' }), /there are no hours other/],
    ['end only where no list names them', ['CallingHoursDeleted', { calling_hours_id: DAY }], /list top names them/],
  ])('%s', (_, [type, data], sentence) => {
    const { center } = open();
    center.write([changed(TOP, { calling_hours_id: DAY })]);
    expect(judged(center)).toEqual([]);
    const isOfName = type === 'CallingHoursCreated' && !('first' in data);
    center.write([[type, { ...data, ...(isOfName && { name: 'DAY' }) }]]);
    expect(judged(center)).toContainEqual(expect.stringMatching(sentence));
  });
});

describe('lanes', () => {
  const ofWorkspace: Part = ['WorkspaceChanged', { changes: { calling_hours_id: DAY } }];
  const tokyo = { lane: { calling_hours_id: null, zones: [CLOCK_OF_TOKYO] } };

  it('take turns, and each goes on where it was', () => {
    const { center, numberOf } = open();
    center.write([ofWorkspace], { by: 'admin' }).write([inTokyo(ANN)]);
    center.write([dispatched(center, BOB, numberOf[BOB]!)]);
    center.write([dispatched(center, ANN, numberOf[ANN]!, tokyo)]);
    center.write([dispatched(center, EVE, numberOf[EVE]!)]);
    expect(judged(center)).toEqual([]);
  });

  it('whose turn is later are not dialed first', () => {
    const { center, numberOf } = open();
    center.write([ofWorkspace], { by: 'admin' }).write([inTokyo(ANN)]);
    center.write([dispatched(center, BOB, numberOf[BOB]!)]);
    center.write([dispatched(center, EVE, numberOf[EVE]!)]);
    expect(judged(center)).toContainEqual(expect.stringMatching(/the pick is \["eve".*should be \["ann"/));
  });
});

it('phones tell the zones that they may lie in', () => {
  const center = CallCenter.open();
  const told = { phone_zones: ['Europe/Paris'], zones_table: 1 };
  center.write([['ContactImported', { contact_id: 'new', phone: '+12025551000', name: null, ...told }]]);
  expect(judged(center)).toContainEqual(expect.stringMatching(/the zones of the phone is .*America\/New_York/));
});

describe('a refresh of zones', () => {
  const requested = (zones_table: number): Part => ['ContactZonesRefreshRequested', { zones_table }];
  const advanced = (up_to_number: number, done: boolean): Part => [
    'ContactZonesRefreshAdvanced',
    { up_to_number, done },
  ];

  it('asks for the table in use, goes forward and ends', () => {
    const center = CallCenter.open().write([requested(1)]);
    center.write([advanced(2, false)], { by: 'zones_refresh' }).write([advanced(3, true)], { by: 'zones_refresh' });
    center.write([requested(1)]).write([advanced(2, false)], { by: 'zones_refresh' });
    expect(judged(center)).toEqual([]);
  });

  it.each<[string, readonly Part[], RegExp]>([
    ['for another table', [requested(2)], /the table of numbers is 2, and should be 1/],
    ['that goes back', [requested(1), advanced(3, false), advanced(2, false)], /the contacts up to 3 are finished/],
    ['that goes back', [requested(1), advanced(3, false), requested(1), advanced(2, false)], /up to 3 are finished/],
    ['that was not asked for', [advanced(2, false)], /no refresh is under way/],
    ['that has ended', [requested(1), advanced(3, true), advanced(4, true)], /no refresh is under way/],
  ])('%s is named', (_, parts, sentence) => {
    const center = CallCenter.open();
    for (const part of parts) center.write([part], { by: 'zones_refresh' });
    expect(judged(center)).toContainEqual(expect.stringMatching(sentence));
  });
});

function changedHours(id: string, changes: object): Part {
  return ['CallingHoursChanged', { calling_hours_id: id, changes }];
}
