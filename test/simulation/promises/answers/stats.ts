import { type Call, isInFlight, type List } from '../model/state.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { bodyOf, type Fits, instantsOf, iso } from './fits.js';
import { difference } from './shown.js';

const HOUR = 3_600_000;
const TIERS = ['highest', 'high', 'medium', 'low', 'lowest'];
const RESULTS = ['answered', 'no_answer', 'busy', 'voicemail', 'failed', 'cancelled', 'not_placed', 'lost'];

/** All numbers are what a walk over every list, member and call of one state counts, at the instant of the answer. */
export const showsStats: Fits = (asked, model) => {
  const shown = bodyOf<{ readonly at: string }>(asked);
  const at = Date.parse(shown.at);
  const { earliest, latest } = instantsOf(asked);
  const isOfTheClock = at >= earliest && at <= latest;
  if (at < model.now || (at > model.now && !isOfTheClock))
    return `at is ${shown.at}, and the last event ${iso(model.now)}`;
  return difference(shown, { ...inCall(model), ...tiers(model), last_hour: lastHour(model, at) });
};

function inCall(model: WorkspaceModel) {
  const inFlight = [...model.openCalls].filter(isInFlight);
  const count = (fits: (call: Call) => boolean): number => inFlight.filter(fits).length;
  const agents = inFlight.map(({ details }) => details.agent_id);
  return {
    calls_in_progress: inFlight.length,
    agents: new Set(agents.filter((agent) => agent !== null)).size,
    without_agent: agents.filter((agent) => agent === null).length,
    in_call_without_tier: {
      unlisted: count((call) => call.party.smart_list_id === null && !isRegistered(call)),
      registered: count(isRegistered),
      deleted_list: count(({ party }) => party.smart_list_id !== null && !model.list(party.smart_list_id)),
    },
  };
}

function tiers(model: WorkspaceModel) {
  const inFlight = [...model.openCalls].filter(isInFlight);
  return {
    tiers: TIERS.map((priority) => {
      const lists = model.liveLists().filter(({ settings }) => settings.priority === priority);
      const dialed = lists.filter((list) => !isFrozen(list));
      return {
        priority,
        lists: dialed.length,
        members: dialed.reduce((sum, { id }) => sum + model.membersOf(id).length, 0),
        in_call: inFlight.filter(({ party }) => lists.some(({ id }) => id === party.smart_list_id)).length,
      };
    }),
  };
}

function lastHour(model: WorkspaceModel, at: number) {
  const calls = [...model.calls.values()];
  const begun = calls.filter(({ dispatchedAt }) => dispatchedAt >= at - HOUR);
  const ended = calls.filter(({ endedAt }) => endedAt !== null && endedAt >= at - HOUR);
  return {
    from: iso(at - HOUR),
    dispatched: begun.filter((call) => !isRegistered(call)).length,
    registered: begun.filter(isRegistered).length,
    ended: ended.length,
    by_result: Object.fromEntries(RESULTS.map((each) => [each, ended.filter(({ result }) => result === each).length])),
  };
}

const isRegistered = ({ party }: Call): boolean => party.member_number === null;

const isFrozen = ({ settings }: List): boolean =>
  settings.paused || settings.max_attempts_per_day === 0 || settings.max_attempts_total === 0;
