import type { Logged, ModelEvent } from './model/events.js';
import { WorkspaceModel } from './model/workspace-model.js';
import type { Rule, Write } from './rules/rule.js';

const WORKSPACE = 'workspace-';

/** What ends a write, but for what follows from it: the next step of its worker may be of the same instant. */
const LAST_OF_A_WRITE: readonly string[] = [
  ...['SweepAdvanced', 'AttributeIndexingAdvanced', 'CallsErased', 'ContactErasureAnnounced', 'EventsForwarded'],
  ...['ImportAdvanced', 'ContactZonesRefreshAdvanced'],
];

/** The workspace whose stream this is; undefined: it is another stream. */
export function workspaceOf(stream: string): string | undefined {
  return stream.startsWith(WORKSPACE) ? stream.slice(WORKSPACE.length) : undefined;
}

/** The write that each event of the log is of: of one stream, cause, request and instant, without another between. */
export function writesOf(log: readonly Logged[]): ReadonlyMap<Logged, Write> {
  const open = new Map<string, { readonly name: string; readonly events: ModelEvent[] }>();
  const writes = new Map<Logged, Write>();
  for (const event of log) {
    const { actor, correlation_id: correlationId, causation_id, occurred_at } = event.metadata;
    const by = actor.kind === 'system' ? `system ${actor.id}` : actor.kind;
    const name = [by, correlationId, causation_id, occurred_at].join(' ');
    const last = open.get(event.stream);
    const isOver = event.type !== 'ListDrained' && last?.events.some(({ type }) => LAST_OF_A_WRITE.includes(type));
    const write = last?.name === name && !isOver ? last : { name, events: [] };
    write.events.push(event as ModelEvent);
    open.set(event.stream, write);
    writes.set(event, write === last ? writes.get(write.events[0]!)! : { events: write.events, by, correlationId });
  }
  return writes;
}

/** What looks on while the log is replayed. */
export interface Onlooker {
  /** Before an event is folded. */
  readonly before?: (model: WorkspaceModel, event: ModelEvent, write: Write) => void;
  /** After the events of the log up to, not including, `index`. */
  readonly at?: (index: number, models: ReadonlyMap<string, WorkspaceModel>) => void;
}

/**
 * Replays the log into a model of each workspace, in its order.
 * @returns the models at the end, by the id of their workspace
 */
export function replay(log: readonly Logged[], { before, at }: Onlooker = {}): ReadonlyMap<string, WorkspaceModel> {
  const writes = writesOf(log);
  const models = new Map<string, WorkspaceModel>();
  for (const [index, event] of log.entries()) {
    at?.(index, models);
    const workspaceId = workspaceOf(event.stream);
    if (workspaceId === undefined) continue;
    const model = models.get(workspaceId) ?? new WorkspaceModel();
    models.set(workspaceId, model);
    before?.(model, event as ModelEvent, writes.get(event)!);
    model.fold(event as ModelEvent);
  }
  at?.(log.length, models);
  return models;
}

/** What a rule has to say of a log. */
export function violations(log: readonly Logged[], rules: readonly Rule[]): readonly string[] {
  const found: string[] = [];
  replay(log, { before: (model, event, write) => rules.forEach((rule) => found.push(...rule(model, event, write))) });
  return found;
}
