import { testId, TestWorkspace } from '#kernel/testing';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { DecidingHarness } from '#workers/testing';
import { AdvanceSweepHandler } from '../commands/advance-sweep.command.js';
import { MEMBERS } from '../domain/member.js';
import { SWEEPS } from '../domain/sweep.js';
import { MEMBER_PROJECTIONS } from '../index.js';
import type { SweepPorts } from '../workers/sweep-worker.js';
import { added, list, listDeleted } from './past.js';

/** The list that was deleted. */
export const LIST = testId(1);

/** A workspace whose list with this number of members was just deleted. */
export function workspaceWith(workspaceId: string, members: number): TestWorkspace {
  return workspaceWithLists(workspaceId, [LIST], members);
}

/** A workspace whose lists were just deleted, each with `members` members. */
export function workspaceWithLists(workspaceId: string, lists: readonly string[], members: number): TestWorkspace {
  const workspace = new TestWorkspace([...SMART_LIST_PROJECTIONS, ...MEMBER_PROJECTIONS], { workspaceId });
  const contacts = Array.from({ length: members }, (_, n) => testId(100 + n));
  for (const id of lists) {
    workspace.append([list(id), ...contacts.map((contact) => added(id, contact))]);
    workspace.append([listDeleted(id, members)]);
  }
  return workspace;
}

/** The ports of a worker, with the failures that each test sets. */
export class Around extends DecidingHarness implements SweepPorts {
  constructor(readonly workspaces: readonly TestWorkspace[]) {
    super();
  }

  readonly bus = this.busTo(new AdvanceSweepHandler(this.decider));

  readonly readModel = {
    page: (() => {
      const pending = this.workspaces.flatMap((each) => each.all(SWEEPS)).filter(({ done }) => done === 0);
      return Promise.resolve(pending);
    }) as never,
  };

  /** The rows are read from the workspaces themselves. */
  show(): Promise<void> {
    return Promise.resolve();
  }

  of(workspaceId: string): TestWorkspace {
    return this.workspaces.find((each) => each.workspaceId === workspaceId)!;
  }

  left(workspaceId: string): number {
    return this.of(workspaceId)
      .all(MEMBERS)
      .filter(({ active }) => active === 1).length;
  }
}
