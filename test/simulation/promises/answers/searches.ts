import { shownContact } from '../model/contact-details.js';
import type { Contact } from '../model/state.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import type { Asked } from './asked.js';
import { bodyOf, type Fits } from './fits.js';
import { difference } from './shown.js';

interface ContactPage {
  readonly contacts: readonly { readonly contact_id: string }[];
  readonly next_page_token: string | null;
}

/** The attribute that a request searches for, by its name and its value as text; undefined: it searches for none. */
export function attributeOf({ query }: Asked): readonly [name: string, text: string] | undefined {
  const attribute = query.get('attribute');
  if (attribute === null) return undefined;
  const at = attribute.indexOf(':');
  return [attribute.slice(0, at), attribute.slice(at + 1)];
}

/** Whether contacts may be found by the attribute that a request searches for. */
export function isSearchable(asked: Asked, { searchable }: WorkspaceModel): boolean {
  const attribute = attributeOf(asked);
  return attribute === undefined || searchable.slots.includes(attribute[0]);
}

function fits({ live, details }: Contact, [name, text]: readonly [string, string]): boolean {
  return live && Object.hasOwn(details.attributes, name) && String(details.attributes[name]) === text;
}

/**
 * What a search by an attribute claims: each contact by itself, since terms and contacts are read one after another;
 * the order of their import; and that none is missing that fitted all the time.
 */
export function claimsOfSearch(asked: Asked): readonly Fits[] {
  const attribute = attributeOf(asked)!;
  const { contacts, next_page_token } = bodyOf<ContactPage>(asked);
  return [
    (_, model) => (isSearchable(asked, model) ? undefined : `${attribute[0]} is not searchable`),
    inOrder(contacts),
    ...(next_page_token === null ? [hasAll(contacts, attribute)] : []),
    ...contacts.map((shown): Fits => (_, model) => {
      const contact = model.contact(shown.contact_id);
      if (!contact || !fits(contact, attribute)) return `contact ${shown.contact_id} does not fit`;
      return difference(shown, shownContact(contact));
    }),
  ];
}

function inOrder(contacts: ContactPage['contacts']): Fits {
  const ids = contacts.map(({ contact_id }) => contact_id);
  return ({ query }, model) => {
    const number = (id: string): number => model.contacts.get(id)?.number ?? -1;
    const sorted = ids.toSorted((a, b) => number(a) - number(b));
    return difference(ids, query.get('order') === 'descending' ? sorted.reverse() : sorted);
  };
}

function hasAll(contacts: ContactPage['contacts'], attribute: readonly [string, string]): Fits {
  const shown = new Set(contacts.map(({ contact_id }) => contact_id));
  let missing: ReadonlySet<string> | undefined;
  return (_, model) => {
    const fitting = [...model.contacts.values()].filter((contact) => fits(contact, attribute)).map(({ id }) => id);
    missing = new Set(fitting.filter((id) => !shown.has(id) && (missing?.has(id) ?? true)));
    const [id] = missing;
    return id === undefined ? undefined : `contact ${id} is not among them, and fitted all the time`;
  };
}
