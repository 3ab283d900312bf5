import { type EventStore, StoreUnavailableError } from '#event-store';
import { type RecordedEvent, UnknownEventError } from '#kernel';

/** Events of one call to the log. */
const BATCH = 200;

/** What a workspace's stream has got behind a revision, read on whenever it is asked. */
export class ChangesSince {
  /** @param revision the last one that is known */
  constructor(
    private readonly log: Pick<EventStore, 'read'>,
    private readonly stream: string,
    private revision: number,
  ) {}

  /**
   * The events that are in the log now and were not handed out before. Rows that were read before the call show no
   * event that is neither among them nor among earlier ones.
   * @throws StoreUnavailableError also where the workspace was deleted, whose rows are dropped, or an event was written
   *   by a newer version of the service
   */
  async *read(): AsyncGenerator<readonly RecordedEvent[]> {
    for (;;) {
      const events = await this.batch();
      if (events.some(({ type }) => type === 'WorkspaceDeleted')) {
        throw new StoreUnavailableError('The workspace was deleted while it was exported.');
      }
      this.revision = events.at(-1)?.revision ?? this.revision;
      if (events.length > 0) yield events;
      if (events.length < BATCH) return;
    }
  }

  private async batch(): Promise<readonly RecordedEvent[]> {
    try {
      return await this.log.read(this.stream, { from: this.revision + 1, limit: BATCH });
    } catch (error) {
      if (!(error instanceof UnknownEventError)) throw error;
      throw new StoreUnavailableError('An event was written by a newer version of the service.');
    }
  }
}
