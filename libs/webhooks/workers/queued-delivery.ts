/** A delivery that is due, as far as its queue and its admission need it. */
export interface QueuedDelivery {
  readonly workspace_id: string;
  readonly outcome_id: string;
  /** Host and port of the receiver. */
  readonly host: string;
  readonly due_at: string;
  /** Revision of the request in the workspace's stream: the order of creation. */
  readonly number: number;
}

/** Identifies a receiver: the URL of one outcome. Outcomes of other customers may have theirs on the same host. */
export function receiverKey({ host, outcome_id }: Pick<QueuedDelivery, 'host' | 'outcome_id'>): string {
  return `${host} ${outcome_id}`;
}

/** The order of their due times; at one time, that of creation. */
export function isDueBefore(a: QueuedDelivery, b: QueuedDelivery): boolean {
  return a.due_at < b.due_at || (a.due_at === b.due_at && a.number < b.number);
}
