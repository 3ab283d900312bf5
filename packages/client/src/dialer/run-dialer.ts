import { systemClock } from '../clock.js';
import { isTransient, ProblemError } from '../errors.js';
import { retryDelay } from '../retries.js';
import type { Call, EndCall } from '../schema.js';
import { callsInProgress } from './agent-calls.js';
import { type Conversation, hold } from './conversation.js';
import { CallOverError, isOver } from './heartbeats.js';
import { type CallEnding, type CallRequest, DialerRecord, entryOf, type JournalCall } from './journal.js';
import type { DialerOptions, DialerStep } from './options.js';

const IDLE_MS = { from: 1_000, to: 30_000 };
/** Most calls of one POST /dialer/next. */
const MOST_LINES = 50;

/** A refusal that time does not heal; it was reported. */
class Refusal {
  constructor(readonly error: unknown) {}
}

/**
 * Takes the next calls, places them, keeps their leases, and ends them with what came of them
 * (docs/how-to/run-a-dialer.md). It runs until `signal` is aborted.
 * @throws ProblemError a refusal of POST /dialer/next, or of the calls of its agent, that time does not heal, such as
 *   of a key without the scope; calls in progress are ended before
 * @throws what `onError` or `journal.load` throws
 */
export function runDialer(options: DialerOptions): Promise<void> {
  return new Dialer(options).run();
}

/**
 * It asks while a line is free: waiting for calls → placing them, a line each → ending them → waiting. After `stop` it
 * asks no more, and is done when no line is busy.
 */
class Dialer {
  private readonly clock = this.options.clock ?? systemClock;
  private readonly record = new DialerRecord(this.options.journal, (error) => this.report(error, 'journal'));
  private readonly stop = new AbortController();
  private readonly hangUp = new AbortController();
  private readonly busy = new Map<string, Promise<void>>();
  /** The request whose answer is not known yet: it is repeated, never replaced. */
  private request: CallRequest | null = null;
  /** Questions in a row that brought no call. */
  private idle = 0;
  private fault: { readonly error: unknown } | undefined;

  /** The agent as requests name it. */
  private readonly agent: { readonly agent_id?: string };

  constructor(private readonly options: DialerOptions) {
    const { lines = 1, agentId } = options;
    this.agent = agentId === undefined ? {} : { agent_id: agentId };
    if (!Number.isInteger(lines) || lines < 1 || lines > MOST_LINES) throw new RangeError('lines: 1 to 50');
  }

  async run(): Promise<void> {
    const { lines = 1 } = this.options;
    // A signal of its own: Node warns of a leak once more than 10 dialers listen to the one that stops them all.
    const signal = AbortSignal.any(this.options.signal ? [this.options.signal] : []);
    const onStop = (): void => this.stopInGoodOrder();
    if (signal.aborted) onStop();
    signal.addEventListener('abort', onStop);
    try {
      await this.takeUp();
      while (!this.stop.signal.aborted) {
        if (this.busy.size < lines) await this.take(lines - this.busy.size);
        else await Promise.race(this.busy.values());
      }
    } catch (error) {
      this.fail(error);
    }
    await Promise.all(this.busy.values());
    signal.removeEventListener('abort', onStop);
    this.hangUp.abort();
    if (this.fault) throw this.fault.error;
  }

  /** What an earlier run left: its calls, and calls that it may have been given without knowing. */
  private async takeUp(): Promise<void> {
    const { request, calls } = await this.record.load();
    this.request = request;
    for (const call of calls) this.start(call, () => this.takeUpCall(call));
    const { agentId, client } = this.options;
    if (agentId === undefined) return;
    // Calls of a request whose answer is not known were never placed: they are given again by its repetition.
    while (this.request && !this.stop.signal.aborted) await this.take(this.request.limit);
    const found = await this.untilAnswered('resume', undefined, () => callsInProgress(client, agentId));
    if (found instanceof Refusal) throw found.error;
    const unknown = found?.filter(({ call_id }) => !this.busy.has(call_id)) ?? [];
    if (unknown.length === 0) return;
    await this.record.began(unknown);
    for (const call of unknown) this.start(call, () => this.takeUpCall(call));
  }

  private async takeUpCall(entry: JournalCall): Promise<void> {
    const call = await this.currently(entry);
    if (call === undefined) return;
    const { resume } = this.options;
    if (entry.ending) return this.finish(entry, entry.ending);
    if (call.state !== 'in_progress') return this.record.forgets(entry);
    if (resume) return this.converse(entry, call, { place: resume, step: 'resume', isNew: false });
    await this.finish(entry, { result: 'failed' });
  }

  /** The call as it is now; undefined if it is over, or if that is not to be learned before the dialer stops. */
  private async currently(entry: JournalCall): Promise<Call | undefined> {
    const params = { path: { callId: entry.call_id } };
    const answer = await this.untilAnswered('resume', entry, () =>
      this.options.client.GET('/calls/{callId}', { params }),
    );
    if (answer === undefined) return undefined;
    if (!(answer instanceof Refusal) && answer.data.call.state !== 'completed') return answer.data.call;
    await this.record.forgets(entry);
    return undefined;
  }

  /** Asks for calls and starts them; where there are none, waits. */
  private async take(limit: number): Promise<void> {
    const isNew = this.request === null;
    const { smartListId, dialGroupId } = this.options;
    const scope = {
      ...(smartListId !== undefined && { smart_list_id: smartListId }),
      ...(dialGroupId !== undefined && { dial_group_id: dialGroupId }),
    };
    const request = (this.request ??= { key: crypto.randomUUID(), limit, ...this.agent, ...scope });
    await this.record.asks(request);
    const calls = await this.ask(request);
    if (calls.length === 0) return this.pause();
    this.idle = 0;
    for (const found of calls) {
      const entry = entryOf(found);
      this.start(entry, async () => {
        // The answer to an earlier request may be old.
        const call = isNew ? found : await this.currently(entry);
        if (call === undefined) return;
        if (call.state !== 'in_progress') await this.record.forgets(entry);
        else if (this.stop.signal.aborted) await this.finish(entry, { result: 'not_placed' });
        else await this.converse(entry, call, { place: this.options.place, step: 'place', isNew });
      });
    }
  }

  /** The calls that are begun; none where there is no answer yet, nobody may be called or a quota has no room. */
  private async ask({ key, ...body }: CallRequest): Promise<readonly Call[]> {
    const params = { header: { 'Idempotency-Key': key } };
    let calls: readonly Call[] = [];
    let refusal: { readonly error: unknown } | undefined;
    try {
      calls = (await this.options.client.POST('/dialer/next', { params, body })).data.calls;
    } catch (error) {
      this.report(error, 'next');
      if (isTransient(error)) return [];
      if (!(error instanceof ProblemError && error.code === 'quota_exceeded')) refusal = { error };
    }
    this.request = null;
    await this.record.began(calls.map(entryOf));
    if (refusal) throw refusal.error;
    return calls;
  }

  /** Until the next question; longer each time. */
  private pause(): Promise<void> {
    const { from, to } = this.options.idleMs ?? IDLE_MS;
    const random = (this.options.random ?? Math.random)();
    const delay = retryDelay({ baseDelayMs: from, maxDelayMs: to }, this.idle, random);
    this.idle += 1;
    return this.clock.sleep(delay, this.stop.signal);
  }

  /** Has a call occupy a line. */
  private start({ call_id }: JournalCall, work: () => Promise<void>): void {
    const done = work()
      .catch((error: unknown) => this.fail(error))
      .finally(() => this.busy.delete(call_id));
    this.busy.set(call_id, done);
  }

  /** The call itself; then its end, unless the service has ended it. */
  private async converse(entry: JournalCall, call: Call, conversation: Conversation): Promise<void> {
    const { client, heartbeatMs } = this.options;
    const line = { client, clock: this.clock, heartbeatMs, hangUp: this.hangUp.signal };
    const onError = (error: unknown, step: DialerStep): void => this.report(error, step, entry);
    const ending = await hold(line, entry, call, conversation, onError);
    if (!(ending instanceof CallOverError)) return this.finish(entry, ending);
    this.report(ending, 'heartbeat', entry);
    await this.record.forgets(entry);
  }

  /** Tells the service what came of a call. What it could not be told stays in the journal. */
  private async finish(entry: JournalCall, ending: CallEnding): Promise<void> {
    const { outcome_id, ...end } = ending;
    await this.record.knows(entry, ending);
    const ended = await this.end(entry, end);
    if (ended === undefined) return;
    if (outcome_id !== undefined && !(ended instanceof Refusal)) {
      const params = paramsOf(entry);
      const applied = await this.untilAnswered('outcome', entry, () =>
        this.options.client.POST('/calls/{callId}/outcomes', { params, body: { outcome_id } }),
      );
      if (applied === undefined) return;
    }
    await this.record.forgets(entry);
  }

  /** Ends a call; without its details where they are refused: a wrong note must not cost the result. */
  private async end(entry: JournalCall, { result, ...details }: Omit<CallEnding, 'outcome_id'>) {
    const send = (body: EndCall) => {
      const params = paramsOf(entry);
      return this.untilAnswered('end', entry, () => this.options.client.POST('/calls/{callId}/end', { params, body }));
    };
    const ended = await send({ result, ...this.agent, ...details });
    const isRefused = ended instanceof Refusal && !isOver(ended.error);
    return isRefused && Object.keys(details).length > 0 ? send({ result, ...this.agent }) : ended;
  }

  /**
   * Repeats a request while time may heal what it meets, also beyond what the client repeats by itself.
   * @returns undefined if the dialer stops before there is an answer
   */
  private async untilAnswered<Answer>(
    step: DialerStep,
    entry: JournalCall | undefined,
    send: () => Promise<Answer>,
  ): Promise<Answer | Refusal | undefined> {
    for (;;) {
      try {
        return await send();
      } catch (error) {
        this.report(error, step, entry);
        if (!isTransient(error)) return new Refusal(error);
        if (this.stop.signal.aborted) return undefined;
        await this.clock.sleep((this.options.idleMs ?? IDLE_MS).from, this.stop.signal);
      }
    }
  }

  private stopInGoodOrder(): void {
    this.stop.abort();
    const { graceMs } = this.options;
    if (graceMs === undefined) return;
    void this.clock.sleep(graceMs, this.hangUp.signal).then(() => this.hangUp.abort(this.options.signal?.reason));
  }

  private report(error: unknown, step: DialerStep, entry?: JournalCall): void {
    this.options.onError(error, entry ? { step, call_id: entry.call_id } : { step });
  }

  /** The first fault ends the dialer, once its lines are free. */
  private fail(error: unknown): void {
    this.fault ??= { error };
    this.stop.abort();
  }
}

function paramsOf({ call_id }: JournalCall) {
  return { path: { callId: call_id }, header: { 'Idempotency-Key': crypto.randomUUID() } };
}
