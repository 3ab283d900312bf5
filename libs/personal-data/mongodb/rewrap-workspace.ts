import type { Replacement, MongoSubjectKeys } from './subject-keys.js';
import type { MongoWorkspaceKeys, OpenWorkspace } from './workspace-keys.js';

/**
 * Wraps the keys of a workspace anew, in pages. The workspace first gets a newer key, or keeps the one that an
 * interrupted call left; the former ones are destroyed when no key is wrapped by them. Several processes may do it at
 * once: each write is refused if another one has changed the document.
 * @param interrupt called before each page; its error ends the work
 * @throws PersonalKeysUnavailableError, PersonalKeysError
 */
export async function rewrapWorkspace(
  workspaceId: string,
  subjects: MongoSubjectKeys,
  workspaces: MongoWorkspaceKeys,
  interrupt: () => void,
): Promise<void> {
  const workspace = await begin(workspaceId, workspaces);
  if (!workspace) return;
  for (;;) {
    interrupt();
    const page = await subjects.wrappedBy(workspaceId, workspace.formerGenerations);
    if (page.length === 0) break;
    const replacements = new Map<string, Replacement>();
    for (const { _id, key } of page) {
      if (key) replacements.set(_id, { of: key, by: workspace.wrap(key.id, workspace.unwrap(key)) });
    }
    await subjects.replace(replacements);
  }
  await workspaces.destroyFormer(workspace);
}

/** @returns the workspace with the keys of which the newest is to wrap; undefined if there is nothing to wrap */
async function begin(workspaceId: string, workspaces: MongoWorkspaceKeys): Promise<OpenWorkspace | undefined> {
  const found = (await workspaces.find([workspaceId])).get(workspaceId);
  if (!found || found.shredded) return undefined;
  found.unwrapAll();
  if (found.formerGenerations.length > 0 && found.isUnderFirstSecret) return found;
  await workspaces.addKey(found);
  // Its own key, or that of a process that was faster.
  const begun = (await workspaces.find([workspaceId])).get(workspaceId);
  return begun?.shredded ? undefined : begun;
}
