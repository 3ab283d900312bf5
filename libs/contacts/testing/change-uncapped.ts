import { changeContact } from '../domain/change-contact.js';
import type { GivenContact } from '../domain/given-contact.js';

/** A change of a contact that no limit holds back. */
export const changeUncapped = (contactId: string, given: GivenContact) => changeContact(contactId, given, () => null);
