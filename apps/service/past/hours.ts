import { CALLING_HOURS, type CallingHoursRow } from '#calling-hours/domain';
import type { Needed } from './timeline/folded-rows.js';

/** The calling hours of the workspace: which of them hold for a contact is known once its lists are folded. */
export const ALL_HOURS: Needed<CallingHoursRow> = {
  collection: CALLING_HOURS,
  isNeeded: () => true,
  isHeld: ({ live }) => live === 1,
};
