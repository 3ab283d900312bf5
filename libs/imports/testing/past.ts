import type { DomainEvent } from '#kernel';
import { testId } from '#kernel/testing';
import { CONTACT_PROJECTIONS } from '#contacts/projections';
import { MEMBER_PROJECTIONS } from '#members/projections';
import { SMART_LIST_PROJECTIONS } from '#smart-lists/projections';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';
import { WORKSPACES_PROJECTIONS } from '#workspaces/projections';
import type { ImportKind } from '../domain/index.js';
import { IMPORT_PROJECTIONS } from '../projections/index.js';

/** What decisions about imports read. */
export const AROUND_IMPORTS = [
  ...WORKSPACES_PROJECTIONS,
  ...CONTACT_PROJECTIONS,
  ...SMART_LIST_PROJECTIONS,
  ...MEMBER_PROJECTIONS,
  ...IMPORT_PROJECTIONS,
];

export const IMPORT = testId(900);
export const LIST = testId(901);

export const importCreated = (kind: ImportKind, smart_list_id: string | null = null, id = IMPORT): DomainEvent => ({
  type: 'ImportCreated',
  data: { import_id: id, kind, smart_list_id, name: null },
});

export const listCreated: DomainEvent = {
  type: 'SmartListCreated',
  data: { smart_list_id: LIST, name: 'Autumn', ...SETTINGS_DEFAULTS, source: 'api' },
};

export const contactImported = (contact_id: string, phone: string): DomainEvent => ({
  type: 'ContactImported',
  data: { contact_id, phone, name: null },
});
