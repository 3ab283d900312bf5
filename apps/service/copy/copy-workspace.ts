import { setTimeout } from 'node:timers/promises';
import { LogDigest, type StoredEvent } from '#event-store';
import { PastRefusal } from '../past/past-refusal.js';
import { Appending, type CopiedLog, type CopyingOptions, type Events } from './appending.js';
import { beginArrival } from './arrival.js';
import type { CopySource, CopyTarget, LogToCopy } from './stores.js';
import { SourceTail, WorkspaceTail } from './workspace-tail.js';

/** Milliseconds between two looks at a log that has no end yet. */
const LOOK_MS = 500;

interface Options extends CopyingOptions {
  readonly workspaceId: string;
  /** Called once everything is copied as far as it is written, and the pause of writes is waited for. */
  readonly waits?: (() => void) | undefined;
}

/**
 * Copies one workspace into a log that other workspaces use, beside running services, until its writes are paused and
 * all of it is there. Rounds follow each other, each from where the one before ended: behind the pause, what is left
 * takes seconds. Each round reads back what it has copied.
 * @see docs/adr/0090-a-workspace-moves-with-its-log.md
 */
export class WorkspaceCopying {
  private readonly appending: Appending;
  private readonly here: WorkspaceTail;
  private readonly there: WorkspaceTail;
  /** Of what the target has. */
  private readonly found = new LogDigest();
  private foundEvents = 0;
  private keys = 0;

  constructor(
    private readonly source: CopySource,
    private readonly target: CopyTarget,
    /** Of the target, in sentences. */
    private readonly place: string,
    private readonly options: Options,
  ) {
    this.appending = new Appending(target, place, options.signal, (event) => {
      return `The workspace has been used in ${place} since it was copied: ${event} is not in the log to copy.`;
    });
    this.here = new SourceTail(options.workspaceId, options);
    this.there = new WorkspaceTail(options.workspaceId, options);
  }

  /** @throws PastRefusal; the signal's reason */
  async run(): Promise<CopiedLog> {
    const { source, appending, here, options } = this;
    await this.check(source.log);
    await this.round(source.log, true);
    if (!here.isPaused) options.waits?.();
    for (;;) {
      const { isPaused } = here;
      const { events } = appending;
      await this.nextRound();
      // The whole round was behind the pause. What was under way at that moment, an attempt or an erasure, may still be
      // recorded: the target does it again.
      if (isPaused && appending.events === events) break;
      if (!here.isPaused) await setTimeout(LOOK_MS, undefined, { signal: options.signal });
    }
    const { events, copied, digestText: digest } = appending;
    return { events, copied, keys: this.keys, digest };
  }

  /**
   * Before anything is written: a copy that is refused in its middle would stay in the other log.
   * @throws PastRefusal the log has no such workspace, it is deleted, or events of it were skipped
   */
  private async check(log: LogToCopy): Promise<void> {
    const { workspaceId, signal } = this.options;
    let isKnown = false;
    for await (const _ of new SourceTail(workspaceId, this.options).events(log, 'of the log checked')) isKnown = true;
    signal.throwIfAborted();
    if (!isKnown) throw new PastRefusal('not_found', `The log to copy has no workspace ${workspaceId}.`);
  }

  private async nextRound(): Promise<void> {
    const log = await this.source.present(this.options.signal);
    try {
      await this.round(log, false);
    } finally {
      await log.close();
    }
  }

  /** Copies what came since the last round. The first one passes over what the target has. */
  private async round(log: LogToCopy, isFirst: boolean): Promise<void> {
    const { appending, options, here, target } = this;
    const events = here.events(log, 'of the log copied');
    try {
      if (isFirst) await this.compare(events);
      const next = await events.next();
      // A log of a server ends early, without an error, where it is interrupted.
      options.signal.throwIfAborted();
      if (isFirst) await this.begin();
      if (next.done && !here.isPaused && !isFirst) return;
      // The end of the log was read before: each event up to there has its key among these.
      options.progress(undefined, 'copying the keys');
      this.keys = await target.keys.takeWorkspace(this.source.keys, options.workspaceId, options.signal);
      if (!next.done) await appending.append(startingWith(next.value, events));
    } finally {
      await events.return();
    }
    await this.readBack();
  }

  private async compare(events: Events): Promise<void> {
    const present = await this.target.present(this.options.signal);
    try {
      await this.appending.compare(this.presentIn(present), events);
    } finally {
      await present.close();
    }
  }

  private begin(): Promise<void> {
    const { source, target, options, place, appending, there } = this;
    const present = { hasEvents: appending.events > 0, endedArrivals: there.endedArrivals };
    return beginArrival(source, target, options.workspaceId, present, place);
  }

  /** @throws PastRefusal the copy is not what was read */
  private async readBack(): Promise<void> {
    const { signal } = this.options;
    const present = await this.target.present(signal);
    try {
      for await (const _ of this.presentIn(present));
    } finally {
      await present.close();
    }
    signal.throwIfAborted();
    const { events, digestText } = this.appending;
    if (this.foundEvents !== events || this.found.text !== digestText) throw this.appending.differs();
  }

  /** What the target has behind that which was read of it. */
  private async *presentIn(log: LogToCopy): Events {
    for await (const event of this.there.events(log, 'of the copy read')) {
      this.found.add(event);
      this.foundEvents += 1;
      yield event;
    }
  }
}

async function* startingWith(first: StoredEvent, events: Events): Events {
  yield first;
  yield* events;
}
