import type { EventOf } from '../model/events.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { broken, type Rule } from './rule.js';

/** Workers whose work is owed to persons (docs/adr/0052-parked-work-is-on-record.md). */
const NEVER_SKIPPED = ['erasures', 'retention'];

/**
 * An item is parked on record once for each series of failures, under one id, and never once it is skipped; only what
 * is parked is tried again or skipped.
 */
export const parkedWorkGoesForward: Rule = (before, event) => {
  switch (event.type) {
    case 'WorkParked': {
      const { worker, item, version, parked_id, attempts, error } = event.data;
      const known = before.parked.find(worker, item);
      const same = known?.version === version ? known : undefined;
      const isAgain = same?.state === 'parked' && same.error === error;
      return [
        ...broken(same?.state === 'skipped', event, () => `${worker} ${item} was skipped before`),
        ...broken(isAgain, event, () => `${worker} ${item} is parked already, with the same error`),
        ...broken(attempts <= (same?.attempts ?? 0), event, () => `it has no failure that the log does not have`),
        ...broken(
          known !== undefined && known.parked_id !== parked_id,
          event,
          () => `it had the id ${known!.parked_id}`,
        ),
      ];
    }
    case 'WorkRetried':
      return ofDecision(before, event);
    case 'WorkSkipped': {
      const { worker } = event.data;
      return [
        ...ofDecision(before, event),
        ...broken(NEVER_SKIPPED.includes(worker), event, () => `what ${worker} do is never skipped`),
      ];
    }
    default:
      return [];
  }
};

function ofDecision(before: WorkspaceModel, event: EventOf<'WorkRetried'> | EventOf<'WorkSkipped'>): readonly string[] {
  const { worker, item, version, parked_id } = event.data;
  const known = before.parked.find(worker, item);
  const isOf = known?.version === version && known.parked_id === parked_id;
  return broken(!isOf || known.state !== 'parked', event, () =>
    known ? `${worker} ${item} of ${known.version} is ${known.state}` : `${worker} ${item} never was parked`,
  );
}
