import fc from 'fast-check';
import type { ModelRequest, ModelResponse } from './reference-model/http.js';

/**
 * One step of a history, as data that prints and shrinks well: time passes, or a request that names things by their
 * index: `<list 2>` is the third list that was made, `<call 0>` the last call that began. `<in 3>` is the instant in
 * three hours.
 */
export type Step = { readonly wait: number } | Omit<ModelRequest, 'token'>;

/** The ids of the things that a history names by index. Each server that it is played on has ids of its own. */
export class HistoryIds {
  private readonly lists: string[] = [];
  private readonly outcomes: string[] = [];
  private readonly calls: string[] = [];
  private readonly groups: string[] = [];
  private names = 0;

  /** @param now the instant of the next step, in milliseconds since 1970 */
  constructor(
    private readonly workspaceId: string,
    private readonly now: () => number = () => 0,
  ) {}

  /**
   * The step with ids for its references. A reference to a thing that does not exist yet becomes an id that does not
   * exist.
   */
  resolve<Part>(part: Part): Part {
    if (typeof part === 'string')
      return part.replace(/<(\w+) (\d+)>/g, (_, kind: string, n: string) => this.id(kind, Number(n))) as Part;
    if (Array.isArray(part)) return part.map((each: unknown) => this.resolve(each)) as Part;
    if (part === null || typeof part !== 'object') return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, this.resolve(value as unknown)]),
    ) as Part;
  }

  /** Learns the ids in an answer. */
  learn({ status, body }: ModelResponse): void {
    const made = body as Record<
      'smart_list' | 'outcome' | 'call' | 'dial_group',
      Record<string, string> | undefined
    > & {
      readonly calls?: readonly { readonly call_id: string }[];
    };
    if (status === 201 && made.smart_list) this.lists.push(made.smart_list['smart_list_id']!);
    if (status === 201 && made.outcome) this.outcomes.push(made.outcome['outcome_id']!);
    if (status === 201 && made.dial_group) this.groups.push(made.dial_group['dial_group_id']!);
    if (status === 201 && made.call) this.calls.unshift(made.call['call_id']!);
    if (made.calls) this.calls.unshift(...made.calls.map(({ call_id }) => call_id));
  }

  private id(kind: string, n: number): string {
    const uuid = (tail: string) => `00000000-0000-4000-8000-${tail.padStart(12, '0')}`;
    if (kind === 'workspace') return this.workspaceId;
    if (kind === 'in') return new Date(this.now() + n * 3_600_000).toISOString();
    if (kind === 'contact') return uuid(`c0${n}`);
    // Names of lists are unique, and those of groups.
    if (kind === 'name') return `list ${(this.names += 1)}`;
    return { list: this.lists, outcome: this.outcomes, call: this.calls, group: this.groups }[kind]![n] ?? uuid('dead');
  }
}

const [CONTACTS, LISTS, OUTCOMES, CALLS, GROUPS] = [6, 4, 3, 4, 2];
const placeholder = (kind: string, count: number) => fc.nat(count - 1).map((n) => `<${kind} ${n}>`);
const contact = placeholder('contact', CONTACTS);
const list = placeholder('list', LISTS);
const outcome = placeholder('outcome', OUTCOMES);
const call = placeholder('call', CALLS);
const group = placeholder('group', GROUPS);
const listsOfGroup = fc.uniqueArray(list, { minLength: 1, maxLength: 3 });
const members = fc
  .uniqueArray(contact, { minLength: 1, maxLength: 4 })
  .map((ids) => ({ members: ids.map((contact_id) => ({ contact_id })) }));

// 0 freezes a list: with more than a few of those, few calls happen.
const cap = fc.constantFrom(null, null, null, 1, 1, 1, 2, 2, 3, 0);
const limits = {
  max_attempts_per_day: cap,
  max_attempts_total: cap,
  min_retry_seconds: fc.constantFrom(0, 0, 60, 600, 3_600, 50_000),
};
const gap = fc.constantFrom(0, 60, 3_600, 90_000);
const window = fc.record({ attempts: fc.integer({ min: 1, max: 4 }), hours: fc.constantFrom(1, 2, 5, 24, 30) });
const settings = {
  ...limits,
  retry_seconds: fc.option(fc.dictionary(fc.constantFrom('busy', 'answered', 'not_placed'), gap, { minKeys: 1 }), {
    freq: 2,
  }),
  attempt_windows: fc.option(fc.array(window, { minLength: 1, maxLength: 3 }), { freq: 1 }),
  paused: fc.constantFrom(false, false, false, false, false, true),
  priority: fc.constantFrom('highest', 'medium', 'lowest'),
  next_list_id: fc.option(list),
};
const some = <Shape extends object>(shape: { [Key in keyof Shape]: fc.Arbitrary<Shape[Key]> }) =>
  fc.record(shape, { requiredKeys: [] });

const request = (
  weight: number,
  method: string,
  path: fc.Arbitrary<string> | string,
  body: fc.Arbitrary<unknown> = fc.constant(undefined),
) => ({
  weight,
  arbitrary: fc.record({
    method: fc.constant(method),
    path: typeof path === 'string' ? fc.constant(path) : path,
    body,
  }),
});

const named = fc.record(settings).map((rest) => ({ name: '<name 0>', ...rest }));

const ZONES = ['UTC', 'America/New_York', 'America/Santiago', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Asia/Beirut'];

const outcomes = fc.oneof(
  fc.record({ destination_type: fc.constant('smart_list'), destination_id: list }),
  fc.record({ destination_type: fc.constant('remove_from_selected'), smart_list_ids: list.map((id) => [id]) }),
  fc.record({ destination_type: fc.constantFrom('none', 'remove_from_all', 'do_not_call') }),
);
const typed = fc
  .tuple(outcomes, fc.constantFrom(false, false, true), fc.option(gap, { freq: 2 }))
  .map(([destination, action, retry_seconds]) =>
    action
      ? { outcome_name: 'action', outcome_type: 'action', webhook_url: 'https://hooks.invalid/', ...destination }
      : { outcome_name: 'disposition', retry_seconds, ...destination },
  );

const number = fc.nat(CONTACTS - 1).map(phoneOf);
const entry = fc.record({
  phone: number,
  reason: fc.constantFrom(null, 'asked'),
  expires_at: fc.constantFrom(null, '<in 1>', '<in 5>', '<in 30>'),
});

const AGENTS = ['mia', 'noa'] as const;
const agent = fc.constantFrom(undefined, undefined, ...AGENTS);
/** Most with a time that a history reaches; an owner without a callback, or one too far ahead, is refused. */
const callback = fc.record({
  callback_at: fc.constantFrom('<in 0>', '<in 0>', '<in 1>', '<in 2>', '<in 10>', '<in 30>', '<in 9000>'),
  callback_agent_id: agent,
  callback_owner_seconds: fc.constantFrom(undefined, undefined, undefined, 0, 3_600),
});
const cleared = fc.record({ callback_at: fc.constant(null), callback_agent_id: fc.constantFrom(undefined, ...AGENTS) });
const promised = fc.oneof({ weight: 5, arbitrary: callback }, { weight: 1, arbitrary: cleared });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ wait: fc.constantFrom(1, 1, 5, 10, 10, 15, 30, 60, 110, 300, 1_500) }) },
  request(12, 'POST', '/dialer/next', fc.record({ limit: fc.integer({ min: 1, max: 4 }), agent_id: agent })),
  request(4, 'POST', '/dialer/next', fc.record({ limit: fc.integer({ min: 1, max: 2 }), smart_list_id: list })),
  request(5, 'POST', '/dialer/next', fc.record({ limit: fc.integer({ min: 1, max: 3 }), dial_group_id: group })),
  request(
    20,
    'POST',
    call.map((id) => `/calls/${id}/end`),
    fc.record({ result: fc.constantFrom('busy', 'answered', 'answered', 'not_placed') }),
  ),
  request(
    8,
    'POST',
    call.map((id) => `/calls/${id}/outcomes`),
    fc.record({ outcome_id: outcome }),
  ),
  request(
    5,
    'POST',
    call.map((id) => `/calls/${id}/outcomes`),
    fc.tuple(outcome, callback).map(([outcome_id, fields]) => ({ outcome_id, ...fields })),
  ),
  request(
    6,
    'PATCH',
    fc.tuple(list, contact).map(([listId, id]) => `/smart-lists/${listId}/members/${id}`),
    promised,
  ),
  request(
    1,
    'POST',
    call.map((id) => `/calls/${id}/heartbeat`),
  ),
  request(2, 'POST', '/calls', fc.record({ contact_id: contact })),
  request(
    4,
    'PATCH',
    list.map((id) => `/smart-lists/${id}`),
    some(settings),
  ),
  request(1, 'PATCH', '/dialer', fc.record({ paused: fc.constantFrom(false, false, true) })),
  request(2, 'POST', '/smart-lists', named),
  request(
    1,
    'DELETE',
    list.map((id) => `/smart-lists/${id}`),
  ),
  request(1, 'POST', '/dial-groups', fc.record({ name: fc.constant('<name 0>'), smart_list_ids: listsOfGroup })),
  request(
    2,
    'PATCH',
    group.map((id) => `/dial-groups/${id}`),
    fc.record({ smart_list_ids: listsOfGroup }),
  ),
  request(
    1,
    'DELETE',
    group.map((id) => `/dial-groups/${id}`),
  ),
  request(
    5,
    'POST',
    list.map((id) => `/smart-lists/${id}/members/batch`),
    members,
  ),
  request(
    2,
    'POST',
    list.map((id) => `/smart-lists/${id}/members/batch-remove`),
    members,
  ),
  request(
    3,
    'POST',
    list.map((id) => `/smart-lists/${id}/members/batch-reset`),
    members,
  ),
  request(
    3,
    'POST',
    list.map((id) => `/smart-lists/${id}/reset`),
    some({ completed_only: fc.constantFrom(true, true, false) }),
  ),
  request(1, 'POST', '/smart-list-members/batch-remove', members),
  request(1, 'POST', '/phone-system/outcomes', typed),
  request(
    1,
    'DELETE',
    outcome.map((id) => `/phone-system/outcomes/${id}`),
  ),
  request(
    1,
    'DELETE',
    contact.map((id) => `/contacts/${id}`),
  ),
  request(
    2,
    'POST',
    contact.map((id) => `/contacts/${id}/erase`),
  ),
  request(
    3,
    'POST',
    '/contacts/batch',
    fc.tuple(contact, fc.nat(CONTACTS - 1)).map(([id, n]) => imported(id, n)),
  ),
  request(
    3,
    'POST',
    '/do-not-call/batch',
    fc.array(entry, { minLength: 1, maxLength: 2 }).map((entries) => ({ entries })),
  ),
  request(
    2,
    'POST',
    '/do-not-call/batch-remove',
    fc.array(number, { minLength: 1, maxLength: 3 }).map((phones) => ({ phones })),
  ),
  request(
    3,
    'PATCH',
    '/admin/workspaces/<workspace 0>',
    some({
      time_zone: fc.constantFrom(...ZONES),
      contact_windows: fc.option(fc.array(window, { minLength: 1, maxLength: 2 }), { freq: 1 }),
      lease_seconds: fc.constantFrom(60, 7_200),
      wrap_up_seconds: fc.constantFrom(60, 600),
      unlisted: some({ ...limits, enabled: fc.boolean() }),
    }),
  ),
);

function imported(contact_id: string, n: number): object {
  return { contacts: [{ contact_id, phone: phoneOf(n) }] };
}

function phoneOf(n: number): string {
  return `+1202555010${n}`;
}

const lists = fc.array(fc.tuple(named, members), { minLength: 3, maxLength: 3 }).map((all) =>
  all.flatMap(([body, added], n): Step[] => [
    // The next list of a waterfall is one that was made earlier, so that few are refused.
    { method: 'POST', path: '/smart-lists', body: { ...body, next_list_id: n > 0 ? `<list ${n - 1}>` : null } },
    { method: 'POST', path: `/smart-lists/<list ${n}>/members/batch`, body: added },
  ]),
);

/** Without a disposition among them calls are completed by their end. */
const someOutcomes = fc
  .array(typed, { maxLength: OUTCOMES, size: 'max' })
  .map((all) => all.map((body): Step => ({ method: 'POST', path: '/phone-system/outcomes', body })));

/** Two of the three lists are in a group from the start. */
const oneGroup: Step = {
  method: 'POST',
  path: '/dial-groups',
  body: { name: '<name 0>', smart_list_ids: ['<list 1>', '<list 0>'] },
};

const everybody = Array.from({ length: CONTACTS }, (_, n): Step => {
  return { method: 'POST', path: '/contacts/batch', body: imported(`<contact ${n}>`, n) };
});

/** Lists with members and outcomes exist from the start, so that most of a history is about dialing. */
const opening = fc.tuple(lists, someOutcomes).map((steps) => [...everybody, ...steps.flat(), oneGroup]);

/** Nights on which clocks change in some of these zones, and one on which none does. */
const BEGINNINGS = ['2030-03-09', '2030-03-30', '2030-04-06', '2030-06-11', '2030-09-07', '2030-10-26', '2030-11-02'];

/** The history of a workspace: its beginning and its steps. */
export const histories = (maxLength = 60) =>
  fc.record({
    begins: fc.tuple(fc.constantFrom(...BEGINNINGS), fc.nat(47)).map(([day, n]) => Date.parse(day) + n * 1_800_000),
    steps: fc
      .tuple(opening, fc.array(step, { minLength: 10, maxLength, size: 'max' }))
      .map(([first, rest]): Step[] => [...first, ...rest]),
  });
