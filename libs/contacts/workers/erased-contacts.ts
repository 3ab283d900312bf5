import type { CommandBus } from '@nestjs/cqrs';
import { contactSubject, type IdSource, type IndexValue } from '#kernel';
import type { PersonalKeys } from '#personal-data';
import type { ReadModel } from '#read-model';
import { isGone, isTransient } from '#workers';
import { isArriving, WORKSPACES } from '#workspaces/domain';
import { EraseAgain } from '../commands/erase-again.command.js';
import { type ErasureRow, ERASURES } from '../domain/erasures.js';

/** Erasures of one read of rows, of one question to the store of keys, and of one command. */
const PAGE = 500;

export interface ErasedContactsPorts {
  readonly readModel: Pick<ReadModel, 'getMany' | 'page'>;
  readonly personalKeys: Pick<PersonalKeys, 'keyIds' | 'shredKeys'>;
  readonly bus: Pick<CommandBus, 'execute'>;
  readonly ids: IdSource;
}

/**
 * Shreds the keys of every contact whose erasure is completed, and that has a key nevertheless: the keys were put back
 * from a backup that is older than the erasure. Where none has one, it only reads. The contact is erased once more in
 * the log before, so that no import can take the key for its own.
 * @returns the workspaces that could not be written now, of which contacts are left
 * @throws ReadModelUnavailableError, PersonalKeysUnavailableError
 */
export async function shredErasedContacts(
  ports: ErasedContactsPorts,
  isStopped: () => boolean,
): Promise<ReadonlySet<string>> {
  const waiting = new Set<string>();
  let after: readonly IndexValue[] | undefined;
  do {
    const page = { index: 'pending', prefix: [0], ...(after && { after }), limit: PAGE };
    const erasures = await ports.readModel.page(ERASURES, page);
    for (const [workspaceId, contactIds] of byWorkspace(erasures)) {
      if (isStopped()) return waiting;
      if (!(await shredAgain(ports, workspaceId, contactIds))) waiting.add(workspaceId);
    }
    const last = erasures.length === PAGE ? erasures.at(-1)! : undefined;
    after = last && [last.workspace_id, last.contact_id];
  } while (after);
  return waiting;
}

/** @returns false: the workspace cannot be written now */
async function shredAgain(
  { readModel, personalKeys, bus, ids }: ErasedContactsPorts,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<boolean> {
  const keys = await personalKeys.keyIds(workspaceId, contactIds.map(contactSubject));
  const left = contactIds.filter((id) => keys.has(contactSubject(id)));
  if (left.length === 0) return true;
  const [workspace] = await readModel.getMany(WORKSPACES, [[workspaceId]]);
  // Its keys come before its events: a contact that was imported again has one already.
  if (workspace && isArriving(workspace)) return true;
  const actor = { kind: 'system', id: 'erasures' } as const;
  const context = { workspaceId, actor, correlationId: ids.next(), causationId: null };
  try {
    const { answer } = await bus.execute(new EraseAgain(context, left));
    const erased = answer.body['contact_ids'] as readonly string[];
    const subjects = new Set(erased.map(contactSubject));
    await personalKeys.shredKeys(workspaceId, new Map([...keys].filter(([subject]) => subjects.has(subject))));
  } catch (error) {
    // A deleted workspace takes no import: its keys need no event before they are shredded.
    if (isGone(error)) await personalKeys.shredKeys(workspaceId, keys);
    else if (isTransient(error)) return false;
    else throw error;
  }
  return true;
}

function byWorkspace(erasures: readonly ErasureRow[]): ReadonlyMap<string, readonly string[]> {
  const contacts = new Map<string, string[]>();
  for (const { workspace_id, contact_id } of erasures) {
    const own = contacts.get(workspace_id);
    if (own) own.push(contact_id);
    else contacts.set(workspace_id, [contact_id]);
  }
  return contacts;
}
