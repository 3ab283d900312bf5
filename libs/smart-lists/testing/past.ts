import type { DomainEvent } from '#kernel';
import type { SmartListPatch } from '../domain/change-lists.js';
import { SETTINGS_DEFAULTS } from '../domain/smart-list.js';

/** A list with these settings, and defaults for the rest. */
export const created = (smart_list_id: string, name: string, settings: SmartListPatch = {}): DomainEvent => ({
  type: 'SmartListCreated',
  data: { smart_list_id, name, ...SETTINGS_DEFAULTS, ...settings, source: 'api' },
});

export const changed = (smart_list_id: string, changes: SmartListPatch): DomainEvent => ({
  type: 'SmartListChanged',
  data: { smart_list_id, changes },
});
