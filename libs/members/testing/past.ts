import type { DomainEvent } from '#kernel';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';

/** A list with default settings; its name is its id. */
export const list = (smart_list_id: string): DomainEvent => ({
  type: 'SmartListCreated',
  data: { smart_list_id, name: smart_list_id, ...SETTINGS_DEFAULTS, source: 'api' },
});

/** The end of a list, and the number of memberships that did not end in the same append. */
export const listDeleted = (smart_list_id: string, members_left = 0): DomainEvent => ({
  type: 'SmartListDeleted',
  data: { smart_list_id, members_left },
});

export const added = (smart_list_id: string, contact_id: string): DomainEvent => ({
  type: 'MemberAdded',
  data: { smart_list_id, contact_id, source: 'api' },
});

/** A whole removal: each contact with the indexes of its lists in `lists`. */
export const removed = (
  reason: string,
  lists: readonly string[],
  contacts: readonly [string, number[]][],
  more: object = {},
): DomainEvent => ({
  type: 'MemberRemoved',
  data: { reason, lists, contacts: contacts.map(([contact_id, indexes]) => ({ contact_id, lists: indexes })), ...more },
});
