import type { DomainEvent } from '#kernel';
import { TEST_START, TestWorkspace, testId } from '#kernel/testing';
import { MAX_NAMED, numberHash } from '#do-not-call/domain';
import { ANN, AUTUMN, BOB, CALL, event, NUMBER_KEY, past, PHONE, projections, SPRING } from '../../testing/past.js';
import { tellCaps } from './cap-hints.js';
import { dispatchNext } from './dispatch.js';

const BOBS = '+12025550102';
const hash = numberHash(NUMBER_KEY, PHONE);
const keyMade = event('NumberKeyMade', { key: NUMBER_KEY });
const limited = event('WorkspaceChanged', { changes: { contact_windows: [{ attempts: 1, hours: 24 }] } });
const added = (smart_list_id: string, contact_id: string) =>
  event('MemberAdded', { smart_list_id, contact_id, source: 'api' });
const imported = (contact_id: string, phone: string) => event('ContactImported', { contact_id, phone, name: null });
const changed = (contact_id: string, old_phone: string, phone: string) =>
  event('ContactChanged', { contact_id, phone, old_phone, name: null });
const END = new Date(TEST_START + 86_400_000).toISOString();
/** The same after a dispatch that is in the past: each event of it came a second after the one before. */
const LATER = new Date(TEST_START + 86_410_000).toISOString();

/** Ann is on two lists. Her first one was called, where `called` is given; one call in 24 hours is allowed. */
function workspaceOf(...more: readonly DomainEvent[]): TestWorkspace {
  return new TestWorkspace(projections).append([
    ...past,
    keyMade,
    limited,
    added(SPRING, ANN),
    added(AUTUMN, ANN),
    ...more,
  ]);
}

function dispatched(workspace: TestWorkspace): readonly DomainEvent[] {
  return tellCaps(workspace, dispatchNext([CALL], { wanted: { smartListId: SPRING } })(workspace).events);
}

const givenBack = event('CallEnded', {
  ...{ call_id: CALL, contact_id: ANN, smart_list_id: SPRING, member_number: 9, result: 'not_placed' },
  ...{ dispatched_at: new Date(TEST_START).toISOString(), wrap_up_expires_at: null },
});
const dataOf = (events: readonly DomainEvent[]) => events.map(({ data }) => data as Record<string, unknown>);

describe('a dispatch tells', () => {
  it('the hash of its number, and the other rows that it brings to the limits of its contact', () => {
    const [data] = dataOf(dispatched(workspaceOf()));
    expect(data).toMatchObject({
      number_hash: hash,
      also: [{ contact_id: ANN, smart_list_id: AUTUMN, capped_until: END }],
    });
  });

  it('the rows of others with the number: a place without a list is a row, too', () => {
    const workspace = workspaceOf(changed(BOB, BOBS, PHONE));
    const [data] = dataOf(dispatched(workspace));
    expect(data!['also']).toEqual([
      { contact_id: ANN, smart_list_id: AUTUMN, capped_until: END },
      { contact_id: BOB, smart_list_id: null, capped_until: END },
    ]);
  });

  it('the contacts instead, where they have more rows than an event names', () => {
    const others = Array.from({ length: 40 }, (_, n) => testId(600 + n));
    const [data] = dataOf(dispatched(workspaceOf(...others.map((other) => imported(other, PHONE)))));
    expect(data).toMatchObject({ relimited: { contact_ids: [ANN, ...others] } });
    expect(data).not.toHaveProperty('also');
  });

  it('that there are more contacts, where a number has more than an event names', () => {
    const others = Array.from({ length: MAX_NAMED + 1 }, (_, n) => testId(600 + n));
    const [data] = dataOf(dispatched(workspaceOf(...others.map((other) => imported(other, PHONE)))));
    expect(data!['relimited']).toEqual({ contact_ids: [ANN, ...others.slice(0, MAX_NAMED - 1)], more: true });
  });

  it('nothing besides in a workspace without limits, and no hash where it has no key', () => {
    const unlimited = new TestWorkspace(projections).append([...past, keyMade, added(SPRING, ANN), added(AUTUMN, ANN)]);
    expect(dataOf(dispatched(unlimited))[0]).toHaveProperty('number_hash', hash);
    expect(dataOf(dispatched(unlimited))[0]).not.toHaveProperty('also');
    const keyless = new TestWorkspace(projections).append([...past, added(SPRING, ANN)]);
    expect(dataOf(dispatched(keyless))[0]).not.toHaveProperty('number_hash');
  });
});

describe('an attempt that is given back', () => {
  it('frees the other rows, and the row that it was made from', () => {
    const workspace = workspaceOf();
    workspace.append(dispatched(workspace));
    const [data] = dataOf(tellCaps(workspace, [givenBack]));
    expect(data!['also']).toEqual([{ contact_id: ANN, smart_list_id: AUTUMN, capped_until: null }]);
    expect(data).not.toHaveProperty('capped_until');
  });

  it('is one of an end alone that says so: any other leaves the limits as they are', () => {
    const workspace = workspaceOf();
    workspace.append(dispatched(workspace));
    const busy = { ...givenBack, data: { ...givenBack.data, result: 'busy' } };
    const [data] = dataOf(tellCaps(workspace, [busy]));
    expect(data).toMatchObject({ capped_until: LATER });
    expect(data).not.toHaveProperty('also');
  });
});

describe('events that place rows tell', () => {
  const called = (): TestWorkspace => {
    const workspace = workspaceOf();
    workspace.append(dispatched(workspace));
    return workspace;
  };

  it('until when the limits of their contact hold', () => {
    const reset = event('MembersReset', { smart_list_id: SPRING, contact_ids: [ANN, BOB] });
    expect(dataOf(tellCaps(called(), [added(SPRING, ANN), added(SPRING, BOB), reset]))).toEqual([
      expect.objectContaining({ capped_until: LATER }),
      expect.not.objectContaining({ capped_until: expect.anything() as string }),
      expect.objectContaining({ capped: [{ contact_id: ANN, until: LATER }] }),
    ]);
  });

  it('what a new number brings: the attempts that dialed it', () => {
    const caps = (...events: readonly DomainEvent[]) =>
      dataOf(tellCaps(called(), events)).map(({ capped_until }) => capped_until);
    expect(caps(changed(BOB, BOBS, PHONE))).toEqual([LATER]);
    expect(caps(changed(ANN, PHONE, '+12025550109'))).toEqual([LATER]);
    expect(caps(imported(testId(700), PHONE), added(SPRING, testId(700)))).toEqual([LATER, LATER]);
    expect(caps(changed(BOB, BOBS, '+12025550109'))).toEqual([null]);
    // Another name alone changes no place.
    expect(caps(changed(BOB, BOBS, BOBS))).toEqual([undefined]);
  });
});
