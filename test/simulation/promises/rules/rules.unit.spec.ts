import {
  added,
  ANN,
  BOB,
  BOTTOM,
  CallCenter,
  changed,
  contact,
  EVE,
  LEASE_SECONDS,
  list,
  outcome,
  removed,
  SOLD,
  TOP,
  WRAP_UP_SECONDS,
} from '../testing/call-center.js';
import { KEY, type Part } from '../testing/told-log.js';
import { violations } from '../replay.js';
import { RULES } from './index.js';

const judged = ({ events }: CallCenter): readonly string[] => violations(events, RULES);

/** A call center with Ann and Bob on the upper list; the numbers of their memberships. */
function withMembers(): { readonly center: CallCenter; readonly ann: number; readonly bob: number } {
  const center = CallCenter.open().write([added(TOP, ANN), added(TOP, BOB)]);
  return { center, ann: center.number - 1, bob: center.number };
}

/** Ann is called once; the call is over. */
function afterOneCall() {
  const all = withMembers();
  const { center, ann } = all;
  center.write([center.dispatched('first', ANN, ann)]).wait(1);
  center.write([center.ended('first', 'busy'), center.completed('first')]).wait(60);
  return all;
}

/** Nothing is said of the log; then one write breaks it, and that is said. */
function expectBroken(center: CallCenter, breaks: (center: CallCenter) => unknown, sentence: string | RegExp): void {
  expect(judged(center)).toEqual([]);
  breaks(center);
  expect(judged(center)).toContainEqual(expect.stringMatching(sentence));
}

describe('a history that keeps all rules', () => {
  it('of calls with attempts, outcomes, a waterfall, timers, sweeps and deletions breaks none', () => {
    const { center, ann, bob } = withMembers();
    center.write([outcome(SOLD)]);
    center.write([center.dispatched('first', ANN, ann), center.dispatched('second', BOB, bob)]).wait(5);
    center.write([['CallHeartbeat', { call_id: 'first', lease_expires_at: center.at(LEASE_SECONDS) }]]);
    center.write([center.ended('first', 'answered', true)]).wait(5);
    center.write([center.applied('first', SOLD), center.completed('first', 'disposition')]);
    center
      .wait(LEASE_SECONDS)
      .write([center.ended('second', 'lost'), center.completed('second')], { by: 'call_timers' });
    // The cursor stands at Bob, so Ann is next, and her second attempt is her last.
    center.write([center.dispatched('third', ANN, ann, { attempt_number: 2 })]).wait(1);
    center.write([center.ended('third', 'answered', true)]).wait(WRAP_UP_SECONDS);
    const down = [removed(TOP, ANN, 'moved_by_waterfall'), added(BOTTOM, ANN, 'waterfall')];
    center.write([center.completed('third', 'wrap_up'), ...down], { by: 'call_timers' });
    center.write([['ContactDeleted', { contact_id: ANN }], removed(BOTTOM, ANN, 'contact_deleted')]);
    center.write([
      ['SmartListDeleted', { smart_list_id: BOTTOM, members_left: 0 }],
      changed(TOP, { next_list_id: null }),
    ]);
    center.write([['WorkspaceDeleted', {}]], { by: 'admin' });
    expect(judged(center)).toEqual([]);
  });
});

describe('calls', () => {
  it('of one contact at once are named', () => {
    const { center, ann } = withMembers();
    center.write([center.registered('registered', ANN)]);
    expectBroken(
      center,
      () => center.write([center.dispatched('first', ANN, ann)]),
      /ann is in call registered already/,
    );
  });

  it('that end twice are named', () => {
    const { center } = afterOneCall();
    expectBroken(
      center,
      () => center.write([center.ended('first', 'busy'), center.completed('first')]),
      /has ended before/,
    );
  });

  it('whose lease a timer cuts short are named', () => {
    const { center, ann } = withMembers();
    center.write([center.dispatched('first', ANN, ann)]).wait(LEASE_SECONDS - 1);
    const early = () => center.write([center.ended('first', 'lost'), center.completed('first')], { by: 'call_timers' });
    expectBroken(center, early, /CallEnded .* the lease of call first lasts until/);
  });

  it('whose wrap-up time a timer cuts short are named', () => {
    const { center, ann } = withMembers();
    center.write([outcome(SOLD)]).write([center.dispatched('first', ANN, ann)]);
    center.write([center.ended('first', 'answered', true)]).wait(WRAP_UP_SECONDS - 1);
    const early = () => center.write([center.completed('first', 'wrap_up')], { by: 'call_timers' });
    expectBroken(center, early, /the wrap-up time of call first lasts until/);
  });

  it('that take a disposition twice are named', () => {
    const { center, ann } = withMembers();
    center.write([outcome(SOLD)]).write([center.dispatched('first', ANN, ann)]);
    center.write([center.ended('first', 'answered', true)]);
    center.write([center.applied('first', SOLD), center.completed('first', 'disposition')]);
    const again = () => center.write([center.applied('first', SOLD, {}, 2), center.completed('first', 'disposition')]);
    expectBroken(center, again, /takes no disposition at this point/);
  });
});

describe('dispatches', () => {
  it('within the retry gap are named', () => {
    const { center, ann } = afterOneCall();
    center.wait(-1);
    const early = () => center.write([center.dispatched('again', ANN, ann, { attempt_number: 2 })]);
    expectBroken(center, early, /ann may not be dialed from top: its retry gap lasts until/);
  });

  it('beyond the total cap are named', () => {
    const { center, ann } = afterOneCall();
    center.write([removed(TOP, BOB)]).write([changed(TOP, { next_list_id: null })]);
    const settings = { snapshot: expectedSnapshot(center, ann) };
    center.write([center.dispatched('second', ANN, ann, { attempt_number: 2, ...settings })]);
    center.write([center.ended('second', 'busy'), center.completed('second')]).wait(60);
    const third = () => center.write([center.dispatched('third', ANN, ann, { attempt_number: 3, ...settings })]);
    expectBroken(center, third, /2 of 2 attempts were made/);
  });

  it('beyond the daily cap are named', () => {
    const { center, ann } = afterOneCall();
    center.write([changed(TOP, { max_attempts_per_day: 1 })]);
    const again = () => center.write([center.dispatched('again', ANN, ann, { attempt_number: 2 })]);
    expectBroken(center, again, /1 of 1 attempts of the day were made/);
  });

  it('of contacts who left the list, or who are on one, are named', () => {
    const { center, ann } = withMembers();
    center.write([removed(TOP, ANN)]);
    expectBroken(center, () => center.write([center.dispatched('first', ANN, ann)]), /ann is no member of list top/);
    const { center: other, bob } = withMembers();
    const unlisted = () =>
      other.write([other.dispatched('first', BOB, bob, { smart_list_id: null, member_number: 4 })]);
    expectBroken(other, unlisted, /contact bob is on list top/);
  });

  it('from a frozen list are named', () => {
    const { center, ann } = withMembers();
    center.write([changed(TOP, { max_attempts_per_day: 0 })]);
    expectBroken(center, () => center.write([center.dispatched('first', ANN, ann)]), /a cap is 0/);
  });

  it('out of their turn are named, as long as settings stand still', () => {
    const { center, bob } = withMembers();
    expectBroken(
      center,
      () => center.write([center.dispatched('first', BOB, bob)]),
      /the pick is \["bob",.* should be \["ann"/,
    );
    const { center: other, bob: number } = withMembers();
    other.write([changed(TOP, { min_retry_seconds: 30 })]);
    const snapshot = { ...expectedSnapshot(other, number), min_retry_seconds: 30, next_list_id: BOTTOM };
    other.write([other.dispatched('first', BOB, number, { snapshot })]);
    expect(judged(other)).toEqual([]);
  });

  it('with settings of another instant are named', () => {
    const { center, ann } = withMembers();
    center.write([changed(TOP, { name: 'renamed' })]);
    expectBroken(center, () => center.write([center.dispatched('first', ANN, ann)]), /the snapshot is .*"name":"top"/);
  });
});

describe('memberships', () => {
  it('that begin twice, or end without having begun, are named', () => {
    expectBroken(withMembers().center, (center) => center.write([added(TOP, ANN)]), /ann is on top already/);
    expectBroken(withMembers().center, (center) => center.write([removed(TOP, EVE)]), /eve is not on top/);
  });

  it('that an exhausted member keeps are named, and so is a move without a cause', () => {
    const { center, ann } = afterOneCall();
    center.write([removed(TOP, BOB)]);
    center.write([center.dispatched('second', ANN, ann, { attempt_number: 2 })]);
    const stays = () => center.write([center.ended('second', 'busy'), center.completed('second')]);
    expectBroken(center, stays, /what follows is \[\], and should be \["ann joins bottom/);
    const { center: other, ann: number } = withMembers();
    other.write([other.dispatched('first', ANN, number)]);
    const down = [removed(TOP, ANN, 'moved_by_waterfall'), added(BOTTOM, ANN, 'waterfall')];
    const moves = () => other.write([other.ended('first', 'busy'), other.completed('first'), ...down]);
    expectBroken(other, moves, /what follows is .* and should be \[\]/);
  });

  it('of a deleted list, or of a deleted contact, that do not end are named', () => {
    const lost = { smart_list_id: TOP, members_left: 0 };
    expectBroken(
      withMembers().center,
      (center) => center.write([['SmartListDeleted', lost]]),
      /the memberships that end is \[\]/,
    );
    const gone = { contact_id: ANN };
    expectBroken(withMembers().center, (center) => center.write([['ContactDeleted', gone]]), /what follows is \[\]/);
  });

  it('that a lowered cap exhausts and that stay are named', () => {
    const { center } = afterOneCall();
    expectBroken(
      center,
      () => center.write([changed(TOP, { max_attempts_total: 1 })]),
      /what follows is \[\], .*ann leaves top/,
    );
  });

  it('whose attempts are reset count from 1 again; a reset of others is named', () => {
    const { center, ann } = afterOneCall();
    const reset = (...contact_ids: readonly string[]): Part => ['MembersReset', { smart_list_id: TOP, contact_ids }];
    expectBroken(center, () => center.write([reset(ANN, EVE)]), /eve is not on top/);
    expectBroken(afterOneCall().center, (other) => other.write([reset(BOB)]), /bob has no attempts on top/);
    const { center: again, ann: number } = afterOneCall();
    again.write([removed(TOP, BOB)]).write([reset(ANN)]);
    again.write([again.dispatched('second', ANN, number)]);
    again.write([again.ended('second', 'busy'), again.completed('second')]);
    expect([ann === number, judged(again)]).toEqual([true, []]);
  });

  it('that a sweep goes back over are named', () => {
    const { center } = withMembers();
    center.write([['SweepAdvanced', { cause: TOP, smart_list_id: TOP, up_to_number: 1, done: true }]], { by: 'sweep' });
    expect(judged(center)).toContainEqual(expect.stringMatching(/nothing began the sweep top/));
  });
});

describe('a dial group', () => {
  const group = (id: string, smart_list_ids: readonly string[], name = id): Part => [
    'DialGroupCreated',
    { dial_group_id: id, name, smart_list_ids },
  ];
  const changedGroup = (id: string, changes: object): Part => ['DialGroupChanged', { dial_group_id: id, changes }];
  const grouped = () => CallCenter.open().write([group('north', [BOTTOM])]);

  it('has a name of its own, and active lists, each once', () => {
    expect(judged(grouped())).toEqual([]);
    const broken = (part: Part, words: RegExp) => expectBroken(grouped(), (center) => center.write([part]), words);
    broken(group('south', [TOP], 'NORTH'), /group north has the name NORTH too/);
    broken(group('north', [TOP], 'other'), /another group has this id/);
    broken(group('south', ['third']), /list third does not exist/);
    broken(group('south', [TOP, TOP]), /its lists are \[top,top\]/);
    broken(changedGroup('north', { smart_list_ids: [] }), /its lists are \[\]/);
    broken(changedGroup('south', { name: 'x' }), /the group does not exist/);
    broken(['DialGroupDeleted', { dial_group_id: 'south' }], /the group does not exist/);
  });

  it('that keeps a list that is deleted is named', () => {
    const deleted: Part = ['SmartListDeleted', { smart_list_id: BOTTOM, members_left: 0 }];
    const cleared = changed(TOP, { next_list_id: null });
    const left = changedGroup('north', { smart_list_ids: [] });
    expect(judged(grouped().write([deleted, cleared, left]))).toEqual([]);
    expectBroken(grouped(), (center) => center.write([deleted, cleared]), /the groups that it leaves is \[\]/);
  });

  it('that dials a list that it does not have is named', () => {
    const { center, ann } = withMembers();
    center.write([group('north', [BOTTOM])]);
    const [type, data] = center.dispatched('first', ANN, ann);
    const { snapshot, ...rest } = data as { readonly snapshot: object };
    const scoped: Part = [type, { ...rest, snapshot: { ...snapshot, scope: { dial_group_id: 'north' } } }];
    expectBroken(center, () => center.write([scoped]), /list top is not in group north/);
  });
});

describe('what exists', () => {
  it('is created once, and nothing happens to what was deleted', () => {
    expectBroken(CallCenter.open(), (center) => center.write([contact(ANN)]), /the contact exists already/);
    expectBroken(
      CallCenter.open(),
      (center) => center.write([list(TOP, { name: 'other' })]),
      /another list has had this id/,
    );
    expectBroken(
      CallCenter.open(),
      (center) => center.write([list('third', { name: 'TOP' })]),
      /list top has the name TOP too/,
    );
    expectBroken(
      CallCenter.open(),
      (center) => center.write([changed('third', { name: 'x' })]),
      /the list does not exist/,
    );
  });

  it('forms no circle of waterfalls', () => {
    expectBroken(
      CallCenter.open(),
      (center) => center.write([changed(BOTTOM, { next_list_id: TOP })]),
      /leads back to list/,
    );
  });

  it('is written by live keys alone, in a workspace that is', () => {
    const revoked = CallCenter.open().write([['ApiKeyRevoked', { api_key_id: KEY }]], { by: 'admin' });
    expectBroken(revoked, (center) => center.write([contact('new')]), /key key was revoked before/);
    const deleted = CallCenter.open().write([['WorkspaceDeleted', {}]], { by: 'admin' });
    expectBroken(deleted, (center) => center.write([contact('new')]), /the workspace was deleted before/);
  });

  it('writes nothing while writes are paused, but what resumes them or deletes it', () => {
    const set = (writes_paused: boolean): Part => ['WorkspaceChanged', { changes: { writes_paused } }];
    const paused = () => CallCenter.open().write([set(true)], { by: 'admin' });
    expect(
      judged(
        paused()
          .write([set(false)], { by: 'admin' })
          .write([contact('new')]),
      ),
    ).toEqual([]);
    expect(judged(paused().write([['WorkspaceDeleted', {}]], { by: 'admin' }))).toEqual([]);
    expectBroken(paused(), (center) => center.write([contact('new')]), /writes are paused/);
    const renamed: Part = ['WorkspaceChanged', { changes: { name: 'x' } }];
    expectBroken(paused(), (center) => center.write([renamed], { by: 'admin' }), /writes are paused/);
  });

  it('stays within the quotas', () => {
    const quotas = { changes: { quotas: { contacts: 3 } } };
    const full = CallCenter.open().write([['WorkspaceChanged', quotas]], { by: 'admin' });
    expectBroken(full, (center) => center.write([contact('new')]), /3 contacts and 1 more exceed the quota of 3/);
  });
});

describe('writes', () => {
  it('that are torn, or of no known kind, are named', () => {
    const { center, ann } = withMembers();
    center.write([center.dispatched('first', ANN, ann)]);
    expectBroken(center, () => center.write([center.completed('first')]), /no kind of write is api_key: CallCompleted/);
  });

  it('that go back in time are named', () => {
    expectBroken(CallCenter.open(), (center) => center.wait(-1).write([contact('new')]), /the event before is of/);
  });
});

function expectedSnapshot(center: CallCenter, member_number: number): object {
  const [, data] = center.dispatched('none', ANN, member_number);
  return { ...(data as { readonly snapshot: object }).snapshot, next_list_id: null };
}

describe('details of a call', () => {
  const details = (center: CallCenter, call: string, given: object, contactId: string = ANN) =>
    center.write([['CallDetailsRecorded', { call_id: call, contact_id: contactId, dispatched_at: BEGAN, ...given }]]);
  let BEGAN = '';
  const inTwoCalls = (): CallCenter => {
    const { center, ann, bob } = withMembers();
    BEGAN = center.at(0);
    center.write([center.dispatched('first', ANN, ann), center.dispatched('second', BOB, bob)]);
    details(center, 'first', { reference: 'crm-1', notes: 'Yes.' });
    return details(center, 'second', { agent_id: 'ada' }, BOB);
  };

  it.each<[string, string, object, RegExp]>([
    ['are of a call that has begun', 'third', { agent_id: 'bob' }, /call third has not begun/],
    ['change something', 'first', {}, /nothing changes/],
    ['change each of its fields', 'first', { notes: 'Yes.', agent_id: 'bob' }, /notes is as it was/],
    ['have a reference of their own', 'second', { reference: 'crm-1' }, /the reference crm-1 is of call first/],
    ['keep their reference', 'first', { reference: 'crm-2' }, /the call has a reference/],
    ['tell when the call began', 'first', { agent_id: 'bob', dispatched_at: '2030-01-01' }, /dispatched_at is/],
  ])('%s', (_what, call, given, sentence) => {
    expectBroken(inTwoCalls(), (center) => details(center, call, given, call === 'second' ? BOB : ANN), sentence);
  });

  it('have nothing personal once the contact is erased', () => {
    const center = inTwoCalls();
    center.write([center.ended('first', 'busy'), center.completed('first')]);
    const gone = { reason: 'contact_deleted', lists: [TOP], contacts: [{ contact_id: ANN, lists: [0] }] };
    const erasing = center.write([
      ['ContactDeleted', { contact_id: ANN }],
      ['MemberRemoved', gone],
      ['ContactErased', { contact_id: ANN }],
    ]);
    expectBroken(erasing, () => details(center, 'first', { notes: 'Late.' }), /contact ann is erased/);
  });
});
