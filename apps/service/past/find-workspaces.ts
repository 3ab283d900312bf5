import { WORKSPACE_STREAMS } from '#kernel';
import { namesId } from './names-id.js';
import { readSealedEvents, type SealedEventsOptions } from './sealed-events.js';

export interface FindWorkspacesOptions extends Pick<SealedEventsOptions, 'environment' | 'signal'> {
  readonly ids: readonly string[];
  /** Called with each batch: the part of the log that was read. */
  readonly progress: (part: number | undefined) => void;
}

/**
 * Finds the workspaces whose events name all of these ids, in the order in which they name the last one. The log is
 * read once, to its end: an id of a contact is chosen by the caller of the API, so several workspaces may have it.
 * @throws PastRefusal one clear sentence
 * @throws the reason of `signal`
 */
export async function findWorkspaces(options: FindWorkspacesOptions): Promise<readonly string[]> {
  const { ids, progress } = options;
  const found = new Set<string>();
  /** The ids that each workspace has named so far. */
  const named = new Map<string, Set<string>>();
  for await (const { events, part } of readSealedEvents({ ...options, prefixes: [WORKSPACE_STREAMS] })) {
    for (const { data, metadata } of events) {
      const { workspace_id } = metadata;
      for (const id of ids) {
        if (!namesId(data, id)) continue;
        const ofWorkspace = named.get(workspace_id) ?? new Set();
        named.set(workspace_id, ofWorkspace.add(id));
        if (ids.every((each) => ofWorkspace.has(each))) found.add(workspace_id);
      }
    }
    progress(part);
  }
  return [...found];
}
