import type { Day, DomainEvent } from '#kernel';

/**
 * The personal data of calls, and of deliveries, that are older than the workspace keeps them has ended
 * (docs/reference/personal-data.md): it may be shredded from this event on. Nothing brings it back.
 */
export type PersonalDataExpired = DomainEvent<
  'PersonalDataExpired',
  {
    /** That of calls begun on days before this one (UTC); null: of none. */
    readonly calls_before: Day | null;
    /** That of deliveries requested on days before this one (UTC); null: of none. */
    readonly deliveries_before: Day | null;
  }
>;
