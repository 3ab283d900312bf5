import type { StoredEvent } from '#event-store';
import type { RecordedEvent, Row } from '#kernel';
import type { RebuildStatus } from '../../apps/service/rebuild/rebuild-run.js';

/**
 * What the parts of the simulation know of each other (docs/testing/simulation.md). Every instant is in milliseconds
 * since 1970 of the world's true time; the clocks of processes may differ from it.
 */

/**
 * The world's one source of chance. A part draws from a fork of its own, so that it does not move other parts' draws.
 */
export interface Random {
  /** A whole number from 0 up to but not `bound`. */
  below(bound: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** One of the names, each as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  /** A source of its own that the label and this source's seed determine. */
  fork(label: string): Random;
}

/**
 * How much happens in a world. A brief one has a third of the requests, processes and time: most faults show themselves
 * in few steps. What takes longer (calling hours that open, parked work, a dialer who drains a list, sweeps of many
 * rows) happens in whole ones alone.
 */
export type Size = 'brief' | 'whole';

/** One simulated world while it runs. */
export interface World {
  readonly seed: number;
  readonly size: Size;
  /** The true time. */
  now(): number;
  readonly random: Random;
  /** Resolves after virtual time has passed. */
  sleep(milliseconds: number): Promise<void>;
  /** An HTTP client with its own connections. The name stands in the history. */
  client(name: string): Client;
  /** What receivers of webhooks answer; default: all answer 200 at once. Called once for each attempt that arrives. */
  receivers(answer: (request: ReceivedWebhook) => ReceiverAnswer): void;
  /** These steps of workers fail for reasons of their own, until the world is healed; default: none does. */
  breakSteps(isBroken: (step: WorkerStep) => boolean): void;
  /** Ends one of the processes in good order; another one takes its place. */
  restartOne(): void;
}

/** A step of a worker: a webhook is sent, something is recorded of a delivery, the key of a contact is shredded. */
export interface WorkerStep {
  readonly kind: 'send' | 'record' | 'shred';
  /** Of the delivery or the contact. */
  readonly id: string;
}

/** What a client asks; JSON as the HTTP contract has it (docs/reference/http-contract.md). */
export interface Ask {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With the query, without the base path: `/smart-lists?limit=2`. */
  readonly path: string;
  /** JSON; a text is sent as it is, with the Content-Type of `headers`. */
  readonly body?: unknown;
  /** Of the workspace, or ADMIN_TOKEN; left out: no Authorization header. */
  readonly key?: string;
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What came of a request. A client is never thrown at. */
export type Told =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      /** Parsed JSON; null where there is no body. */
      // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a caller looks at, it knows to be there
      readonly body: any;
    }
  /** The connection broke, or the process was gone: whether the request was done is not known. */
  | { readonly kind: 'lost' };

export interface Client {
  readonly name: string;
  /** Sends to a process that runs, chosen by chance; waits (virtual time) while none does. */
  request(ask: Ask): Promise<Told>;
}

/** Work: what clients do in a world. Resolves when it is done; then the world is healed, settled and judged. */
export type Work = (world: World) => Promise<void>;

/** What must hold of a finished run; a sentence for each violation, naming events and instants. */
export type Judge = (history: History) => readonly string[];

/** What must hold of each copy of the rows. */
export type CopyJudge = (history: History, copy: HistoryCopy) => readonly string[];

/** A request as it was asked and answered. */
export interface RequestRecord extends Ask {
  readonly client: string;
  /** 0, 1, 2 … in the order in which they were asked. */
  readonly number: number;
  readonly askedAt: number;
  /** The instant it was answered or lost. */
  readonly answeredAt: number;
  /** The name of the process that it was sent to. */
  readonly process: string;
  /** Milliseconds by which the clock of that process was ahead of the true time, when it was asked and behind it. */
  readonly clockMs: readonly [number, number];
  /** Of that process: rows of another version's copy may be older. */
  readonly version: string;
  /** Of the log when it was asked, and when it was answered: the number of events in `History.events` then. */
  readonly logAtAsk: number;
  readonly logAtAnswer: number;
  readonly told: Told;
}

/** An append that reached the log. One that is repeated with the same ids is the same append. */
export interface AppendRecord {
  readonly at: number;
  readonly process: string;
  readonly stream: string;
  /** Indexes in `History.events`: from, and up to but not. */
  readonly from: number;
  readonly to: number;
}

/** A POST that arrived at a receiver. */
export interface ReceivedWebhook {
  readonly at: number;
  readonly url: string;
  readonly deliveryId: string;
  readonly body: string;
  readonly process: string;
}

/** `hang`: nothing until the sender gives up. */
export type ReceiverAnswer = { readonly status: number; readonly afterMs?: number } | 'hang' | 'refused';

export interface ReceivedRecord extends ReceivedWebhook {
  readonly answer: ReceiverAnswer;
}

/** A process, a fault, an outage: what happened to the world, for the story. */
export interface Incident {
  readonly at: number;
  /** `start`, `kill`, `stop`, `outage of the log`, `append refused` … */
  readonly what: string;
  /** Undefined: it concerns all processes. */
  readonly process?: string;
  readonly detail?: string;
}

/** A copy of the rows, as a reader sees it at the end. */
export interface HistoryCopy {
  readonly version: string;
  /** Collection name to its rows. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** Those that were live before, or that a rebuild has left. */
  readonly others: readonly HistoryCopy['rows'][];
  /** The last one. */
  readonly rebuild: RebuildStatus | undefined;
  readonly projectedRevisions: ReadonlyMap<string, number>;
}

/**
 * Everything a finished run leaves to be judged. The world was healed and has settled, unless `stuck` says otherwise.
 */
export interface History {
  readonly seed: number;
  /** Whether writes were answered before their rows: reads wait for those, and say so where they did so in vain. */
  readonly answersAhead: boolean;
  readonly startedAt: number;
  readonly endedAt: number;
  /**
   * All streams, in log order, with the data as decoded today, and with personal data that were shredded since. `at` of
   * each: when it reached the log.
   */
  readonly events: readonly (RecordedEvent & { readonly at: number })[];
  /** The same as they are read at the end: null stands in the place of what was shredded. */
  readonly reread: History['events'];
  /** The same as they stand in the log. */
  readonly stored: readonly StoredEvent[];
  readonly appends: readonly AppendRecord[];
  readonly requests: readonly RequestRecord[];
  /** Of each version of the service that runs at the end. */
  readonly copies: readonly HistoryCopy[];
  /** As health shows it at the end, of each process that runs: one sentence for each worker that parked items. */
  readonly parked: readonly string[];
  readonly received: readonly ReceivedRecord[];
  readonly incidents: readonly Incident[];
  /** Unhandled rejections, lines of the log of level error and above, answers of 500. */
  readonly faults: readonly string[];
  /** Why the world did not settle; undefined where it did. */
  readonly stuck: string | undefined;
  /** Events of the heap that were played. */
  readonly steps: number;
  /** Of the whole trace: same seed, same hash. */
  readonly hash: string;
}

/** The token of the operator of every simulated service. */
export const ADMIN_TOKEN = 'simulated-operator-token-0123456789';
