import type { Actor, RecordedEvent } from '#kernel';
import { isApiKeyEvent } from '#workspaces/domain';

/** Who caused an event. */
export interface NamedActor extends Actor {
  /** Of an API key; null: the log does not have it. */
  readonly name?: string | null;
  /** Of an API key: its first 12 characters. */
  readonly prefix?: string | null;
}

/** The keys of a workspace by what the log says of them, also revoked ones. */
export class Actors {
  private readonly keys = new Map<string, { readonly name: string; readonly prefix: string }>();

  /** To be called with each event of the workspace, in their order. */
  learn(event: RecordedEvent): void {
    if (!isApiKeyEvent(event) || event.type !== 'ApiKeyCreated') return;
    const { api_key_id, name, prefix } = event.data;
    this.keys.set(api_key_id, { name, prefix });
  }

  /** The actor of an event, with the name of its key. */
  of({ metadata: { actor } }: RecordedEvent): NamedActor {
    if (actor.kind !== 'api_key') return actor;
    const { name = null, prefix = null } = this.keys.get(actor.id ?? '') ?? {};
    return { ...actor, name, prefix };
  }
}
