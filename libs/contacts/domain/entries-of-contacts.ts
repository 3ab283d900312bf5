import { DO_NOT_CALL, type DoNotCallRow, numberHash } from '#do-not-call/domain';
import type { Collection, DocumentKey, Row } from '#kernel';
import type { WorkspaceRow } from '#workspaces/domain';
import { CONTACTS } from './contact.js';

/** The part of a read model that looks rows up by their keys. */
export interface RowsByKey {
  getMany<Doc extends Row>(
    collection: Collection<Doc>,
    keys: readonly DocumentKey[],
  ): Promise<readonly (Doc | undefined)[]>;
}

/**
 * The entries of the do-not-call register for the first phones of contacts, by the contacts: also those that have
 * expired or were removed. By the rows, for reads and workers; decisions have `barsOfContacts`. Reads nothing
 * in a workspace that never used its register.
 */
export async function entriesOfContacts(
  readModel: RowsByKey,
  { workspace_id, number_key }: Pick<WorkspaceRow, 'workspace_id' | 'number_key'>,
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, DoNotCallRow>> {
  if (number_key === null || contactIds.length === 0) return NONE;
  const keys = [...new Set(contactIds)].map((contactId) => [workspace_id, contactId]);
  const contacts = await readModel.getMany(CONTACTS, keys);
  const named = contacts.flatMap((row) => (row && row.phone !== '' ? [row] : []));
  const entries = await entriesOfPhones(
    readModel,
    { workspace_id, number_key },
    named.map(({ phone }) => phone),
  );
  return new Map(
    named.flatMap(({ contact_id, phone }) => {
      const entry = entries.get(phone);
      return entry ? [[contact_id, entry]] : [];
    }),
  );
}

/** The entries for some phones, by the phones; as {@link entriesOfContacts}. */
export async function entriesOfPhones(
  readModel: RowsByKey,
  { workspace_id, number_key: key }: Pick<WorkspaceRow, 'workspace_id' | 'number_key'>,
  phones: readonly string[],
): Promise<ReadonlyMap<string, DoNotCallRow>> {
  if (key === null || phones.length === 0) return NONE;
  const unique = [...new Set(phones)];
  const rows = await readModel.getMany(
    DO_NOT_CALL,
    unique.map((phone) => [workspace_id, numberHash(key, phone)]),
  );
  return new Map(
    unique.flatMap((phone, at) => {
      const row = rows[at];
      return row ? [[phone, row]] : [];
    }),
  );
}

const NONE: ReadonlyMap<string, DoNotCallRow> = new Map();
