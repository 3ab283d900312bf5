import type { CommandResult } from './command-decider.js';

/**
 * A result with a field that only its first answer has: a replay under the Idempotency-Key has null there. The answer
 * that is kept with the key stands in the log, where no secret may be readable.
 */
export function shownOnce(result: CommandResult, field: string, value: string): CommandResult {
  const { answer, replayed } = result;
  return { ...result, answer: { ...answer, body: { ...answer.body, [field]: replayed ? null : value } } };
}
