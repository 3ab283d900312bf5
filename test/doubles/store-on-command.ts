import { subscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { AppendResult, EventStore, ExpectedRevision, FollowOptions, ReadOptions } from '#event-store';
import type { NewEvent } from '#kernel';

/**
 * What happens to the next appends, one step each: `hold` waits until a number of requests have begun since;
 * `kill_before` and `kill_after` end the process as a power cut would, before the append, or when it is durable and not
 * yet answered.
 */
export type Step = { readonly hold: number } | 'kill_before' | 'kill_after';

/** The append that killed the process. */
export interface LastAppend {
  readonly types: readonly string[];
  /** The number of commands whose answers it contains. */
  readonly records: number;
}

/** The files through which test and double communicate, in one directory. */
export const PLAN = 'plan.json';
export const HELD = 'held';
export const LAST_APPEND = 'last-append.json';
/** The largest number of pages of the store's file; read before each append. */
export const PAGES = 'pages';

/** Turns of the event loop after which a request that has begun is decided: its body arrives with its head. */
const TURNS_TO_DECIDE = 500;

/** What the double obeys, and works on. */
export interface Commanded {
  /** Of the files of commands. */
  readonly directory: string;
  /** Limits the pages of the event file. */
  readonly limitPages: (pages: number) => Promise<void>;
}

/** An event store that fails as a test commands. Without a step, appends pass unchanged. */
export class StoreOnCommand implements EventStore {
  private readonly steps: Step[] = [];
  private begun = 0;
  private pages: string | undefined;

  constructor(
    private readonly store: EventStore,
    private readonly commanded: Commanded,
  ) {
    subscribe('http.server.request.start', () => (this.begun += 1));
  }

  get singleWriter(): boolean {
    return this.store.singleWriter;
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    await this.limitPages();
    this.steps.push(...(this.takePlan() ?? []));
    const step = this.steps.shift();
    if (step === 'kill_before') this.die(events);
    if (typeof step === 'object') await this.hold(step.hold);
    const result = await this.store.append(stream, events, expected);
    if (step === 'kill_after') this.die(events);
    return result;
  }

  read(stream: string, options: ReadOptions): ReturnType<EventStore['read']> {
    return this.store.read(stream, options);
  }

  follow(options: FollowOptions): ReturnType<EventStore['follow']> {
    return this.store.follow(options);
  }

  close(): Promise<void> {
    return this.store.close();
  }

  private takePlan(): Step[] | undefined {
    const file = this.file(PLAN);
    if (!existsSync(file)) return undefined;
    const plan = JSON.parse(readFileSync(file, 'utf8')) as Step[];
    rmSync(file);
    return plan;
  }

  private async limitPages(): Promise<void> {
    const file = this.file(PAGES);
    const pages = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    if (pages === undefined || pages === this.pages) return;
    this.pages = pages;
    await this.commanded.limitPages(Number(pages));
  }

  private async hold(requests: number): Promise<void> {
    const enough = this.begun + requests;
    writeFileSync(this.file(HELD), '');
    while (this.begun < enough) await setImmediate();
    for (let turn = 0; turn < TURNS_TO_DECIDE; turn += 1) await setImmediate();
  }

  private die(events: readonly NewEvent[]): void {
    const last: LastAppend = {
      types: events.map(({ type }) => type),
      records: events.filter(({ metadata }) => metadata.idempotency !== undefined).length,
    };
    writeFileSync(this.file(LAST_APPEND), JSON.stringify(last));
    process.kill(process.pid, 'SIGKILL');
  }

  private file(name: string): string {
    return join(this.commanded.directory, name);
  }
}
