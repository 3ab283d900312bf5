import { whatIsDueIsDone, worldSettles } from './settled.js';
import { added, ANN, CallCenter, LEASE_SECONDS, TOP } from './testing/call-center.js';
import { historyOf } from './testing/told-history.js';

it('a world that settles breaks nothing; one that is stuck, parks an item or has a fault is named', () => {
  const center = CallCenter.open();
  expect(worldSettles(historyOf(center))).toEqual([]);
  const found = worldSettles(historyOf(center, { stuck: 'no event is left', parked: ['a sweep'], faults: ['500'] }));
  expect(found).toEqual([
    'the world did not settle: no event is left',
    'an item is parked, and the log does not say so: a sweep',
    'a fault of the service: 500',
  ]);
});

it('a call whose lease is long over, and a deleted list with members or an unfinished sweep, are named', () => {
  const center = CallCenter.open().write([added(TOP, ANN)]);
  center.write([center.dispatched('call', ANN, center.number)]).wait(LEASE_SECONDS);
  expect(whatIsDueIsDone(historyOf(center))).toEqual([]);
  center.write([['SmartListDeleted', { smart_list_id: TOP, members_left: 1 }]]).wait(LEASE_SECONDS + 1);
  expect(whatIsDueIsDone(historyOf(center))).toEqual([
    expect.stringMatching(/call call is open, its timer was due/),
    expect.stringMatching(/the sweep top of @\d+ is not done/),
    expect.stringMatching(/list top is deleted and has members left/),
  ]);
});

it('a callback that was due long ago is named until it was told', () => {
  const center = CallCenter.open().write([added(TOP, ANN)]);
  const callback = { smart_list_id: TOP, contact_id: ANN, member_number: center.number, agent_id: null };
  const callback_at = '2020-01-01T00:00:00.000Z';
  center.write([['CallbackSet', { ...callback, callback_at, owner_seconds: 0 }]]).wait(121);
  expect(whatIsDueIsDone(historyOf(center))).toEqual([
    expect.stringMatching(/the callback of contact ann was due 2020-01-01T00:00:00.000Z, and not told/),
  ]);
  center.write([['CallbackDue', { ...callback, callback_at, due_at: callback_at }]]).wait(121);
  expect(whatIsDueIsDone(historyOf(center))).toEqual([]);
});
