import { DomainError, type Tracer } from '#kernel';
import type { WorkspaceCommand } from '../command-decider.js';
import type { Decided } from './batch.js';

/**
 * Decides a command as a step `decide` of its trace, which ends when its events are durable. They name this step:
 * it is the parent of all that they cause (docs/adr/0048-a-trace-goes-through-the-log.md).
 */
export async function traced(
  tracer: Tracer,
  command: WorkspaceCommand,
  decide: (command: WorkspaceCommand) => Promise<Decided>,
): Promise<Decided> {
  const span = tracer.begin({
    name: 'decide',
    kind: 'internal',
    parent: command.traceparent,
    attributes: {
      'smartlists.workspace_id': command.workspaceId,
      // Of an API key or an admin its kind alone: their names are texts of customers.
      'smartlists.actor': command.actor.kind === 'system' ? command.actor.id! : command.actor.kind,
    },
  });
  if (!span) return decide(command);
  try {
    const decided = await decide({ ...command, traceparent: span.traceparent });
    span.set({ 'smartlists.result': decided.kind === 'answer' ? 'decided' : decided.error.code });
    span.end();
    return decided;
  } catch (error) {
    span.end(error instanceof DomainError ? error.code : 'fault');
    throw error;
  }
}
