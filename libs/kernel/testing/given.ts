import {
  type Answer,
  type Collection,
  type Decide,
  type Decision,
  DomainError,
  type DocumentKey,
  type DomainEvent,
  type ErrorCode,
  type Projection,
  type Row,
} from '../index.js';
import { TestWorkspace } from './test-workspace.js';

/**
 * Given the history of a workspace, when a command is decided, then … `given(projections,
 * events).when(decide).thenEvents([…])`. Runs under Jest.
 */
export function given(projections: readonly Projection[], ...history: readonly DomainEvent[][]): Given {
  const workspace = new TestWorkspace(projections);
  for (const events of history) workspace.append(events);
  return new Given(workspace);
}

/** A workspace with a history. */
export class Given {
  constructor(readonly workspace: TestWorkspace) {}

  /** Adds events that the rows do not have yet. */
  unseen(...events: readonly DomainEvent[]): this {
    this.workspace.appendUnseen(events);
    return this;
  }

  /** Decides; twice, since the head may run a decision several times and the result must be the same. */
  when(decide: Decide): Then {
    try {
      const decision = decide(this.workspace);
      expect(decide(this.workspace).events).toEqual(decision.events);
      return new Then(this.workspace, decision, undefined);
    } catch (error) {
      if (error instanceof DomainError) return new Then(this.workspace, undefined, error);
      throw error;
    }
  }
}

/** The result of a decision. */
export class Then {
  constructor(
    private readonly before: TestWorkspace,
    private readonly decision: Decision | undefined,
    private readonly refusal: DomainError | undefined,
  ) {}

  /** The decision was not refused, and has these events, in this order. */
  thenEvents(expected: readonly DomainEvent[]): this {
    expect(this.decided().events).toEqual(expected);
    return this;
  }

  /** The decision has events of these types, in this order. */
  thenTypes(...expected: readonly string[]): this {
    expect(this.decided().events.map(({ type }) => type)).toEqual(expected);
    return this;
  }

  /** The decision was not refused, and has no events. */
  thenNothing(): this {
    return this.thenEvents([]);
  }

  /** The decision was refused with this code, and for this field if one is named (JSON pointer). */
  thenRefused(code: ErrorCode, pointer?: string): this {
    expect(this.refusal?.code).toBe(code);
    if (pointer !== undefined) expect(this.refusal?.errors.map((error) => error.pointer)).toContain(pointer);
    return this;
  }

  /** The answer, on the state after the events, has at least these parts. */
  thenAnswer(expected: { readonly [part in keyof Answer]?: unknown }): this {
    expect(this.answer()).toMatchObject(expected);
    return this;
  }

  /** After the events the row has at least these fields; undefined: there never was one. */
  thenRow<Doc extends Row>(collection: Collection<Doc>, key: DocumentKey, expected: Partial<Doc> | undefined): this {
    const [row] = this.and().workspace.rows(collection, [key]);
    if (expected === undefined) expect(row).toBeUndefined();
    else expect(row).toMatchObject(expected);
    return this;
  }

  /** The events of the decision, for what the assertions above do not cover. */
  events(): readonly DomainEvent[] {
    return this.decided().events;
  }

  answer(): Answer {
    const decision = this.decided();
    return decision.answer(this.before.after(decision.events));
  }

  /** Continues from the state after the events; a refusal left it as it was. */
  and(): Given {
    return new Given(this.before.after(this.decision?.events ?? []));
  }

  private decided(): Decision {
    if (this.refusal) throw this.refusal;
    return this.decision!;
  }
}
