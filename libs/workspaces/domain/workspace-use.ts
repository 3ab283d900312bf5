import { type Collection, keyText, type RecordedEvent, type Row, type WorkspaceView } from '#kernel';

/**
 * The use of a workspace's resources, as counted by its own stream
 * (docs/adr/0026-quotas-are-kept-by-a-rule-over-every-write.md).
 */
export interface WorkspaceUse {
  readonly contacts: number;
  readonly members: number;
  readonly open_calls: number;
  /** Webhook deliveries that were ever requested. Fewer of them wait; their own streams tell which. */
  readonly deliveries_requested: number;
}

export interface WorkspaceUseRow extends Row, WorkspaceUse {
  readonly workspace_id: string;
  readonly live: 1;
}

/** One row a workspace, from the first counted event on. */
export const WORKSPACE_USE: Collection<WorkspaceUseRow> = {
  name: 'workspace_use',
  key: ['workspace_id'],
  indexes: [{ name: 'live', fields: ['workspace_id', 'live'] }],
};

/** By how much an event raises a resource: a number, or a function of its data. */
export type UseStep = number | ((data: never) => number);

/**
 * The events of a slice that raise and lower one resource, by type. Data, so that one projection counts for all slices.
 */
export interface UseCounting {
  readonly resource: keyof WorkspaceUse;
  readonly steps: Readonly<Record<string, UseStep>>;
}

const NOTHING: WorkspaceUse = { contacts: 0, members: 0, open_calls: 0, deliveries_requested: 0 };

/** The use of the workspace of a decision. The same object until it changes. */
export function useOf(view: WorkspaceView): WorkspaceUse {
  return view.resident(WORKSPACE_USE).get(keyText([view.workspaceId])) ?? NOTHING;
}

/** The use of a workspace as the admin routes show it, beside its quotas. */
export function presentUse(row: WorkspaceUse | undefined, deliveriesWaiting: number) {
  const { contacts, members, open_calls } = row ?? NOTHING;
  return { contacts, members, open_calls, deliveries_waiting: deliveriesWaiting };
}

/** The row after an event that raises or lowers a resource. */
export function evolveUse(
  row: WorkspaceUseRow | undefined,
  { data, metadata, revision }: RecordedEvent,
  resource: keyof WorkspaceUse,
  step: UseStep,
): WorkspaceUseRow {
  const { contacts, members, open_calls, deliveries_requested } = row ?? NOTHING;
  const by = typeof step === 'number' ? step : step(data as never);
  // Field by field: this runs for every member that is added, and a spread with a computed name costs several times the
  // time.
  return {
    workspace_id: metadata.workspace_id,
    live: 1,
    contacts: resource === 'contacts' ? contacts + by : contacts,
    members: resource === 'members' ? members + by : members,
    open_calls: resource === 'open_calls' ? open_calls + by : open_calls,
    deliveries_requested: resource === 'deliveries_requested' ? deliveries_requested + by : deliveries_requested,
    revision,
  };
}
