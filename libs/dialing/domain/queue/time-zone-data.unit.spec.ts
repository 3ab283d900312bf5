import { instant } from '#kernel';
import { type Given, TEST_WORKSPACE, testId } from '#kernel/testing';
import { added, ANN, AUTUMN, BOB, CALL, calls, event, OTHER_CALL, SPRING, THIRD_CALL } from '../../testing/past.js';
import { dispatchNext, previewNext } from './dispatch.js';
import { DIALED_BY, NEWER_DATA_MS } from './time-zone-data.js';

const GROUP = testId(601);
const hours = event('CallingHoursCreated', {
  ...{ calling_hours_id: SPRING, name: 'Day', zone: 'contact', closed_dates: [] },
  intervals: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }],
});
const two = [added(SPRING), added(SPRING, BOB)];
const pass = (state: Given, milliseconds: number): Given => {
  state.workspace.append([], instant(Date.parse(state.workspace.now) + milliseconds));
  return state;
};
const by = (data: string, call = CALL) => dispatchNext([call], { zoneData: data });

it('a process with older time zone data does not dial within ten minutes of one with newer data', () => {
  const newer = calls(hours, ...two).when(by('2025c'));
  newer.thenRow(DIALED_BY, [TEST_WORKSPACE], { time_zone_data: '2025c' });
  newer.and().when(by('2025b', OTHER_CALL)).thenRefused('unavailable');
  newer
    .and()
    .when(previewNext(1, { zoneData: '2025b' }))
    .thenRefused('unavailable');
  newer.and().when(by('2025c', OTHER_CALL)).thenTypes('CallDispatched');
  newer.and().when(by('2026a', OTHER_CALL)).thenTypes('CallDispatched');
  pass(newer.and(), NEWER_DATA_MS).when(by('2025b', OTHER_CALL)).thenTypes('CallDispatched');
});

it('a dispatch by older data does not hide that newer data was dialed by', () => {
  const state = calls(hours, ...two)
    .when(by('2025b'))
    .and()
    .when(by('2025c', OTHER_CALL))
    .and();
  state.when(by('2025b', THIRD_CALL)).thenRefused('unavailable');
});

it('the ten minutes begin at the last dispatch by the newest data', () => {
  const first = calls(hours, ...two).when(by('2025c'));
  const again = pass(first.and(), NEWER_DATA_MS - 1).when(by('2025c', OTHER_CALL));
  pass(again.and(), 1).when(by('2025b', THIRD_CALL)).thenRefused('unavailable');
});

it('once older data is dialed by again, it keeps still older data from being dialed by', () => {
  const older = pass(
    calls(hours, ...two)
      .when(by('2025c'))
      .and(),
    NEWER_DATA_MS,
  ).when(by('2025b', OTHER_CALL));
  older.thenRow(DIALED_BY, [TEST_WORKSPACE], { time_zone_data: '2025b' });
  older.and().when(by('2025a', THIRD_CALL)).thenRefused('unavailable');
});

it('a callback that was dispatched by newer data counts, too', () => {
  const promised = { smart_list_id: SPRING, contact_id: ANN, member_number: 9, agent_id: null, owner_seconds: 0 };
  const state = calls(hours, ...two);
  const callback = event('CallbackSet', { ...promised, callback_at: state.workspace.now });
  state.workspace.append([callback]);
  const newer = state.when(by('2025c'));
  expect(newer.events()[0]!.data).toHaveProperty('callback');
  newer.and().when(by('2025b', OTHER_CALL)).thenRefused('unavailable');
});

it.each([
  ['a list', { smartListId: SPRING }, event('SmartListDeleted', { smart_list_id: SPRING, members_left: 2 })],
  ['a dial group', { dialGroupId: GROUP }, event('DialGroupDeleted', { dial_group_id: GROUP })],
])('a dispatch for %s that was deleted since counts, too', (_what, scope, deleted) => {
  const group = event('DialGroupCreated', { dial_group_id: GROUP, name: 'North', smart_list_ids: [SPRING] });
  const dispatched = calls(hours, ...two, added(AUTUMN, BOB), group).when(
    dispatchNext([CALL], { wanted: scope, zoneData: '2025c' }),
  );
  const gone = dispatched.thenTypes('CallDispatched').and();
  gone.workspace.append([deleted]);
  gone.when(by('2025b', OTHER_CALL)).thenRefused('unavailable');
});

it('a workspace without calling hours tells of no time zone data, and is dialed by any', () => {
  const [dispatched] = calls(...two)
    .when(by('2025c'))
    .events();
  expect(dispatched!.data).not.toHaveProperty('time_zone_data');
  calls(...two)
    .when(by('2025c'))
    .and()
    .when(by('2025b', OTHER_CALL))
    .thenTypes('CallDispatched');
});

describe('a zone that this Node.js does not know', () => {
  const UNKNOWN = 'America/Unknown_City';
  const details = (contact_id: string, time_zone: string) =>
    event('ContactDetailsChanged', {
      ...{ contact_id, time_zone, external_id: null, phone_label: null, further_phones: [] },
      ...{ attributes: {}, slots: [] },
    });
  const placed = (contact_id: string, zones: string) =>
    event('MemberAdded', { smart_list_id: SPRING, contact_id, source: 'api', zones });
  const byHours = event('SmartListChanged', { smart_list_id: SPRING, changes: { calling_hours_id: SPRING } });
  const both = () => dispatchNext([CALL, OTHER_CALL], { zoneData: '2025c' });

  it('of a contact keeps that contact from being dialed, and nobody else', () => {
    const zoned = [details(ANN, 'Europe/Berlin'), details(BOB, UNKNOWN)];
    const members = [placed(BOB, 'america/unknown_city'), placed(ANN, 'Europe/Oslo')];
    const [dispatched, ...others] = calls(hours, byHours, ...zoned, ...members)
      .when(both())
      .events();
    expect([dispatched!.data, others]).toEqual([expect.objectContaining({ contact_id: ANN }), []]);
  });

  it('of the hours keeps everybody from being dialed by them', () => {
    const elsewhere = event('CallingHoursChanged', { calling_hours_id: SPRING, changes: { zone: UNKNOWN } });
    calls(hours, byHours, elsewhere, ...two)
      .when(both())
      .thenNothing();
  });
});
