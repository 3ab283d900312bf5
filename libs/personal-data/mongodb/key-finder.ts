import { type FoundKey, PersonalKeysError } from '../personal-keys.js';
import { unknownKey } from '../wrapping.js';
import type { SubjectDocument } from './documents.js';
import type { MongoSubjectKeys } from './subject-keys.js';
import type { MongoWorkspaceKeys, OpenWorkspace } from './workspace-keys.js';

/** Attempts to read keys together with the workspace keys that wrap them: each one needs a whole wrapping anew. */
const ATTEMPTS = 4;

type Subjects = ReadonlyMap<string, SubjectDocument>;
type Workspaces = ReadonlyMap<string, OpenWorkspace>;

/** Finds keys by their ids. */
export class KeyFinder {
  /**
   * @param confirm resolves if this process reaches the primary of a majority
   * @param isLossAccepted whether an unknown id counts as shredded
   */
  constructor(
    private readonly subjects: Pick<MongoSubjectKeys, 'byIds'>,
    private readonly workspaces: Pick<MongoWorkspaceKeys, 'find'>,
    private readonly confirm: () => Promise<void>,
    private readonly isLossAccepted: () => Promise<boolean>,
  ) {}

  /** @throws PersonalKeysUnavailableError, PersonalKeysError */
  async get(ids: readonly string[]): Promise<readonly FoundKey[]> {
    for (let attempt = 1; ; attempt += 1) {
      const subjects = await this.subjectsOf(ids);
      const live = [...subjects].flatMap(([id, subject]) => (subject.key?.id === id ? [subject.workspace_id] : []));
      const workspaces = await this.workspaces.find(live);
      const lost = ids.find((id) => isWithoutWorkspaceKey(id, subjects, workspaces));
      if (lost === undefined) return ids.map((id) => foundKey(id, subjects, workspaces));
      // It was wrapped anew after it was read, and before its workspace was.
      if (attempt === ATTEMPTS) {
        throw new PersonalKeysError(`The store of personal keys lacks the workspace's key that wraps the key ${lost}.`);
      }
    }
  }

  /** @throws PersonalKeysError an id is unknown, unless the loss of its key was accepted: it is left out then */
  private async subjectsOf(ids: readonly string[]): Promise<Subjects> {
    let found = await this.subjects.byIds(ids);
    if (ids.every((id) => found.has(id))) return found;
    // A former primary that is cut off from the majority does not know the newest keys.
    await this.confirm();
    found = await this.subjects.byIds(ids);
    const unknown = ids.find((id) => !found.has(id));
    if (unknown !== undefined && !(await this.isLossAccepted())) throw unknownKey(unknown);
    return found;
  }
}

function isWithoutWorkspaceKey(id: string, subjects: Subjects, workspaces: Workspaces): boolean {
  const subject = subjects.get(id);
  if (subject?.key?.id !== id) return false;
  const { key, workspace_id } = subject;
  const workspace = workspaces.get(workspace_id);
  return !workspace || (!workspace.shredded && !workspace.has(key.generation));
}

/** @throws PersonalKeysError */
function foundKey(id: string, subjects: Subjects, workspaces: Workspaces): FoundKey {
  const subject = subjects.get(id);
  if (subject?.key?.id !== id) return 'shredded';
  const { key, workspace_id } = subject;
  const workspace = workspaces.get(workspace_id);
  return workspace!.shredded ? 'shredded' : workspace!.unwrap(key);
}
