/** The quotas of a workspace, by resource (docs/adr/0026-quotas-are-kept-by-a-rule-over-every-write.md). */
export interface Quotas {
  /** Contacts that are not deleted. */
  readonly contacts: number;
  /** Active memberships of all lists together; those of a deleted list count until its sweep has ended them. */
  readonly members: number;
  /** Calls that are not completed. */
  readonly open_calls: number;
  /** Deliveries with a next attempt. Compared with a count that may be some seconds old. */
  readonly deliveries_waiting: number;
}

export type QuotaName = keyof Quotas;

/** The quotas of a workspace unless the admin changes them. */
export const QUOTA_DEFAULTS: Quotas = {
  contacts: 5_000_000,
  members: 20_000_000,
  open_calls: 10_000,
  deliveries_waiting: 1_000_000,
};

/** Every resource that has a quota, in the order in which they are shown. */
export const QUOTA_NAMES = [
  'contacts',
  'members',
  'open_calls',
  'deliveries_waiting',
] as const satisfies readonly QuotaName[];
