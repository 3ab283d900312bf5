/** A thread of a process: its events cease with it, and wait while it is paused. */
export interface Owner {
  readonly name: string;
  readonly isAlive: boolean;
  /** Until this instant nothing of it happens. */
  readonly pausedUntil: number;
}

/** Something that happens at an instant of the world. */
export interface HeapEvent {
  /** Put off while its owner is paused. */
  at: number;
  /** Tells events of one instant apart: their order is that in which they were put in. */
  readonly number: number;
  readonly label: string;
  readonly play: () => void;
  /** Without which it is never played. */
  readonly owner: Owner | undefined;
  isCancelled: boolean;
}

/** A binary heap: the earliest event first, of those at one instant the one that was put in first. */
export class EventHeap {
  private readonly events: HeapEvent[] = [];

  get isEmpty(): boolean {
    return this.events.length === 0;
  }

  put(event: HeapEvent): void {
    const { events } = this;
    let place = events.length;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(event, events[parent]!)) break;
      events[place] = events[parent]!;
      place = parent;
    }
    events[place] = event;
  }

  /** Takes the next event that was not cancelled; undefined: there is none. */
  take(): HeapEvent | undefined {
    for (;;) {
      const first = this.takeFirst();
      if (!first?.isCancelled) return first;
    }
  }

  private takeFirst(): HeapEvent | undefined {
    const { events } = this;
    const first = events[0];
    const last = events.pop();
    if (events.length === 0 || !last) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= events.length) break;
      if (child + 1 < events.length && isBefore(events[child + 1]!, events[child]!)) child += 1;
      if (!isBefore(events[child]!, last)) break;
      events[place] = events[child]!;
      place = child;
    }
    events[place] = last;
    return first;
  }
}

function isBefore(one: HeapEvent, other: HeapEvent): boolean {
  return one.at < other.at || (one.at === other.at && one.number < other.number);
}
