/** A due delivery, with the fields that its queue and its admission need. */
export interface QueuedDelivery {
  readonly workspace_id: string;
  /** The endpoint, or else the outcome, whose receiver it is sent to. */
  readonly receiver_id: string;
  /** Host and port of the receiver. */
  readonly host: string;
  readonly due_at: string;
  /** Revision of the request in the workspace's stream: the order of creation. */
  readonly number: number;
}

/**
 * Identifies a receiver: the URL of one outcome or endpoint. Those of other customers may have receivers on the same
 * host.
 */
export function receiverKey({ host, receiver_id }: Pick<QueuedDelivery, 'host' | 'receiver_id'>): string {
  return `${host} ${receiver_id}`;
}

/** The order of due times; at the same time, that of creation. */
export function isDueBefore(a: QueuedDelivery, b: QueuedDelivery): boolean {
  return a.due_at < b.due_at || (a.due_at === b.due_at && a.number < b.number);
}
