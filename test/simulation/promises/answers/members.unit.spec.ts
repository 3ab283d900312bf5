import { added, BOB, CallCenter, changed, contact, list, removed } from '../testing/call-center.js';
import { asked, historyOf, keyMade } from '../testing/told-history.js';
import { KEY, WORKSPACE } from '../testing/told-log.js';
import { answersFit } from './answers.js';

const [FIRST, SECOND, CALL] = ['a115', 'a116', 'ca11'].map((end) => `00000000-0000-7000-8000-00000000${end}`);
const ADA = '00000000-0000-7000-8000-00000000ada0';

/** Ada on both lists. */
function center(): CallCenter {
  const made = CallCenter.open().write([contact(ADA), list(FIRST!), list(SECOND!)]);
  return made.write([added(FIRST!, ADA), added(SECOND!, ADA)]);
}

const shown = (made: CallCenter, smart_list_id: string, changes: object = {}) => ({
  ...{ contact_id: ADA, phone: `+1-${ADA}`, smart_list_id, status: 'queued', status_reason: 'eligible' },
  ...{ attempt_count: 0, attempts_today: 0, last_attempt_at: null, last_disposition: null },
  ...{ schedule_time: made.at(0), source: 'api', added_at: made.at(0), erased_at: null, ...changes },
});

/**
 * What is wrong with an answer, as the judge says it.
 * @param since events of the log when it was asked: the last of them is of a write that was answered before
 */
function judged(made: CallCenter, path: string, told: { status: number; body: object }, since: number) {
  const { from } = made.appends.find(({ to }) => to === since)!;
  const headers = { 'x-request-id': `request ${from}` };
  const write = asked({ method: 'POST', path: '/before' }, [from, since], { status: 200, body: {}, headers });
  const read = {
    ...asked({ method: 'GET', path }, [since, made.events.length], told, 2),
    ...{ askedAt: made.now, answeredAt: made.now },
  };
  return answersFit(historyOf(made, { requests: [keyMade(WORKSPACE, KEY), write, read] }));
}

const violations = (made: CallCenter, path: string, body: object, since = made.events.length): readonly string[] =>
  judged(made, path, { status: 200, body: { ok: true, ...body } }, since);

const refused = (made: CallCenter, path: string): readonly string[] =>
  judged(made, path, { status: 404, body: { ok: false, code: 'not_found' } }, made.events.length);

describe('an answer with one member', () => {
  const path = `/smart-lists/${FIRST}/members/${ADA}`;

  it('shows how its membership began, its calls and its status', () => {
    const made = center();
    const member = shown(made, FIRST!);
    expect(violations(made, path, { member })).toEqual([]);
    for (const [wrong, sentence] of [
      [{ attempt_count: 1 }, /attempt_count is 1, and should be 0/],
      [{ source: 'import' }, /source is "import"/],
      [{ added_at: made.at(9) }, /added_at is/],
      [{ phone: '+1-eve' }, /phone is "\+1-eve"/],
      [{ smart_list_id: SECOND }, /smart_list_id is .*a116", and should be .*a115"/],
      [{ status: 'in_call', schedule_time: null }, /is in_call, and in no call/],
      [{ status: 'frozen', schedule_time: null }, /is frozen, with a cap null and 2/],
      [{ status: 'completed', schedule_time: null }, /is completed with 0 of 2 attempts/],
      [{ status: 'removed', schedule_time: null }, /status is "removed"/],
      [{ schedule_time: made.at(3_600) }, /schedule_time of queued is/],
      [{ status: 'waiting', schedule_time: made.at(-10) }, /schedule_time of waiting is/],
    ] as const) {
      expect(violations(made, path, { member: { ...member, ...wrong } })).toContainEqual(
        expect.stringMatching(sentence),
      );
    }
  });

  it('shows a call, caps of 0, attempts that are used up, and that it was removed', () => {
    const made = center();
    const number = made.number - 1;
    const began = { added_at: made.at(0) };
    made.write([made.dispatched(CALL!, ADA, number, { smart_list_id: FIRST })]);
    const called = { ...began, attempt_count: 1, last_attempt_at: made.at(0), schedule_time: null };
    expect(violations(made, path, { member: shown(made, FIRST!, { ...called, status: 'in_call' }) })).toEqual([]);
    expect(violations(made, path, { member: shown(made, FIRST!, { ...called, status: 'completed' }) })).toEqual([
      expect.stringMatching(/is completed, and in call/),
      expect.stringMatching(/is completed with 1 of 2 attempts/),
    ]);
    made.write([changed(FIRST!, { max_attempts_per_day: 0 })]);
    expect(violations(made, path, { member: shown(made, FIRST!, { ...called, status: 'frozen' }) })).toEqual([]);
    made.write([removed(FIRST!, ADA)]);
    const gone = { ...called, status: 'removed', status_reason: 'removed_by_request' };
    expect(violations(made, path, { member: shown(made, FIRST!, gone) })).toEqual([]);
    const other = { ...gone, status_reason: 'removed_by_outcome' };
    expect(violations(made, path, { member: shown(made, FIRST!, other) })).toEqual([
      expect.stringMatching(/status_reason is "removed_by_outcome", and should be "removed_by_request"/),
    ]);
  });

  it('is refused only where the list is gone or the contact never was a member', () => {
    const made = center();
    expect(refused(made, path)).toEqual([expect.stringMatching(/not_found was never right/)]);
    expect(refused(made, `/smart-lists/${FIRST}/members/${CALL}`)).toEqual([]);
    made.write([removed(FIRST!, ADA)]);
    expect(refused(made, path)).toEqual([expect.stringMatching(/not_found was never right/)]);
  });
});

describe('an answer with memberships', () => {
  const path = `/contacts/${ADA}/memberships`;
  const page = (...memberships: readonly object[]) => ({ memberships, next_page_token: null });
  const named = (made: CallCenter, id: string, changes: object = {}) =>
    shown(made, id, { smart_list_name: id, ...changes });

  it('has each list that the contact is on, by its name, and no other', () => {
    const made = center();
    const [first, second] = [named(made, FIRST!), named(made, SECOND!)];
    expect(violations(made, path, page(first, second))).toEqual([]);
    for (const wrong of [page(first), page(second, first), page(first, second, second)])
      expect(violations(made, path, wrong)).toContainEqual(expect.stringMatching(/memberships: /));
    expect(violations(made, path, { memberships: [first], next_page_token: 'more' })).toEqual([]);
    expect(violations(made, path, page(first, { ...second, smart_list_name: 'old' }))).toEqual([
      expect.stringMatching(/is called .*a116/),
    ]);
    expect(violations(made, path, page(first, { ...second, attempt_count: 1 }))).toEqual([
      expect.stringMatching(/attempt_count is 1, and should be 0/),
    ]);
    expect(violations(made, path, page(first, { ...second, contact_id: BOB }))).toContainEqual(
      expect.stringMatching(/contact_id is "bob"/),
    );
    expect(violations(made, `/contacts/${CALL}/memberships`, page())).toContainEqual(
      expect.stringMatching(/contact .* does not exist/),
    );
  });

  it('has none that has ended', () => {
    const made = center();
    const [first, second] = [named(made, FIRST!), named(made, SECOND!)];
    made.write([removed(SECOND!, ADA)]);
    expect(violations(made, path, page(first))).toEqual([]);
    const gone = { ...second, status: 'removed', status_reason: 'removed_by_request', schedule_time: null };
    expect(violations(made, path, page(first, gone))).toContainEqual(
      expect.stringMatching(/a116 is shown, which the contact has left/),
    );
  });

  it('may have been read while one list was deleted and another one came', () => {
    const made = center();
    const [first, since] = [named(made, FIRST!), made.events.length];
    made.write([added('top', ADA)]);
    made.write([['SmartListDeleted', { smart_list_id: SECOND, members_left: 501 }]]);
    expect(violations(made, path, page(first), since)).toEqual([]);
    expect(violations(made, path, page(first))).toContainEqual(expect.stringMatching(/memberships: /));
  });

  it('is refused only where the contact does not exist', () => {
    const made = center();
    expect(refused(made, path)).toEqual([expect.stringMatching(/not_found was never right/)]);
    made.write([['ContactDeleted', { contact_id: ADA, phone: `+1-${ADA}` }]]);
    expect(refused(made, path)).toEqual([]);
  });
});
