import { uniform, weightedChoice } from './random.js';
import type { Disposition } from './seed-data.js';

/** The simulated course of a call. */
export interface Conversation {
  readonly result: 'answered' | 'no_answer' | 'voicemail' | 'busy' | 'failed';
  readonly minutes: number;
  /** undefined: the agent applies none, and the wrap-up time expires. */
  readonly disposition: Disposition | undefined;
  /** Minutes from the end of the call to the callback that is agreed on, where the disposition is `Call back later`. */
  readonly callbackMinutes: number;
  /** The dialer never ends the call, so that its lease expires. */
  readonly lost: boolean;
}

const RESULTS = [
  ['answered', 0.38],
  ['no_answer', 0.32],
  ['voicemail', 0.14],
  ['busy', 0.12],
  ['failed', 0.04],
] as const;

const SAID = [
  ['Call back later', 0.3],
  ['Not interested', 0.26],
  ['Sold', 0.2],
  ['Do not call again', 0.14],
  [undefined, 0.1],
] as const;

/** 0: the person asks to be called again at once. */
const CALL_BACK_IN = [
  [0, 0.15],
  [45, 0.3],
  [90, 0.3],
  [150, 0.15],
  [24 * 60, 0.1],
] as const;

/** Simulates an attempt to call a person from a list. */
export function simulateConversation(person: string, list: string, attempt: number): Conversation {
  const roll = (question: string): number => uniform(person, list, attempt, question);
  const result = weightedChoice(roll('result'), RESULTS);
  const answered = result === 'answered';
  return {
    result,
    minutes: answered ? 3 + Math.floor(roll('minutes') * 6) : 1,
    disposition: answered ? weightedChoice(roll('disposition'), SAID) : 'Nobody reached',
    callbackMinutes: weightedChoice(roll('callback'), CALL_BACK_IN),
    lost: roll('lost') < 0.015,
  };
}
