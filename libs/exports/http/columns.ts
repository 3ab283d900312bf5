import type { ShownCall } from '../queries/export-calls.query.js';
import type { ShownContact } from '../queries/export-contacts.query.js';
import type { ShownMember } from '../queries/export-members.query.js';
import type { ShownRefusedRow } from '../queries/export-refused-rows.query.js';
import type { Column } from './csv.js';

/** Largest number of different names of attributes for which a table has columns: one of 1,000 is 40 KB wide. */
export const MAX_ATTRIBUTES = 1_000;

const furtherPhones = ({ phone, phones }: ShownContact) => (phone === null ? phones : phones.slice(1));

/** The columns of further phones: the one that is dialed is not among them. */
const FURTHER: readonly Column<ShownContact>[] = [2, 3, 4, 5].flatMap((n) => [
  { name: `phone_${n}`, cell: (contact) => furtherPhones(contact)[n - 2]?.phone },
  { name: `phone_${n}_label`, cell: (contact) => furtherPhones(contact)[n - 2]?.label },
]);

/**
 * The columns of contacts: those that an import takes.
 * @param attributes the names of all attributes that there are
 */
export function contactColumns(attributes: readonly string[]): readonly Column<ShownContact>[] {
  return [
    { name: 'contact_id', cell: ({ contact_id }) => contact_id },
    { name: 'external_id', cell: ({ external_id }) => external_id },
    { name: 'phone', cell: ({ phone }) => phone },
    { name: 'phone_label', cell: ({ phone, phones }) => (phone === null ? null : phones[0]?.label) },
    { name: 'name', cell: ({ name }) => name },
    { name: 'time_zone', cell: ({ time_zone }) => time_zone },
    ...FURTHER,
    ...attributes.map((name) => ({
      name: `attributes.${name}`,
      cell: (contact: ShownContact) => (Object.hasOwn(contact.attributes, name) ? contact.attributes[name] : null),
    })),
  ];
}

/** A column that is a field of what is shown. */
function field<Shown extends object>(name: keyof Shown & string): Column<Shown> {
  return { name, cell: (shown) => shown[name] as ReturnType<Column<Shown>['cell']> };
}

export const MEMBER_COLUMNS: readonly Column<ShownMember>[] = [
  ...(['contact_id', 'phone', 'smart_list_id', 'status', 'status_reason'] as const).map(field<ShownMember>),
  ...(['attempt_count', 'attempts_today', 'last_attempt_at'] as const).map(field<ShownMember>),
  { name: 'last_disposition.outcome_id', cell: ({ last_disposition: last }) => last?.outcome_id },
  { name: 'last_disposition.outcome_name', cell: ({ last_disposition: last }) => last?.outcome_name },
  field<ShownMember>('schedule_time'),
  ...(['callback_at', 'agent_id', 'owner_seconds', 'due_at', 'owner_until'] as const).map(
    (name): Column<ShownMember> => ({ name: `callback.${name}`, cell: ({ callback }) => callback?.[name] }),
  ),
  ...(['source', 'added_at', 'erased_at'] as const).map(field<ShownMember>),
];

const SNAPSHOT = ['name', 'priority', 'member_number', 'max_attempts_per_day', 'max_attempts_total'] as const;

/** The columns of calls: the outcomes of a call are one cell of JSON, as are the gaps by result and the windows. */
export const CALL_COLUMNS: readonly Column<ShownCall>[] = [
  ...(['call_id', 'contact_id', 'phone', 'smart_list_id', 'state', 'result', 'attempt_number'] as const).map(
    field<ShownCall>,
  ),
  ...SNAPSHOT.map(snapshotField),
  ...(['min_retry_seconds', 'dial_timeout_seconds', 'next_list_id'] as const).map(snapshotField),
  { name: 'snapshot.retry_seconds', cell: ({ snapshot }) => jsonCell(snapshot?.retry_seconds ?? null) },
  { name: 'snapshot.callback_at', cell: ({ snapshot }) => snapshot?.callback_at },
  { name: 'snapshot.scope.smart_list_id', cell: ({ snapshot }) => snapshot?.scope.smart_list_id },
  { name: 'snapshot.scope.dial_group_id', cell: ({ snapshot }) => snapshot?.scope.dial_group_id },
  { name: 'snapshot.attempt_windows', cell: ({ snapshot }) => jsonCell(snapshot?.attempt_windows ?? null) },
  { name: 'snapshot.contact_windows', cell: ({ snapshot }) => jsonCell(snapshot?.contact_windows ?? null) },
  { name: 'snapshot.calling_hours_id', cell: ({ snapshot }) => snapshot?.calling_hours_id },
  { name: 'snapshot.lane.calling_hours_id', cell: ({ snapshot }) => snapshot?.lane.calling_hours_id },
  { name: 'snapshot.lane.zones', cell: ({ snapshot }) => snapshot && jsonCell(snapshot.lane.zones) },
  ...(['agent_id', 'reference', 'notes', 'duration_seconds', 'recording_url'] as const).map(field<ShownCall>),
  { name: 'outcomes', cell: ({ outcomes }) => jsonCell(outcomes.length === 0 ? null : outcomes) },
  ...(['dispatched_at', 'lease_expires_at', 'ended_at', 'completed_at', 'erased_at'] as const).map(field<ShownCall>),
];

export const REFUSED_ROW_COLUMNS: readonly Column<ShownRefusedRow>[] = (
  ['row', 'line', 'pointer', 'code', 'detail'] as const
).map(field<ShownRefusedRow>);

function jsonCell(value: object | null): string | null {
  return value && JSON.stringify(value);
}

function snapshotField(
  name: Exclude<
    keyof NonNullable<ShownCall['snapshot']>,
    'retry_seconds' | 'attempt_windows' | 'contact_windows' | 'scope' | 'lane'
  >,
): Column<ShownCall> {
  return { name: `snapshot.${name}`, cell: ({ snapshot }) => snapshot?.[name] };
}
