import { type FollowBatch, type FollowedEvent, isSkipRecord, isUnreadable } from '#event-store';
import type { Position } from '#kernel';
import { workspaceIdOf, workspaceOf } from './poisoned-event.js';

/** Events of one turn: a commit of more keeps everything that comes meanwhile waiting for longer than 50 ms. */
export const TURN_EVENTS = 500;
/** Events of an append that is not cut. A longer one is, as the batches of a log cut it. */
const MOST_OF_APPEND = 1_000;
/** Batches and turns of events that wait, of all workspaces. A log bounds the bytes of a batch. */
const MOST_WAITING = 8;

interface Waiting {
  readonly event: FollowedEvent;
  /** The number of the batch that it came with. */
  readonly batch: number;
  isDone: boolean;
}

/** How far a follower is once the events of a turn are projected. */
export interface Reached {
  /** Every event up to this position is projected; undefined: none that this object has been given is. */
  readonly position: Position | undefined;
  /** So is every event of the log. */
  readonly caughtUp: boolean;
}

/**
 * The events that a follower has read and not projected yet, which it projects by workspace in turns: a workspace that
 * imports does not keep another one waiting for all that it has in the log
 * (docs/adr/0087-workspaces-take-turns-in-writing-and-projecting.md). The events of a workspace keep their order, those
 * of its deliveries included.
 */
export class FairTurns {
  /** By workspace, in the order of their next turns. */
  private readonly queues = new Map<string, Waiting[]>();
  /** In the order of the log, from the oldest one that is not projected. */
  private order: Waiting[] = [];
  /** Events of `order` that are behind its front: cut off in bulk. */
  private gone = 0;
  /** The events of the turn under way that are not projected yet. */
  private turn: Waiting[] = [];
  private reached: Position | undefined;
  private batches = 0;
  private end: Reached = { position: undefined, caughtUp: false };

  /** @param turnEvents events of one turn */
  constructor(private readonly turnEvents: number) {}

  /**
   * Whether the events of a batch may be projected in another order than that of the log. The record of a skip has
   * streams tried again up to the checkpoint, so all that is before it has to be projected; and nobody knows the
   * workspace of each event that cannot be read.
   */
  static allows({ events }: FollowBatch): boolean {
    return events.every((event) => !isUnreadable(event) && !isSkipRecord(event));
  }

  /** Events that wait. */
  get size(): number {
    return this.order.length - this.gone;
  }

  get isFull(): boolean {
    const first = this.order[this.gone]?.batch ?? this.batches;
    return this.size >= MOST_WAITING * this.turnEvents || this.batches - first >= MOST_WAITING;
  }

  /** Whether events are projected in front of which one waits. */
  get isAhead(): boolean {
    return this.order.some(({ isDone }, at) => isDone && at >= this.gone);
  }

  /** Takes the events of the next batch of the log. */
  add({ events, position, caughtUp }: FollowBatch): void {
    this.batches += 1;
    for (const event of events) {
      const waiting = { event, batch: this.batches, isDone: false };
      this.order.push(waiting);
      const workspaceId = workspaceOf(event.stream) ?? workspaceIdOf(event);
      const own = this.queues.get(workspaceId);
      if (own) own.push(waiting);
      else this.queues.set(workspaceId, [waiting]);
    }
    this.end = { position, caughtUp };
  }

  /** The events of the next turn: of each workspace an equal share, the oldest first. */
  next(): readonly FollowedEvent[] {
    const share = Math.max(1, Math.floor(this.turnEvents / this.queues.size));
    const turn: Waiting[] = [];
    for (const [workspaceId, own] of [...this.queues]) {
      if (turn.length >= this.turnEvents) break;
      const count = wholeAppends(own, share);
      // It keeps its place, and comes first in the next turn.
      if (turn.length > 0 && turn.length + count > this.turnEvents) continue;
      turn.push(...own.splice(0, count));
      this.queues.delete(workspaceId);
      if (own.length > 0) this.queues.set(workspaceId, own);
    }
    this.turn = turn;
    return turn.map(({ event }) => event);
  }

  /** The next `count` events of the turn are projected. */
  finish(count: number): Reached {
    for (const waiting of this.turn.splice(0, count)) waiting.isDone = true;
    for (; this.order[this.gone]?.isDone; this.gone += 1) this.reached = this.order[this.gone]!.event.position;
    if (this.gone === this.order.length) {
      this.order = [];
      this.gone = 0;
      this.reached = this.end.position;
      return this.end;
    }
    if (this.gone > MOST_WAITING * this.turnEvents) {
      this.order = this.order.slice(this.gone);
      this.gone = 0;
    }
    return { position: this.reached, caughtUp: false };
  }
}

/** The number of events at the front that make up a share: the events of an append are shown together. */
function wholeAppends(waiting: readonly Waiting[], share: number): number {
  const most = Math.min(waiting.length, Math.max(share, MOST_OF_APPEND));
  for (let count = share; count <= most; count += 1) if (endsAppend(waiting[count - 1]!)) return count;
  return Math.min(waiting.length, share);
}

function endsAppend({ event }: Waiting): boolean {
  return isUnreadable(event) || event.metadata.chain !== undefined;
}
