import type { RecordedBody } from '#workspace-head';
import { answeredContacts, type ContactItem, type ImportedContact } from '../domain/import-contacts.js';

/**
 * The recorded answer of an import. Its `contacts` repeat the ids and phones of the request, 80 KB of a thousand, so
 * only the ids that the service made are kept, in the order of the items without one.
 */
export function recordedImport(items: readonly ContactItem[]): RecordedBody {
  const namesNone = (index: number): boolean => items[index]!.contact_id === undefined;
  return {
    keep: ({ contacts, ...counts }) => {
      const answered = contacts as readonly { readonly contact_id: string }[];
      return { ...counts, made: answered.filter((_, index) => namesNone(index)).map(({ contact_id }) => contact_id) };
    },
    restore: (kept) => {
      if ('contacts' in kept) return kept;
      const { made, ...counts } = kept;
      const ids = (made as readonly string[]).values();
      const named = items.map(({ contact_id, phone }): ImportedContact => ({
        contactId: contact_id ?? (ids.next().value as string),
        phone,
      }));
      return { ...counts, contacts: answeredContacts(named) };
    },
  };
}
