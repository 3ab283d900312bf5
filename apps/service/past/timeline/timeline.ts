import { type Json, keyText, type Projection, type RecordedEvent } from '#kernel';
import { isApiKeyEvent } from '#workspaces/domain';
import { Actors, type NamedActor } from './actors.js';
import { type FieldChange, fieldChanges } from './field-changes.js';
import { FoldedRows } from './folded-rows.js';
import { shortValues } from './short-values.js';
import { type Subject, type SubjectView, viewOf } from './subject-view.js';

/** created: the API shows the subject from this event on. removed: it does not show it any more. */
export type Effect = 'created' | 'changed' | 'removed' | 'none';

/** An event that touched the subject. */
export interface TimelineEntry {
  readonly event: RecordedEvent;
  readonly actor: NamedActor;
  readonly effect: Effect;
  /** The fields that the event changed. */
  readonly changes: readonly FieldChange[];
  /** The event's own short values. */
  readonly says: Readonly<Record<string, Json>>;
}

/**
 * Tells what each event of a workspace did to one subject. It holds the rows that show the subject, and the names of
 * keys; nothing grows with the number of events (docs/adr/0042-a-timeline-is-folded-when-it-is-asked-for.md).
 */
export class Timeline {
  private readonly view: SubjectView;
  private readonly rows: FoldedRows;
  private readonly actors = new Actors();

  constructor(subject: Subject, workspaceId: string, projections: readonly Projection[]) {
    this.view = viewOf(subject, workspaceId);
    this.rows = new FoldedRows(this.view.needed, projections);
  }

  /** Whether `add` has to be called with an event: without it, no row and no name of a key is missed. */
  concerns(event: RecordedEvent): boolean {
    return isApiKeyEvent(event) || this.rows.mayTouch(event) || this.view.isNamedIn(event);
  }

  /**
   * To be called with each event of the workspace that concerns it, in their order.
   * @returns undefined: the event does not touch the subject
   */
  add(event: RecordedEvent): TimelineEntry | undefined {
    this.actors.learn(event);
    const { view, rows } = this;
    const touched = rows.touched(event);
    // Both sides at the instant of the event: what time alone changes is not taken for its effect.
    const { occurred_at: at } = event.metadata;
    const before = touched.length > 0 ? view.present(rows, at) : undefined;
    rows.fold(event, touched);
    const after = touched.length > 0 ? view.present(rows, at) : undefined;
    const changes = fieldChanges(before, after);
    const [own, key] = view.own;
    const isOwn = touched.some(
      ({ projection, key: of }) => projection.collection.name === own && keyText(of) === keyText(key),
    );
    if (!isOwn && changes.length === 0 && !view.isNamedIn(event)) return undefined;
    const effect = effectOf(before, after, changes);
    return { event, actor: this.actors.of(event), effect, changes, says: shortValues(event) };
  }
}

function effectOf(before: object | undefined, after: object | undefined, changes: readonly FieldChange[]): Effect {
  if (!before && after) return 'created';
  if (before && !after) return 'removed';
  return changes.length > 0 ? 'changed' : 'none';
}
