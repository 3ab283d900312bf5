import { instant } from '#kernel';
import { TEST_WORKSPACE } from '#kernel/testing';
import { added, BOB, CALL, calls, event, OTHER_CALL, SPRING, THIRD_CALL } from '../../testing/past.js';
import { CURSORS } from './cursors.js';
import { dispatchNext, previewNext } from './dispatch.js';
import { NEWER_DATA_MS } from './time-zone-data.js';

const hours = event('CallingHoursCreated', {
  ...{ calling_hours_id: SPRING, name: 'Day', zone: 'contact', closed_dates: [] },
  intervals: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }],
});
const two = [added(SPRING), added(SPRING, BOB)];
const by = (data: string, call = CALL) => dispatchNext([call], {}, {}, data);

it('a process with older time zone data does not dial within ten minutes of one with newer data', () => {
  const newer = calls(hours, ...two).when(by('2025c'));
  newer.thenRow(CURSORS, [TEST_WORKSPACE, '', 'medium'], {
    dialed_by: expect.objectContaining({ time_zone_data: '2025c' }) as never,
  });
  newer.and().when(by('2025b', OTHER_CALL)).thenRefused('unavailable');
  newer
    .and()
    .when(previewNext(1, {}, '2025b'))
    .thenRefused('unavailable');
  newer.and().when(by('2025c', OTHER_CALL)).thenTypes('CallDispatched');
  newer.and().when(by('2026a', OTHER_CALL)).thenTypes('CallDispatched');
  const later = newer.and();
  later.workspace.append([], instant(Date.parse(later.workspace.now) + NEWER_DATA_MS));
  later.when(by('2025b', OTHER_CALL)).thenTypes('CallDispatched');
});

it('a dispatch by older data does not hide that newer data was dialed by', () => {
  const state = calls(hours, ...two)
    .when(by('2025b'))
    .and()
    .when(by('2025c', OTHER_CALL))
    .and();
  state.when(by('2025b', THIRD_CALL)).thenRefused('unavailable');
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
