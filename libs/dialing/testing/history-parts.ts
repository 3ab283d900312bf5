import fc from 'fast-check';

const [LISTS, CALLS, GROUPS] = [4, 4, 2];
export const [CONTACTS, OUTCOMES] = [6, 3];
const placeholder = (kind: string, count: number) => fc.nat(count - 1).map((n) => `<${kind} ${n}>`);
export const contact = placeholder('contact', CONTACTS);
export const list = placeholder('list', LISTS);
export const outcome = placeholder('outcome', OUTCOMES);
export const call = placeholder('call', CALLS);
export const group = placeholder('group', GROUPS);
export const HOURS = 3;
export const hours = placeholder('hours', HOURS);
/** null: none. */
export const hoursNamed = fc.option(hours, { freq: 2 });
export const listsOfGroup = fc.uniqueArray(list, { minLength: 1, maxLength: 3 });
export const members = fc
  .uniqueArray(contact, { minLength: 1, maxLength: 4 })
  .map((ids) => ({ members: ids.map((contact_id) => ({ contact_id })) }));

// 0 freezes a list: with more than a few of those, few calls happen.
const cap = fc.constantFrom(null, null, null, 1, 1, 1, 2, 2, 3, 0);
export const limits = {
  max_attempts_per_day: cap,
  max_attempts_total: cap,
  min_retry_seconds: fc.constantFrom(0, 0, 60, 600, 3_600, 50_000),
};
const gap = fc.constantFrom(0, 60, 3_600, 90_000);
export const window = fc.record({ attempts: fc.integer({ min: 1, max: 4 }), hours: fc.constantFrom(1, 2, 5, 24, 30) });
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

/** The settings of a list. */
export const settingsOf = (withHours: boolean) =>
  withHours ? { ...settings, calling_hours_id: hoursNamed } : settings;

/** A list that is to be made. */
export const namedList = (withHours: boolean) =>
  fc.record(settingsOf(withHours)).map((rest) => ({ name: '<name 0>', ...rest }));

/** Each of its keys may be absent. */
export const some = <Shape extends object>(shape: { [Key in keyof Shape]: fc.Arbitrary<Shape[Key]> }) =>
  fc.record(shape, { requiredKeys: [] });

/** A step that is a request, and how often it is taken. */
export const request = (
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

export const ZONES = [
  ...['UTC', 'America/New_York', 'America/Santiago', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Asia/Beirut'],
];

/** Two of one zone, two of other zones, one of two zones at once, and one of no zone. */
const PHONES = ['+12025550100', '+12025550101', '+12135550102', '+18085550103', '+19075550104', '+18005550105'];

export function phoneOf(n: number): string {
  return PHONES[n]!;
}

/** The import of a contact with one of the phones. */
export function imported(contact_id: string, n: number, more: object = {}): object {
  return { contacts: [{ contact_id, phone: phoneOf(n), ...more }] };
}

const outcomes = fc.oneof(
  fc.record({ destination_type: fc.constant('smart_list'), destination_id: list }),
  fc.record({ destination_type: fc.constant('remove_from_selected'), smart_list_ids: list.map((id) => [id]) }),
  fc.record({ destination_type: fc.constantFrom('none', 'remove_from_all', 'do_not_call') }),
);
export const typed = fc
  .tuple(outcomes, fc.constantFrom(false, false, true), fc.option(gap, { freq: 2 }))
  .map(([destination, action, retry_seconds]) =>
    action
      ? { outcome_name: 'action', outcome_type: 'action', webhook_url: 'https://hooks.invalid/', ...destination }
      : { outcome_name: 'disposition', retry_seconds, ...destination },
  );

export const number = fc.nat(CONTACTS - 1).map(phoneOf);
export const entry = fc.record({
  phone: number,
  reason: fc.constantFrom(null, 'asked'),
  expires_at: fc.constantFrom(null, '<in 1>', '<in 5>', '<in 30>'),
});

const AGENTS = ['mia', 'noa'] as const;
export const agent = fc.constantFrom(undefined, undefined, ...AGENTS);
/** Most with a time that a history reaches; an owner without a callback, or one too far ahead, is refused. */
export const callback = fc.record({
  callback_at: fc.constantFrom('<in 0>', '<in 0>', '<in 1>', '<in 2>', '<in 10>', '<in 30>', '<in 9000>'),
  callback_agent_id: agent,
  callback_owner_seconds: fc.constantFrom(undefined, undefined, undefined, 0, 3_600),
});
const cleared = fc.record({ callback_at: fc.constant(null), callback_agent_id: fc.constantFrom(undefined, ...AGENTS) });
export const promised = fc.oneof({ weight: 5, arbitrary: callback }, { weight: 1, arbitrary: cleared });
