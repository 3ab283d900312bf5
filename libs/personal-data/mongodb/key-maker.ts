import { type PersonalKey, WorkspaceShreddedError } from '../personal-keys.js';
import { newKey, newKeyId } from '../wrapping.js';
import { type StoredKey, subjectKey } from './documents.js';
import type { MongoSubjectKeys, Replacement } from './subject-keys.js';
import type { MongoWorkspaceKeys, OpenWorkspace } from './workspace-keys.js';

/**
 * Finds the present keys of subjects, and makes missing ones.
 *
 * A key is given out only if, after it was read, its workspace's newest key still was the one that wraps it. Any
 * wrapping anew begins later then, and finds the key before it destroys that workspace key. A key under a former one
 * may have been inserted after a wrapping anew had looked for it: it is wrapped under the newest one first.
 *
 * A key whose workspace key is destroyed is such a late one, too. The process that inserted it was killed before it
 * gave it out, and no other process could unwrap it. It is removed, and its subject gets another key.
 */
export class KeyMaker {
  constructor(
    private readonly subjects: Pick<MongoSubjectKeys, 'present' | 'give' | 'replace' | 'discard'>,
    private readonly workspaces: Pick<MongoWorkspaceKeys, 'ensure'>,
  ) {}

  /** @throws PersonalKeysUnavailableError, PersonalKeysError, WorkspaceShreddedError */
  async ensure(workspaceId: string, subjects: readonly string[]): Promise<readonly PersonalKey[]> {
    if (subjects.length === 0) return [];
    const asked = [...new Set(subjects)];
    let late: ReadonlyMap<string, StoredKey> = new Map();
    for (;;) {
      const present = await this.subjects.present(workspaceId, asked);
      const workspace = await this.workspaces.ensure(workspaceId);
      if (workspace.shredded) throw new WorkspaceShreddedError(workspaceId);
      const missing = asked.filter((subject) => !present.has(subject));
      const former = new Map([...present].filter(([, { generation }]) => generation !== workspace.generation));
      if (missing.length === 0 && former.size === 0) {
        return subjects.map((subject) => opened(present.get(subject)!, workspace));
      }
      await this.subjects.give(workspaceId, new Map(missing.map((subject) => [subject, made(workspace)])));
      late = await this.renew(workspaceId, former, workspace, late);
    }
  }

  /**
   * Wraps keys under the newest workspace key.
   * @param late those whose workspace key was already missing at the last attempt: they are removed
   * @returns those whose workspace key is missing, perhaps because they were wrapped anew since they were read
   */
  private async renew(
    workspaceId: string,
    former: ReadonlyMap<string, StoredKey>,
    workspace: OpenWorkspace,
    late: ReadonlyMap<string, StoredKey>,
  ): Promise<ReadonlyMap<string, StoredKey>> {
    const replacements = new Map<string, Replacement>();
    const discarded = new Map<string, StoredKey>();
    const missing = new Map<string, StoredKey>();
    for (const [subject, key] of former) {
      const _id = subjectKey(workspaceId, subject);
      if (workspace.has(key.generation)) {
        replacements.set(_id, { of: key, by: workspace.wrap(key.id, workspace.unwrap(key)) });
      } else if (isSame(late.get(subject), key)) discarded.set(_id, key);
      else missing.set(subject, key);
    }
    await this.subjects.replace(replacements);
    await this.subjects.discard(discarded);
    return missing;
  }
}

function opened(key: StoredKey, workspace: OpenWorkspace): PersonalKey {
  return { id: key.id, key: workspace.unwrap(key) };
}

function made(workspace: OpenWorkspace): StoredKey {
  return workspace.wrap(newKeyId(), newKey());
}

function isSame(before: StoredKey | undefined, { id, generation }: StoredKey): boolean {
  return before?.id === id && before.generation === generation;
}
