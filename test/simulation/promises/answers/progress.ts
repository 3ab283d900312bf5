import { attemptsOf } from '../model/eligibility.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { bodyOf, type Fits, instantsOf } from './fits.js';
import { difference } from './shown.js';

const HOUR = 3_600_000;

interface Progress {
  readonly at: string;
  readonly members: Readonly<Record<string, number>>;
  readonly attempt_count: number;
  readonly dispatched_last_hour: number;
}

const progressIn = (asked: Parameters<Fits>[0]): Progress => bodyOf<{ readonly progress: Progress }>(asked).progress;

/** The list exists, and the instant is one of the clock of the process, or that of the last event. */
const isOfTheClock: Fits = (asked, model) => {
  const at = Date.parse(progressIn(asked).at);
  const { earliest, latest } = instantsOf(asked);
  if (!model.list(asked.ids[0]!)) return `list ${asked.ids[0]} does not exist`;
  return at === model.now || (at >= earliest && at <= latest) ? undefined : `at is ${progressIn(asked).at}`;
};

/**
 * The statuses add up to the members. Each status by itself is compared with a walk by a property test: where a batch
 * is being written, as MongoDB shows it, a member may be counted before its call is
 * (docs/adr/0061-members-are-tallied-as-they-are-written.md).
 */
const addsUp: Fits = (asked) => {
  const { active, removed: _, ...statuses } = progressIn(asked).members;
  const sum = Object.values(statuses).reduce((all, members) => all + members, 0);
  return difference({ sum }, { sum: active });
};

const countsMembers: Fits = (asked, model) =>
  difference(progressIn(asked).members, { active: model.membersOf(asked.ids[0]!).length });

const callsOf = (model: WorkspaceModel, listId: string) =>
  [...model.calls.values()].filter(({ party }) => party.smart_list_id === listId);

const countsAttempts: Fits = (asked, model) => {
  const contacts = new Set(callsOf(model, asked.ids[0]!).map(({ party }) => party.contact_id));
  const attempts = [...contacts].reduce((sum, id) => sum + attemptsOf(model, id, asked.ids[0]!).length, 0);
  return difference(progressIn(asked), { attempt_count: attempts });
};

const countsCalls: Fits = (asked, model) => {
  const since = Date.parse(progressIn(asked).at) - HOUR;
  const calls = callsOf(model, asked.ids[0]!).filter(({ dispatchedAt }) => dispatchedAt > since);
  return difference(progressIn(asked), { dispatched_last_hour: calls.length });
};

/** Each held at a moment of its own: the counts are read one after another. */
export const showsProgress: readonly Fits[] = [isOfTheClock, addsUp, countsMembers, countsAttempts, countsCalls];
