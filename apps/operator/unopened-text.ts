import { causeOf, type Unopened } from './past.js';

/** Workspaces that are named; of those behind them, only the number is. */
const NAMED = 20;

const REMEDY = 'Put the keys back that it was sealed with (docs/reference/personal-data.md)';

/** A sentence for each workspace whose personal data cannot be opened. */
export function unopenedInWords(unopened: readonly Unopened[]): readonly string[] {
  const more = unopened.length - NAMED;
  return [...unopened.slice(0, NAMED).map(inWords), ...(more > 0 ? [`${more} more workspaces.`] : [])];
}

function inWords({ workspaceId, events, stream, revision, type, reason }: Unopened): string {
  const which = `${events} ${events === 1 ? 'event' : 'events'} of workspace ${workspaceId}`;
  const first = `${stream}@${revision} (${type}): ${causeOf(reason, stream, revision)}`;
  return `personal data of ${which} cannot be opened, first ${first}. ${REMEDY}.`;
}
