import type { Logged } from '../model/events.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { replay, writesOf } from '../replay.js';

/** What an answer says of the workspace: that it held at some moment between question and answer. */
export interface Claim {
  readonly workspaceId: string;
  /** Events in the log at the earliest and at the latest of these moments. */
  readonly from: number;
  readonly to: number;
  /** Undefined: it holds in this state. Else what is wrong. */
  refutation(model: WorkspaceModel): string | undefined;
  /** Names the request and what it was told. */
  readonly sentence: string;
}

/**
 * The claims that held at none of their moments. A moment is the state after some whole writes of the log; each claim
 * is asked at those of its own only, so that a replay costs what the log does.
 */
export function refuted(log: readonly Logged[], claims: readonly Claim[]): readonly string[] {
  const waiting = [...claims].sort((a, b) => b.from - a.from);
  const writes = writesOf(log);
  const violations: string[] = [];
  let open: { readonly claim: Claim; readonly why: string }[] = [];
  const at = (index: number, models: ReadonlyMap<string, WorkspaceModel>): void => {
    const [last, next] = [log[index - 1], log[index]];
    const isWhole = !last || !next || writes.get(last) !== writes.get(next);
    const fresh: Claim[] = [];
    while (waiting.length > 0 && waiting.at(-1)!.from <= index) fresh.push(waiting.pop()!);
    const again = open.filter(({ claim }) => isWhole && last?.stream === `workspace-${claim.workspaceId}`);
    const kept = open.filter((each) => !again.includes(each));
    const asked = [...fresh, ...again.map(({ claim }) => claim)];
    open = kept;
    for (const claim of asked) {
      const model = models.get(claim.workspaceId);
      const why = model ? claim.refutation(model) : 'the workspace does not exist';
      if (why !== undefined) open.push({ claim, why });
    }
    for (const { claim, why } of open) if (claim.to <= index) violations.push(`${claim.sentence}: ${why}`);
    open = open.filter(({ claim }) => claim.to > index);
  };
  replay(log, { at });
  return violations;
}
