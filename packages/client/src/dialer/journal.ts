import type { Call, EndCall, EndResult } from '../schema.js';

/** What is kept with a call (docs/reference/http-contract.md#call). What is left out stays as it is, null clears it. */
export type CallDetails = Readonly<Pick<EndCall, 'reference' | 'notes' | 'duration_seconds' | 'recording_url'>>;

/** What came of a call, and what is to be kept with it. */
export interface CallEnding extends CallDetails {
  readonly result: EndResult;
  /** The disposition that is applied after the end. */
  readonly outcome_id?: string;
}

/** A call in progress, as the journal has it. */
export interface JournalCall {
  readonly call_id: string;
  /** Milliseconds of the lease, from the dispatch or the last heartbeat. */
  readonly lease_ms: number;
  /** What came of it, once that is known and as long as the service may not have it. */
  readonly ending?: CallEnding;
}

/** The entry of a call that was dispatched just now. */
export function entryOf({ call_id, dispatched_at, lease_expires_at }: Call): JournalCall {
  return { call_id, lease_ms: Date.parse(lease_expires_at) - Date.parse(dispatched_at) };
}

/** What a dialer needs to know after a crash; plain JSON. */
export interface DialerState {
  /** A request for calls whose answer is not known yet: repeated with its key it begins nothing twice. */
  readonly request: CallRequest | null;
  readonly calls: readonly JournalCall[];
}

export interface CallRequest {
  /** The Idempotency-Key. */
  readonly key: string;
  readonly limit: number;
  /** The agent whom it named; left out: none. */
  readonly agent_id?: string;
  /** The list that it dialed alone; left out: none. */
  readonly smart_list_id?: string;
  /** The dial group that it dialed; left out: none. */
  readonly dial_group_id?: string;
}

/**
 * Where a dialer writes down what it is doing: a file, a row, a key of Redis, for this dialer alone. Without one, the
 * calls of a dialer that crashed end by their lease, and their contacts wait until then.
 */
export interface DialerJournal {
  /** What was saved last; undefined before the first time. */
  load(): Promise<DialerState | undefined>;
  /** Replaces it. It is called once at a time, and must be durable when it resolves. */
  save(state: DialerState): Promise<void>;
}

/** The state of a running dialer, written down before each step that a crash must not lose. */
export class DialerRecord {
  private request: CallRequest | null = null;
  private readonly calls = new Map<string, JournalCall>();
  private saving: Promise<void> = Promise.resolve();

  constructor(
    private readonly journal: DialerJournal | undefined,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** What an earlier run left. @throws what the journal throws */
  async load(): Promise<DialerState> {
    const { request = null, calls = [] } = (await this.journal?.load()) ?? {};
    this.request = request;
    for (const call of calls) this.calls.set(call.call_id, call);
    return { request, calls };
  }

  /** Before calls are asked for. */
  asks(request: CallRequest): Promise<void> {
    this.request = request;
    return this.save();
  }

  /** The request is answered, with these calls. */
  began(calls: readonly JournalCall[]): Promise<void> {
    this.request = null;
    for (const call of calls) this.calls.set(call.call_id, call);
    return this.save();
  }

  /** What came of a call, before the service is told. */
  knows(call: JournalCall, ending: CallEnding): Promise<void> {
    this.calls.set(call.call_id, { ...call, ending });
    return this.save();
  }

  /** The call is over, and the service knows it. */
  forgets({ call_id }: Pick<JournalCall, 'call_id'>): Promise<void> {
    this.calls.delete(call_id);
    return this.save();
  }

  /** Saves one after another, so that an older state never replaces a newer one. A failure stops no call. */
  private save(): Promise<void> {
    const { journal } = this;
    if (journal === undefined) return Promise.resolve();
    this.saving = this.saving.then(async () => {
      try {
        await journal.save({ request: this.request, calls: [...this.calls.values()] });
      } catch (error) {
        this.onError(error);
      }
    });
    return this.saving;
  }
}
