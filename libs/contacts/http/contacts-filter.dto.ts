import { invalidField } from '#kernel';
import { InstantField, namedEnum, OneOf, PhoneField, Text } from '#http';
import type { AttributeFilter } from '../domain/attribute-terms.js';
import { CONTACT_SORTS, type ContactFilters, type ContactSort } from '../queries/contact-filters.js';
import { PHONE } from './contact-body.dto.js';
import { EXTERNAL_ID } from './contact-details.dto.js';

const SORT = namedEnum(
  'ContactSort',
  CONTACT_SORTS,
  'In which order contacts are listed. created: that of their first import. name: that of their names, without case and accents, those without one first.',
);
const ORDERS = ['ascending', 'descending'] as const;
const ORDER = namedEnum('ContactOrder', ORDERS, 'From which end contacts are listed.');

/** The name of an attribute; its value follows. */
const ATTRIBUTE = /^([A-Za-z][A-Za-z0-9_.-]{0,63}):/;

/** Filters of GET /contacts: a contact fits if it fits all of them. */
export class ContactsFilter {
  @PhoneField({
    optional: true,
    example: PHONE,
    description:
      'Only contacts with this phone, in E.164. Without `sort` and `order`: first those that are dialed by it.',
  })
  phone?: string;

  @Text({ ...EXTERNAL_ID, optional: true, example: 'crm-4711', description: 'Only the contact of this id of yours.' })
  external_id?: string;

  @Text({
    min: 1,
    max: 60,
    optional: true,
    example: 'an',
    description: 'Only contacts whose name begins with this, without case and accents.',
  })
  name_prefix?: string;

  @Text({
    min: 2,
    max: 1_065,
    optional: true,
    pattern: ATTRIBUTE.source,
    example: 'tier:gold',
    description:
      'Only contacts that have this attribute with this value: its name, a colon, and the value as text, `visits:3` and ' +
      '`agreed:true` too. The name is one of the `searchable_attributes` of the workspace (GET /me).',
  })
  attribute?: string;

  @InstantField({ optional: true, description: 'Only contacts that were first imported then or later.' })
  created_from?: string;

  @InstantField({ optional: true, description: 'Only contacts that were first imported then or earlier.' })
  created_to?: string;

  @OneOf(SORT, {
    optional: true,
    description: 'Left out: `name` with `name_prefix`, else `created`.',
  })
  sort?: ContactSort;

  @OneOf(ORDER, {
    optional: true,
    default: 'ascending',
    description: 'From the first contact on, or from the last one.',
  })
  order?: (typeof ORDERS)[number];
}

/**
 * The filters of a query.
 * @throws DomainError `validation_failed`: no name and value of an attribute
 */
export function filtersOf(filter: ContactsFilter): ContactFilters {
  const { phone, external_id: externalId, name_prefix: namePrefix, created_from: from, created_to: to } = filter;
  const attribute = filter.attribute === undefined ? undefined : attributeOf(filter.attribute);
  return {
    phone,
    externalId,
    namePrefix,
    attribute,
    from,
    to,
    sort: filter.sort,
    isDescending: filter.order === 'descending',
  };
}

function attributeOf(text: string): AttributeFilter {
  const [named, name] = ATTRIBUTE.exec(text) ?? [];
  // Values are stored without spaces around them.
  if (named !== undefined && name !== undefined) return { name, text: text.slice(named.length).trim() };
  const detail = 'Must be the name of an attribute, a colon, and its value, e.g. tier:gold.';
  throw invalidField('validation_failed', '/attribute', 'invalid_format', detail);
}
