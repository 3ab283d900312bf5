import { type RecordedEvent, UnknownEventError } from '#kernel';
import { EventOpener, type ReadKeys } from '#personal-data';
import type { WorkspaceDeleted } from '#workspaces/domain';

/** The events of a workspace whose personal data cannot be opened, although nobody has shredded them. */
export interface Unopened {
  readonly workspaceId: string;
  readonly events: number;
  /** The first of them. */
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly reason: string;
}

const DELETED: WorkspaceDeleted['type'] = 'WorkspaceDeleted';

/**
 * Finds the events whose personal data cannot be opened: the store of keys lacks a key, or SECRETS_KEY does not unwrap
 * it. A shredded key is no fault, nor is anything of a workspace that was deleted.
 */
export class UnopenedEvents {
  private waiting: RecordedEvent[] = [];
  private readonly byWorkspace = new Map<string, Unopened>();
  private readonly deleted = new Set<string>();
  private readonly opener: EventOpener;

  constructor(keys: Pick<ReadKeys, 'get'>) {
    this.opener = new EventOpener(keys);
  }

  /** Takes the next event. The next {@link open} opens it. */
  add(event: RecordedEvent): void {
    this.waiting.push(event);
    if (event.type === DELETED) this.deleted.add(event.metadata.workspace_id);
  }

  /** @throws PersonalKeysUnavailableError */
  async open(): Promise<void> {
    const events = this.waiting;
    this.waiting = [];
    for (const opened of await this.opener.openEvents(events, { records: true })) {
      if (opened instanceof UnknownEventError) this.count(opened);
    }
  }

  /** What was found, by workspace. */
  found(): readonly Unopened[] {
    return [...this.byWorkspace.values()].filter(({ workspaceId }) => !this.deleted.has(workspaceId));
  }

  private count({ stream, revision, message: reason, about }: UnknownEventError): void {
    const { workspaceId = '', type = '' } = about;
    const known = this.byWorkspace.get(workspaceId);
    const first = known ?? { workspaceId, stream, revision, type, reason };
    this.byWorkspace.set(workspaceId, { ...first, events: (known?.events ?? 0) + 1 });
  }
}
