import type { EventStore } from '#event-store';
import { type CommandContext, workspaceStream } from '#kernel';

/**
 * The step of a trace that wrote the event of a workspace at a revision; undefined: it is part of none, or cannot be
 * read now. Work is done in any case, with or without its trace. Given to workers only where there are traces: no row
 * has them (docs/adr/0048-a-trace-goes-through-the-log.md).
 */
export type TraceAt = (workspaceId: string, revision: number) => Promise<string | undefined>;

/** Reads them from the log: a process that was started since, or another one, continues the trace. */
export function tracesIn(events: Pick<EventStore, 'read'>): TraceAt {
  return async (workspaceId, revision) => {
    const read = events.read(workspaceStream(workspaceId), { from: revision, limit: 1 });
    const [event] = await read.catch(() => []);
    return event?.metadata.traceparent;
  };
}

/**
 * The same context, as part of the trace of the event at a revision: as a rule the last one of an item's row.
 * @param traceAt undefined: nothing is traced
 */
export async function inTraceAt(
  traceAt: TraceAt | undefined,
  context: CommandContext,
  revision: number,
): Promise<CommandContext> {
  if (!traceAt) return context;
  const traceparent = await traceAt(context.workspaceId, revision);
  return traceparent === undefined ? context : { ...context, traceparent };
}
