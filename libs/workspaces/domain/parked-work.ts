import type { Collection, DomainEvent, EventSchema, Instant, Recorded, RecordedEvent, Row } from '#kernel';

// docs/adr/0052-parked-work-is-on-record.md

/** The workers whose parked items are on record, by their names in health: those that append to the log. */
export const PARKING_WORKERS = [
  'sweeps',
  'call_timers',
  'webhook_deliveries',
  'erasures',
  'retention',
  'attribute_indexing',
  'zones_refresh',
] as const;
export type ParkingWorker = (typeof PARKING_WORKERS)[number];

/** What may be parked: an event that holds its stream back, or an item of a worker. */
export const PARKED_KINDS = ['event', ...PARKING_WORKERS] as const;
export type ParkedKind = (typeof PARKED_KINDS)[number];

/** What an item of a to-do list is about. */
export const PARKED_SUBJECTS = ['list', 'call', 'delivery', 'contact', 'workspace'] as const;
export type ParkedSubject = (typeof PARKED_SUBJECTS)[number];

/** Where the row of an item is found. */
export interface ParkedKey {
  readonly workspaceId: string;
  readonly worker: ParkingWorker;
  readonly item: string;
}

/** An item of a to-do list, and what put it there. */
export interface ParkedItem {
  readonly worker: ParkingWorker;
  /** The key of the item in its workspace: the id of a call, delivery or contact, or the cause of a sweep. */
  readonly item: string;
  /** What put it on the list: another version of the same item is tried again by itself. */
  readonly version: string;
  readonly subject_type: ParkedSubject;
  readonly subject_id: string;
}

/** An item of a to-do list has failed too often: its worker does not try it any more. */
export type WorkParked = DomainEvent<
  'WorkParked',
  ParkedItem & {
    readonly parked_id: string;
    /** Of this version of the item, in all processes that have parked it. */
    readonly attempts: number;
    readonly first_failed_at: Instant;
    /** The message of the last failure, at most 500 characters. */
    readonly error: string;
  }
>;
/** An operator has a parked item tried again. */
export type WorkRetried = DomainEvent<'WorkRetried', ParkedItem & { readonly parked_id: string }>;
/** An operator has decided that a parked item is never tried again. */
export type WorkSkipped = DomainEvent<
  'WorkSkipped',
  ParkedItem & {
    readonly parked_id: string;
    /** The reason, in the words of the operator. */
    readonly reason: string;
  }
>;
export type ParkedWorkEvent = WorkParked | WorkRetried | WorkSkipped;

export const PARKED_WORK_EVENT_SCHEMAS: readonly EventSchema[] = [
  { type: 'WorkParked', version: 1 },
  { type: 'WorkRetried', version: 1 },
  { type: 'WorkSkipped', version: 1 },
];

/** parked: not tried. retried: tried again since the operator's word. skipped: never tried again. */
export const PARKED_STATES = ['parked', 'retried', 'skipped'] as const;
export type ParkedState = (typeof PARKED_STATES)[number];

/** An item that was parked at least once. It stays when its work is done: the to-do list tells whether it is. */
export interface ParkedWorkRow extends Row, ParkedItem {
  readonly workspace_id: string;
  readonly parked_id: string;
  readonly state: ParkedState;
  /** 1 while its state is `parked`. */
  readonly parked: 0 | 1;
  /** 1 while its state is `skipped`. */
  readonly skipped: 0 | 1;
  readonly attempts: number;
  readonly first_failed_at: Instant;
  readonly last_failed_at: Instant;
  readonly error: string;
  /** The event that put the item on its list; '' where time alone did. */
  readonly cause_id: string;
  /** The request behind that event. */
  readonly correlation_id: string;
  /** The event of the last decision of an operator, and its instant and reason; '' without one. */
  readonly decision_id: string;
  readonly decided_at: Instant;
  readonly reason: string;
}

/**
 * `parked`: those of all workspaces, or of one; `parked_by_worker`: those of a worker.
 * `skipped`: what a worker never tries again, of all workspaces.
 */
export const PARKED_WORK: Collection<ParkedWorkRow> = {
  name: 'parked_work',
  key: ['workspace_id', 'worker', 'item'],
  indexes: [
    { name: 'parked', fields: ['parked', 'workspace_id', 'worker', 'item'] },
    { name: 'parked_by_worker', fields: ['parked', 'worker', 'workspace_id', 'item'] },
    { name: 'skipped', fields: ['skipped', 'worker', 'workspace_id', 'item'] },
    { name: 'by_id', fields: ['parked_id'] },
  ],
};

/** Whether an event is one of this file's. */
export function isParkedWorkEvent(event: RecordedEvent): event is Recorded<ParkedWorkEvent> {
  return PARKED_WORK_EVENT_SCHEMAS.some(({ type }) => type === event.type);
}

/** The item after an event of its own. */
export function evolveParkedWork(
  row: ParkedWorkRow | undefined,
  event: Recorded<ParkedWorkEvent>,
): ParkedWorkRow | undefined {
  const { id, revision, metadata } = event;
  const { occurred_at: at } = metadata;
  switch (event.type) {
    case 'WorkParked':
      return {
        ...event.data,
        workspace_id: metadata.workspace_id,
        ...stateOf('parked'),
        last_failed_at: at,
        cause_id: metadata.causation_id ?? '',
        correlation_id: metadata.correlation_id,
        decision_id: '',
        decided_at: '',
        reason: '',
        revision,
      };
    case 'WorkRetried':
      return row && { ...row, ...stateOf('retried'), decision_id: id, decided_at: at, reason: '', revision };
    case 'WorkSkipped': {
      const { reason } = event.data;
      return row && { ...row, ...stateOf('skipped'), decision_id: id, decided_at: at, reason, revision };
    }
    default:
      return event satisfies never;
  }
}

function stateOf(state: ParkedState): Pick<ParkedWorkRow, 'state' | 'parked' | 'skipped'> {
  return { state, parked: state === 'parked' ? 1 : 0, skipped: state === 'skipped' ? 1 : 0 };
}
