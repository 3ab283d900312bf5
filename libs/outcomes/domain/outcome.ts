import type { Collection, DomainEvent, EventSchema, Instant, Recorded, RecordedEvent, Row } from '#kernel';

/**
 * `action`: usable during a call, posts a webhook. `disposition`: the required final word after a call
 * (docs/reference/published-contract.md#1-what-the-service-does).
 */
export const OUTCOME_TYPES = ['action', 'disposition'] as const;
export type OutcomeType = (typeof OUTCOME_TYPES)[number];

/**
 * The effect of applying the outcome: on the memberships of the contact, or that the number that was dialed is dialed
 * no more (docs/reference/http-contract.md#outcome).
 */
export const DESTINATION_TYPES = [
  'none',
  'smart_list',
  'remove_from_all',
  'remove_from_selected',
  'do_not_call',
] as const;
export type DestinationType = (typeof DESTINATION_TYPES)[number];

/**
 * The destination of an outcome. The lists may have been deleted since: `presentDestination` gives the part that is
 * shown and has an effect.
 */
export interface Destination {
  readonly destination_type: DestinationType;
  /** For `smart_list`; null for any other type. */
  readonly destination_id: string | null;
  /** For `remove_from_selected`, 1 to 50; null for any other type. */
  readonly smart_list_ids: readonly string[] | null;
}

/** The fields of an outcome that PATCH can change. */
export interface OutcomeSettings extends Destination {
  readonly outcome_name: string;
  readonly outcome_type: OutcomeType;
  /** Position in the list, −2³¹ to 2³¹−1; of two equal ones the older comes first. */
  readonly order: number;
  /** For an action, https; null for a disposition. */
  readonly webhook_url: string | null;
  /** Seconds of the retry gap behind a call to which it is applied; null: it sets none, as no action does. */
  readonly retry_seconds: number | null;
}

/**
 * An outcome was defined. All settings are written out; `retry_seconds` is absent from events that are older than it.
 */
export type OutcomeCreated = DomainEvent<
  'OutcomeCreated',
  Omit<OutcomeSettings, 'retry_seconds'> & { readonly retry_seconds?: number | null; readonly outcome_id: string }
>;
/** The fields of an outcome that a PATCH changed; each such event is one version. */
export type OutcomeChanged = DomainEvent<
  'OutcomeChanged',
  { readonly outcome_id: string; readonly changes: Partial<OutcomeSettings> }
>;
/** The outcome no longer exists. Applied outcomes keep their snapshots. */
export type OutcomeDeleted = DomainEvent<'OutcomeDeleted', { readonly outcome_id: string }>;
export type OutcomeEvent = OutcomeCreated | OutcomeChanged | OutcomeDeleted;

export const OUTCOMES_SCHEMAS: readonly EventSchema[] = [
  { type: 'OutcomeCreated', version: 1 },
  { type: 'OutcomeChanged', version: 1 },
  { type: 'OutcomeDeleted', version: 1 },
];

/** An outcome, also a deleted one. */
export interface OutcomeRow extends Row, OutcomeSettings {
  readonly workspace_id: string;
  readonly outcome_id: string;
  /** Revision of its creation. */
  readonly number: number;
  /** 0 once deleted. */
  readonly live: 0 | 1;
  /** Counts the changes, from 1; the ETag. */
  readonly version: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export const OUTCOMES: Collection<OutcomeRow> = {
  name: 'outcomes',
  key: ['workspace_id', 'outcome_id'],
  indexes: [{ name: 'live', fields: ['workspace_id', 'live', 'order', 'number'] }],
};

/** Whether an event is one of this file's. */
export function isOutcomeEvent(event: RecordedEvent): event is Recorded<OutcomeEvent> {
  return OUTCOMES_SCHEMAS.some(({ type }) => type === event.type);
}

/** The outcome after an event of its own. */
export function evolveOutcome(row: OutcomeRow | undefined, event: Recorded<OutcomeEvent>): OutcomeRow | undefined {
  const { revision } = event;
  const { workspace_id, occurred_at: at } = event.metadata;
  switch (event.type) {
    case 'OutcomeCreated':
      return {
        ...event.data,
        retry_seconds: event.data.retry_seconds ?? null,
        workspace_id,
        number: revision,
        live: 1,
        version: 1,
        created_at: at,
        updated_at: at,
        revision,
      };
    case 'OutcomeChanged':
      return row && { ...row, ...event.data.changes, version: row.version + 1, updated_at: at, revision };
    case 'OutcomeDeleted':
      return row && { ...row, live: 0, updated_at: at, revision };
    default:
      return event satisfies never;
  }
}
