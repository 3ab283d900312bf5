import type { Annotate } from '#kernel';
import { tellBars } from './bar-hints.js';
import { tellCaps } from './cap-hints.js';
import { tellZones } from './zone-hints.js';

/** The events of a write with what the places of rows in their queues depend on and projections cannot look up. */
export const tellPlaces: Annotate = (view, events) => tellZones(view, tellCaps(view, tellBars(view, events)));
