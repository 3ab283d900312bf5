import type { Instant } from '#kernel';
import type { RecordedAnswer } from './questions.js';

type Row = Readonly<Record<string, unknown>>;

/** What no past has any more (docs/how-to/audit.md#what-the-past-does-not-have). */
export interface Forgotten {
  /** Ids of contacts that were erased by the end of the log. */
  readonly contacts: ReadonlySet<string>;
  /** Ids of the deliveries about them. */
  readonly deliveries: ReadonlySet<string>;
  /** Tokens of workspaces in which personal data of calls and deliveries ends by its age. */
  readonly tokens: ReadonlySet<string>;
  /** Responses of receivers before this instant have ended by their age (docs/reference/personal-data.md). */
  readonly responsesBefore: Instant;
}

/**
 * `same`: byte for byte, but for the id of the request and when a key was last used. `erased`: where phones, names and
 * responses of what was erased since are left out of both. `different`: neither.
 */
export type Comparison = 'same' | 'erased' | 'different';

/** Compares an answer of the service with that of a past. */
export function compare(
  then: RecordedAnswer,
  past: { readonly status: number; readonly body: string },
  forgotten: Forgotten,
): Comparison {
  if (then.status !== past.status) return 'different';
  if (ofTheInstant(then.body) === ofTheInstant(past.body)) return 'same';
  const forgets = then.token !== undefined && forgotten.tokens.has(then.token);
  const [one, other] = [then.body, past.body].map((body) =>
    withoutClocks({ path: then.path, body: withoutForgotten(body, forgotten, forgets) }, forgotten.contacts),
  );
  return one === other ? 'erased' : 'different';
}

/** A body without what is of the request and of no event. */
function ofTheInstant(body: string): string {
  return body
    .replace(/"request_id":"[^"]*"/, '"request_id":""')
    .replace(/"last_used_at":(?:null|"[^"]*")/g, '"last_used_at":null');
}

function withoutForgotten(
  body: string,
  { contacts, deliveries, responsesBefore }: Forgotten,
  forgets: boolean,
): string {
  return JSON.stringify(JSON.parse(ofTheInstant(body)), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const row = value as Row;
    const isOf = (field: string, ids: ReadonlySet<string>): boolean => ids.has(String(row[field]));
    // Windows of a list have a number under this name.
    if (Array.isArray(row['attempts'])) {
      const isGone = (at: string): boolean => forgets || isOf('delivery_id', deliveries) || at < responsesBefore;
      const attempts = row['attempts'] as readonly (Row & { readonly at: string })[];
      return { ...row, attempts: attempts.map((each) => (isGone(each.at) ? without(each, ['response_body']) : each)) };
    }
    const isGone = isOf('contact_id', contacts) || (forgets && 'call_id' in row);
    if (isGone) return without(row, OF_A_PERSON);
    return row;
  });
}

/**
 * The body of an answer; that of an explanation of one of the contacts without what follows from its clocks: its number
 * told where they are.
 */
export function withoutClocks(
  { path, body }: Pick<RecordedAnswer, 'path' | 'body'>,
  contacts: ReadonlySet<string>,
): string {
  const [, explained] = /\/members\/([^/]+)\/explain$/.exec(path) ?? [];
  if (explained === undefined || !contacts.has(explained)) return body;
  return JSON.stringify(JSON.parse(body), (key, value: unknown) => {
    if (key === 'eligible') return undefined;
    const isHours = typeof value === 'object' && value !== null && (value as Row)['gate'] === 'calling_hours';
    return isHours ? null : value;
  });
}

const OF_A_PERSON = [
  ...['phone', 'name', 'external_id', 'phones', 'attributes', 'time_zone', 'zones', 'zones_source'],
  ...['notes', 'recording_url'],
];

function without(row: Row, fields: readonly string[]): Row {
  return { ...row, ...Object.fromEntries(fields.filter((field) => field in row).map((field) => [field, null])) };
}
