import { type ModelEvent, naming } from '../model/events.js';
import type { WorkspaceModel } from '../model/workspace-model.js';

/** The events of one command, which stand next to each other in one append. */
export interface Write {
  readonly events: readonly ModelEvent[];
  /** `api_key`, `admin` or `system <worker>`. */
  readonly by: string;
  /** Of the request that led here. */
  readonly correlationId: string;
}

/**
 * Judges one event of a workspace's stream against the state just before it; a sentence for each promise that it
 * breaks. What only a whole write can break is judged at its first event.
 */
export type Rule = (before: WorkspaceModel, event: ModelEvent, write: Write) => readonly string[];

/** The sentence of a violation, if there is one. */
export function broken(isBroken: boolean, event: ModelEvent, sentence: () => string): readonly string[] {
  return isBroken ? [`${naming(event)}: ${sentence()}`] : [];
}

/** The sentence that two values differ, if they do. Both are plain data. */
export function different(event: ModelEvent, what: string, found: unknown, expected: unknown): readonly string[] {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  return broken(a !== b, event, () => `${what} is ${a}, and should be ${b}`);
}

export const instant = (at: number): string => new Date(at).toISOString();
