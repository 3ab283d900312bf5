import { smartListsProjection } from '../../libs/smart-lists/projections/smart-lists.projection.js';

/**
 * Preloaded into every thread of a service: its projection of lists passes over changed settings, as one with a mistake
 * would.
 */
const right = { ...smartListsProjection };
Object.assign(smartListsProjection, {
  evolve: (...[row, event, ...more]: Parameters<typeof right.evolve>) =>
    row && event.type === 'SmartListChanged' ? row : right.evolve(row, event, ...more),
});
