/**
 * Brings the queue of a workspace up to the clock where a read of it finds more rows due than it judges. The slice of
 * dialing has it; a dry run reads the queue and stands above that slice.
 */
export interface DueQueue {
  /**
   * Runs `ask`, and where more rows are due than it reads, promotes them and runs it again. It writes cached fields of
   * rows alone, and appends nothing.
   * @throws DomainError `unavailable`: still more are due
   */
  before<Answer>(workspaceId: string, ask: () => Promise<Answer>): Promise<Answer>;
}

export const DUE_QUEUE = Symbol('DueQueue');
