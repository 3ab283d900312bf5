import type { RecordedEvent } from '#kernel';
import type { ReadModel } from '#read-model';
import { API_KEYS } from '#workspaces/domain';
import { presentEvent } from '../domain/index.js';

export type PresentedEvent = ReturnType<typeof presentEvent>;

/** Events as the API shows them, with the present names of the keys that acted. @throws ReadModelUnavailableError */
export async function presented(
  events: readonly RecordedEvent[],
  rows: Pick<ReadModel, 'getMany'>,
): Promise<readonly PresentedEvent[]> {
  const acted = events.flatMap(({ metadata: { actor, workspace_id } }) =>
    actor.kind === 'api_key' && actor.id !== null ? [[workspace_id, actor.id] as const] : [],
  );
  const keys = [...new Map(acted.map((key) => [key[1], key])).values()];
  const found = keys.length === 0 ? [] : await rows.getMany(API_KEYS, keys);
  const names = new Map(keys.map(([, id], n) => [id, found[n]?.name ?? null]));
  return events.map((event) => presentEvent(event, names.get(event.metadata.actor.id ?? '') ?? null));
}
