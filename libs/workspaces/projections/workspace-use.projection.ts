import type { DocumentKey, Projection } from '#kernel';
import {
  evolveUse,
  type UseCounting,
  type UseStep,
  WORKSPACE_USE,
  type WorkspaceUseRow,
} from '../domain/workspace-use.js';

const NONE: readonly DocumentKey[] = [];

/**
 * The use of each workspace; the head has the row of its workspace.
 * @throws Error two countings name one event type: a row counts each event once
 */
export function workspaceUseProjection(countings: readonly UseCounting[]): Projection<WorkspaceUseRow> {
  const byType = new Map<string, { readonly resource: UseCounting['resource']; readonly step: UseStep }>();
  for (const { resource, steps } of countings) {
    for (const [type, step] of Object.entries(steps)) {
      if (byType.has(type)) throw new Error(`${type} is counted twice`);
      byType.set(type, { resource, step });
    }
  }
  return {
    collection: WORKSPACE_USE,
    version: 1,
    keys: ({ type, metadata }) => (byType.has(type) ? [[metadata.workspace_id]] : NONE),
    evolve: (row, event) => {
      const { resource, step } = byType.get(event.type)!;
      return evolveUse(row, event, resource, step);
    },
    resident: { liveIndex: 'live', isLive: () => true },
  };
}
