import { byExternalId, personIn } from '../model/contact-details.js';
import { broken, type Rule } from './rule.js';

/**
 * Details are of a contact that exists, and change something; an external id is of one contact; no phone is named
 * twice.
 */
export const contactDetailsFit: Rule = (before, event) => {
  if (event.type !== 'ContactDetailsChanged') return [];
  const { contact_id } = event.data;
  const contact = before.contact(contact_id);
  if (!contact) return broken(true, event, () => `contact ${contact_id} does not exist`);
  const details = personIn(event);
  const holder = details.external_id === null ? undefined : byExternalId(before.contacts.values(), details.external_id);
  const phones = [contact.phone, ...details.further_phones.map(({ phone }) => phone)];
  const isSame = JSON.stringify(details) === JSON.stringify(contact.details);
  return [
    ...broken(isSame, event, () => 'nothing changes'),
    ...broken(
      new Set(phones).size < phones.length,
      event,
      () => `the phones ${phones.join(', ')} are not all different`,
    ),
    ...broken(holder !== undefined && holder !== contact, event, () => {
      return `the external id ${details.external_id} is of contact ${holder!.id}`;
    }),
  ];
};
