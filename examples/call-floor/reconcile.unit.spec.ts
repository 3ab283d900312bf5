import type { Call, Member, OrderedMessage, WebhookMessage } from '@smart-lists/client';
import type { PlacedCall } from './floor.js';
import { type Books, differences } from './reconcile.js';

const at = (second: number): string => new Date(Date.UTC(2027, 0, 1, 9, 0, second)).toISOString();

const OFFER = { sequence: 1, outcome_id: 'o1', outcome_name: 'Send the offer', outcome_type: 'action' };
const SOLD = { sequence: 2, outcome_id: 'o2', outcome_name: 'Sold', outcome_type: 'disposition' };

/** One call as the service shows it; from a list, with an action and a disposition. */
const call = (call_id: string, second: number, more: object = {}): Call =>
  ({
    ...{ call_id, contact_id: 'ada', smart_list_id: 'spring', agent_id: 'agent-1', reference: `floor-${call_id}` },
    ...{ result: 'answered', attempt_number: 1, duration_seconds: 95, notes: 'Orders two.', outcomes: [OFFER, SOLD] },
    ...{ dispatched_at: at(second), ended_at: at(second + 10), completed_at: at(second + 11) },
    ...more,
  }) as unknown as Call;

/** What webhooks tell of such a call, from a revision on. */
function messagesOf({ call_id, contact_id, attempt_number, result }: Call, revision: number) {
  const told = [
    ['call.dispatched', { attempt_number }],
    ['outcome.applied', { sequence: 1, outcome: OFFER }],
    ['call.ended', { result }],
    ['outcome.applied', { sequence: 2, outcome: SOLD }],
    ['call.completed', { by: 'disposition' }],
  ] as const;
  return told.map(([type, data], n) => ({
    ...{ type, event_id: `${call_id} ${n}`, revision: revision + n, index: 0 },
    data: { call_id, contact_id, ...data },
  })) as unknown as readonly OrderedMessage[];
}

const moved = { type: 'member.moved', event_id: 'm', revision: 90, index: 0 };
const [first, second] = [call('c1', 0), call('c2', 20, { attempt_number: 2 })];
/** A dispatch of another contact that was given back. */
const givenBack = call('c3', 30, {
  ...{ contact_id: 'alan', result: 'not_placed', reference: null, outcomes: [] },
  ...{ completed_at: at(40) },
});
const [started, , ended, , completed] = messagesOf(givenBack, 30);

const remembered = ({ reference, call_id, agent_id, result }: Call) =>
  ({
    ...{ reference, call_id, contact_id: 'ada', agent_id, result },
    ...{ duration_seconds: 95, notes: 'Orders two.', outcome_ids: ['o1', 'o2'] },
  }) as PlacedCall;

const offer = (call_id: string) => ({ type: 'outcome.applied', call: { call_id, sequence: 1 } }) as WebhookMessage;

/** Books that agree. */
const BOOKS: Books = {
  placed: [remembered(first), remembered(second)],
  calls: [first, second, givenBack],
  members: [
    { smart_list_id: 'spring', contact_id: 'ada', attempt_count: 2 },
    { smart_list_id: 'spring', contact_id: 'alan', attempt_count: 0 },
  ] as unknown as readonly Member[],
  byReference: new Map([
    ['floor-c1', ['c1']],
    ['floor-c2', ['c2']],
  ]),
  messages: [
    ...[...messagesOf(first, 10), ...messagesOf(second, 20), started!, ended!, completed!],
    { ...moved, data: { contact_id: 'ada', from_list_id: 'spring' } } as OrderedMessage,
  ],
  offers: [offer('c1'), offer('c2')],
};

/** What is said of the books with this instead. */
const saidOf = (instead: Partial<Books>): readonly string[] => differences({ ...BOOKS, ...instead });

const without = <Item>(items: readonly Item[], index: number): readonly Item[] => items.filter((_, n) => n !== index);

describe('books that agree', () => {
  it('have no differences, in whichever order webhooks came', () => {
    expect(differences(BOOKS)).toEqual([]);
    expect(saidOf({ messages: [...BOOKS.messages].reverse() })).toEqual([]);
  });
});

describe('calls of the floor', () => {
  it('have to be found by their reference, once each', () => {
    const byReference = new Map([...BOOKS.byReference, ['floor-c1', []], ['floor-c2', ['c2', 'c3']]] as const);
    expect(saidOf({ byReference })).toEqual([
      'There is no call floor-c1; the floor made it.',
      'c2 and c3 are both the call floor-c2.',
      'The call c1 has the result answered; the floor did not make it.',
    ]);
  });

  it.each([
    ['result', { result: 'busy' }, '"answered"', '"busy"'],
    ['agent_id', { agent_id: 'agent-2' }, '"agent-1"', '"agent-2"'],
    ['contact_id', { contact_id: 'alan' }, '"ada"', '"alan"'],
    ['notes', { notes: 'Orders one.' }, '"Orders two."', '"Orders one."'],
    ['duration_seconds', { duration_seconds: 96 }, '95', '96'],
    ['outcome_ids', { outcome_ids: ['o2'] }, '["o1","o2"]', '["o2"]'],
  ] as const)('have the %s that the floor remembers', (field, other, is, was) => {
    const placed = [BOOKS.placed[0]!, { ...BOOKS.placed[1]!, ...other } as PlacedCall];
    expect(saidOf({ placed })).toEqual([`The call floor-c2 has the ${field} ${is}; the floor remembers ${was}.`]);
  });

  it('are all that were placed', () => {
    expect(saidOf({ placed: [BOOKS.placed[0]!] })).toEqual([
      'The call c2 has the result answered; the floor did not make it.',
    ]);
  });
});

describe('messages', () => {
  it.each(BOOKS.messages.slice(0, 5).map(({ type }, n) => [n, type] as const))(
    'are missed: number %i, %s',
    (n, type) => {
      expect(saidOf({ messages: without(BOOKS.messages, n) })).toEqual([
        expect.stringMatching(/^Of the call c1 webhooks told: .+\. It was: attempt 1 to reach ada, .+, completed\.$/),
      ]);
      expect(type).toMatch(/^(call|outcome)\./);
    },
  );

  it('tell what happened, in the order of their revisions', () => {
    const [dispatched, offered, over, ...rest] = BOOKS.messages;
    const wrongResult = { ...over!, data: { ...over!.data, result: 'busy' } } as OrderedMessage;
    expect(saidOf({ messages: [dispatched!, offered!, wrongResult, ...rest] })).toEqual([
      expect.stringContaining('ended busy'),
    ]);
    const early = { ...over!, revision: 9 };
    expect(saidOf({ messages: [dispatched!, offered!, early, ...rest] })).toEqual([
      expect.stringContaining('webhooks told: ended answered, attempt 1 to reach ada'),
    ]);
  });

  it('have a place of their own in the order, and are about calls and members that are there', () => {
    const same = { ...BOOKS.messages[4]!, event_id: 'another' };
    expect(saidOf({ messages: [...BOOKS.messages, same] })).toEqual([
      '2 different messages have the same place in the order: 14, 0.',
      expect.stringContaining('completed, completed. It was:'),
    ]);
    const strange = messagesOf(call('c9', 0), 50)[0]!;
    const nobody = { ...moved, revision: 91, data: { contact_id: 'alan', from_list_id: 'autumn' } } as OrderedMessage;
    expect(saidOf({ messages: [...BOOKS.messages, strange, nobody] })).toEqual([
      'Webhooks told that alan was moved from autumn, from where nobody called.',
      'Webhooks told of the call c9, which is not there.',
    ]);
  });

  it('of actions are one for each', () => {
    expect(saidOf({ offers: [offer('c1'), offer('c9')] })).toEqual([
      'The offer of a call was not asked for: c2, 1.',
      'An offer was asked for that no call has: c9, 1.',
    ]);
  });
});

describe('attempts', () => {
  it('are as many as there were calls that were placed', () => {
    const [ada, alan] = BOOKS.members;
    expect(saidOf({ members: [{ ...ada!, attempt_count: 1 }, alan!] })).toEqual([
      'ada on spring has 1 attempts, and there were 2 calls.',
    ]);
    expect(saidOf({ members: [alan!] })).toEqual(['ada on spring has 0 attempts, and there were 2 calls.']);
    expect(saidOf({ members: [ada!, { ...alan!, attempt_count: 1 }] })).toEqual([
      'alan on spring has 1 attempts, and there were 0 calls.',
    ]);
  });
});

describe('a contact', () => {
  it.each([
    ['ended later', { ended_at: at(21) }],
    ['never ended', { ended_at: null }],
  ])('is in one call at a time; the call before %s', (_, more) => {
    expect(saidOf({ calls: [{ ...first, ...more }, second, givenBack] })).toEqual([
      'ada was in two calls at once: c1 and c2.',
    ]);
  });
});
