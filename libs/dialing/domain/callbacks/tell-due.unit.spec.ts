import type { DomainEvent } from '#kernel';
import { attempts, dispatched, type From } from '#members/testing';
import { added, ANN, CALL, calls, event, listDeleted, past, removed, SPRING } from '../../testing/past.js';
import { tellDue } from './tell-due.js';

/** Ann on the list of spring. */
const HERE: From = { list: SPRING, contact: ANN, number: past.length };
const NAMED = { smart_list_id: SPRING, contact_id: ANN };
/** The tests begin at this instant, and each event comes a second later. */
const AGREED = '2030-01-01T00:00:00.000Z';
const LATER = '2030-01-01T12:00:00.000Z';

const set = (callback_at: string, agent_id: string | null = null): DomainEvent =>
  event('CallbackSet', { ...NAMED, member_number: HERE.number, callback_at, agent_id, owner_seconds: 0 });
const due = (callback_at: string, due_at = callback_at, agent_id: string | null = null): DomainEvent =>
  event('CallbackDue', { ...NAMED, member_number: HERE.number, callback_at, agent_id, due_at });
const caps = (changes: object): DomainEvent => event('SmartListChanged', { smart_list_id: SPRING, changes });

/** What is said of Ann's callback after these events of her membership. */
const told = (...history: readonly DomainEvent[]) => calls(added(SPRING), ...history).when(tellDue([NAMED]));
const untold = (check_at: unknown) => ({ status: 200, body: { ok: true, untold: [{ ...NAMED, check_at }] } });
const NOBODY = { status: 200, body: { ok: true, untold: [] } };

describe('a callback that is due', () => {
  it('is told with its owner', () => {
    told(set(AGREED, 'agent-7'))
      .thenEvents([due(AGREED, AGREED, 'agent-7')])
      .thenAnswer(NOBODY);
  });

  it('is told once each time that it was set', () => {
    told(set(AGREED), due(AGREED)).thenNothing();
    told(set(AGREED), due(AGREED), set('2030-01-01T00:00:01.000Z')).thenEvents([due('2030-01-01T00:00:01.000Z')]);
  });

  it('is told on a paused list, and while its contact is in a call', () => {
    told(caps({ paused: true }), set(AGREED)).thenEvents([due(AGREED)]);
    told(dispatched(CALL, HERE), set(AGREED)).thenEvents([due(AGREED)]);
  });
});

describe('a callback that is not due', () => {
  it('is checked again at its instant, in a minute at most', () => {
    told(set('2030-01-01T00:00:10.000Z'))
      .thenNothing()
      .thenAnswer(untold(Date.parse('2030-01-01T00:00:10.000Z')));
    told(set(LATER))
      .thenNothing()
      .thenAnswer(untold(Date.parse('2030-01-01T00:01:06.000Z')));
  });

  it('waits for the daily cap, and while that is 0, or its attempts are used up', () => {
    for (const settings of [{ max_attempts_per_day: 1 }, { max_attempts_per_day: 0 }, { max_attempts_total: 1 }]) {
      told(caps(settings), ...attempts(1, HERE), set(AGREED))
        .thenNothing()
        .thenAnswer(untold(expect.any(Number)));
    }
  });
});

it.each([
  ['was cleared', event('CallbackCleared', { ...NAMED, member_number: HERE.number })],
  ['was called', dispatched(CALL, HERE)],
  ['is no member any more', removed('removed_by_request', SPRING)],
  ['is of a list that was deleted', listDeleted(SPRING)],
])('a callback whose contact %s is not told, nor checked again', (_, end) => {
  told(set(AGREED), end).thenNothing().thenAnswer(untold(null));
});
