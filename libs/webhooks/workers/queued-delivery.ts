/** A due delivery, with the fields that its queue and its admission need. */
export interface QueuedDelivery {
  readonly workspace_id: string;
  readonly outcome_id: string;
  /** Host and port of the receiver. */
  readonly host: string;
  readonly due_at: string;
  /** Revision of the request in the workspace's stream: the order of creation. */
  readonly number: number;
}

/** Identifies a receiver: the URL of one outcome. Outcomes of other customers may have receivers on the same host. */
export function receiverKey({ host, outcome_id }: Pick<QueuedDelivery, 'host' | 'outcome_id'>): string {
  return `${host} ${outcome_id}`;
}

/** The order of due times; at the same time, that of creation. */
export function isDueBefore(a: QueuedDelivery, b: QueuedDelivery): boolean {
  return a.due_at < b.due_at || (a.due_at === b.due_at && a.number < b.number);
}
