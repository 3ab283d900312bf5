import { type Day, type DayKind, subjectsBefore } from '#kernel';
import { CallsUnderWay } from '../calls-under-way.js';
import {
  type FoundKey,
  type KeyStoreState,
  type PersonalKey,
  type PersonalKeys,
  WorkspaceShreddedError,
} from '../personal-keys.js';
import {
  newKey,
  newKeyId,
  type SecretsKeys,
  unknownKey,
  unwrapKey,
  WorkspaceKeyWrapping,
  type WrappedWorkspaceKey,
  wrapKey,
} from '../wrapping.js';

interface StoredWorkspace {
  readonly id: string;
  /** Undefined once it was shredded. */
  key: WrappedWorkspaceKey | undefined;
  readonly present: Map<string, StoredKey>;
}

interface StoredKey {
  readonly id: string;
  readonly workspace: StoredWorkspace;
  /** Undefined once it was shredded. */
  wrapped: Buffer | undefined;
}

/** A store of keys that several `MemoryPersonalKeys` share, like processes a database. */
export class MemoryKeyStore {
  readonly id = newKeyId();
  readonly workspaces = new Map<string, StoredWorkspace>();
  readonly keys = new Map<string, StoredKey>();
  shreddings = 0;
  isLossAccepted = false;
}

/** Keys in memory. */
export class MemoryPersonalKeys implements PersonalKeys {
  private readonly calls = new CallsUnderWay();
  private readonly wrapping: WorkspaceKeyWrapping;

  /** @param secrets the first key wraps, all unwrap; a random one where the keys outlive no process */
  constructor(
    secrets: SecretsKeys = [newKey()],
    private readonly store = new MemoryKeyStore(),
  ) {
    this.wrapping = new WorkspaceKeyWrapping(secrets);
  }

  ensure(workspaceId: string, subjects: readonly string[]): Promise<readonly PersonalKey[]> {
    return this.calls.run(() => {
      if (subjects.length === 0) return [];
      const workspace = this.workspaceOf(workspaceId);
      const workspaceKey = this.keyOf(workspace);
      return subjects.map((subject) => {
        const { id, wrapped } = workspace.present.get(subject) ?? this.make(workspace, subject, workspaceKey);
        return { id, key: unwrapKey(id, wrapped!, workspaceKey) };
      });
    });
  }

  get(ids: readonly string[]): Promise<readonly FoundKey[]> {
    return this.calls.run(() =>
      ids.map((id): FoundKey => {
        const found = this.store.keys.get(id);
        if (!found && this.store.isLossAccepted) return 'shredded';
        if (!found) throw unknownKey(id);
        const { workspace, wrapped } = found;
        return wrapped && workspace.key ? unwrapKey(id, wrapped, this.keyOf(workspace)) : 'shredded';
      }),
    );
  }

  keyIds(workspaceId: string, subjects: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.calls.run(() => {
      const present = this.store.workspaces.get(workspaceId)?.present;
      const found = subjects.filter((subject) => present?.has(subject));
      return new Map(found.map((subject) => [subject, present!.get(subject)!.id]));
    });
  }

  shredKeys(workspaceId: string, keys: ReadonlyMap<string, string>): Promise<void> {
    return this.calls.run(() => {
      const workspace = this.store.workspaces.get(workspaceId);
      for (const [subject, id] of keys) {
        const found = workspace?.present.get(subject);
        if (found?.id !== id) continue;
        found.wrapped = undefined;
        workspace!.present.delete(subject);
        this.store.shreddings += 1;
      }
    });
  }

  shredDays(kind: DayKind, before: Day, workspaceId?: string): Promise<number> {
    return this.calls.run(() => {
      const [first, end] = subjectsBefore(kind, before);
      let shredded = 0;
      for (const { id, present } of this.store.workspaces.values()) {
        if (workspaceId !== undefined && id !== workspaceId) continue;
        for (const [subject, key] of present) {
          if (subject < first || subject >= end) continue;
          key.wrapped = undefined;
          present.delete(subject);
          shredded += 1;
        }
      }
      this.store.shreddings += shredded;
      return shredded;
    });
  }

  shredWorkspace(workspaceId: string): Promise<void> {
    return this.calls.run(() => {
      this.workspaceOf(workspaceId).key = undefined;
      this.store.shreddings += 1;
    });
  }

  rewrap(workspaceId: string): Promise<void> {
    return this.calls.run(() => {
      const workspace = this.store.workspaces.get(workspaceId);
      if (!workspace?.key) return;
      const former = this.keyOf(workspace);
      const next = newKey();
      for (const key of workspace.present.values()) {
        key.wrapped = wrapKey(key.id, unwrapKey(key.id, key.wrapped!, former), next);
      }
      workspace.key = this.wrapping.wrap(workspaceId, next);
    });
  }

  isWrappedNewest(workspaceId: string): Promise<boolean> {
    return this.calls.run(() => {
      const key = this.store.workspaces.get(workspaceId)?.key;
      return !key || this.wrapping.isNewest(key);
    });
  }

  shreddings(): Promise<number> {
    return this.calls.run(() => this.store.shreddings);
  }

  inspect(): Promise<KeyStoreState> {
    return this.calls.run(() => {
      const keys = [...this.store.workspaces.values()].flatMap(({ key }) => key ?? []);
      const opened = keys.filter((key) => this.wrapping.canUnwrap(key)).length;
      return { id: this.store.id, opened, unopened: keys.length - opened };
    });
  }

  acceptLoss(): Promise<void> {
    return this.calls.run(() => {
      this.store.isLossAccepted = true;
    });
  }

  close(): Promise<void> {
    return this.calls.close();
  }

  private workspaceOf(id: string): StoredWorkspace {
    let found = this.store.workspaces.get(id);
    if (!found) {
      found = { id, key: this.wrapping.wrap(id, newKey()), present: new Map() };
      this.store.workspaces.set(id, found);
    }
    return found;
  }

  private keyOf({ id, key }: StoredWorkspace): Buffer {
    if (!key) throw new WorkspaceShreddedError(id);
    return this.wrapping.unwrap(id, key);
  }

  private make(workspace: StoredWorkspace, subject: string, workspaceKey: Buffer): StoredKey {
    const id = newKeyId();
    const made = { id, workspace, wrapped: wrapKey(id, newKey(), workspaceKey) };
    workspace.present.set(subject, made);
    this.store.keys.set(id, made);
    return made;
  }
}
