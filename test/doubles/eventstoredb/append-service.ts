import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { Expected } from './append-rules.js';
import type { Faults } from './faults.js';
import type { AppendAnswer, AppendCall, BatchAppendCall, CallError } from './grpc.js';
import { MAX_APPEND_BYTES, type Store } from './store.js';
import { appendResponse, batchResponse, refusal, type BatchAnswer } from './wire-appends.js';
import { nameOf, proposedEvent, type ProposedEvent } from './wire-events.js';

/** An append that is being received: the client splits appends above 3 MiB into several messages. */
interface Incoming {
  readonly correlation: UUID;
  readonly stream: string;
  readonly expected: Expected;
  readonly deadline: number;
  readonly events: ProposedEvent[];
  bytes: number;
  bad: boolean;
  answered: boolean;
}

export class AppendService {
  // Calls whose connection was cut: messages that had arrived before are not to be written.
  readonly #cut = new WeakSet<object>();
  readonly #open = new Set<BatchAppendCall>();

  /** @param cut ends the connection of a client; the peer of its call identifies it. */
  constructor(
    private readonly store: Store,
    private readonly faults: Faults,
    private readonly cut: (peer: string) => void,
  ) {}

  /** One call for all appends of a client. */
  readonly batchAppend = (call: BatchAppendCall): void => {
    const incoming = new Map<string, Incoming>();
    call.on('data', (request: BatchAppendReq) => this.#receive(call, incoming, request));
    call.on('end', () => call.end());
    call.on('error', () => undefined);
    this.#open.add(call);
    for (const end of ['cancelled', 'close']) call.on(end, () => this.#open.delete(call));
  };

  /** Ends all open calls; their held appends are not answered. */
  end(error: CallError): void {
    for (const call of this.#open) call.emit('error', error);
  }

  #receive(call: BatchAppendCall, incoming: Map<string, Incoming>, request: BatchAppendReq): void {
    const correlation = request.getCorrelationId()!;
    const key = correlation.getString();
    const append = incoming.get(key) ?? begun(correlation, request);
    incoming.set(key, append);
    for (const message of request.getProposedMessagesList()) take(append, message);
    if (request.getIsFinal()) incoming.delete(key);
    if (append.answered) return;
    // Answered once, at the message that exceeds the limit; later messages of this id get no answer.
    if (append.bytes > MAX_APPEND_BYTES) this.#answer(call, append, { kind: 'too-large' });
    else if (request.getIsFinal()) this.faults.admit(() => this.#perform(call, append));
  }

  #perform(call: BatchAppendCall, append: Incoming): void {
    if (this.#cut.has(call)) return;
    const fate = this.faults.fateOfNextAppend();
    if (fate !== 'cut') {
      const answer = this.#decide(append);
      if (fate === 'answered') return this.#answer(call, append, answer);
    }
    this.#cut.add(call);
    this.cut(call.getPeer());
  }

  #decide({ deadline, bad, stream, expected, events }: Incoming): BatchAnswer {
    if (deadline < Date.now()) return { kind: 'too-late' };
    return bad || stream === '' ? { kind: 'bad-request' } : this.store.append(stream, expected, events);
  }

  #answer(call: BatchAppendCall, append: Incoming, answer: BatchAnswer): void {
    append.answered = true;
    call.write(batchResponse(append.correlation, append.stream, answer));
  }

  /** The older form, one call per append: for appends with their own credentials, or without BatchAppend. */
  readonly append = (call: AppendCall, answer: AppendAnswer): void => {
    let options: AppendReq.Options | undefined;
    const events: ProposedEvent[] = [];
    let bad = false;
    call.on('data', (request: AppendReq) => {
      options ??= request.getOptions();
      const message = request.getProposedMessage();
      const event = message && proposedEvent(message);
      if (event !== undefined) events.push(event);
      else bad ||= message !== undefined;
    });
    call.on('error', () => undefined);
    call.on('end', () => {
      this.faults.admit(() => {
        const fate = this.faults.fateOfNextAppend();
        const stream = nameOf(options?.getStreamIdentifier());
        if (fate === 'cut') return this.cut(call.getPeer());
        const result: BatchAnswer = bad
          ? { kind: 'bad-request' }
          : this.store.append(stream, expectedBy(options!, options!.getRevision()), events);
        if (fate === 'lost-answer') return this.cut(call.getPeer());
        if (result.kind === 'done' || result.kind === 'wrong-version') answer(null, appendResponse(result));
        else answer(refusal(stream, result) as Parameters<AppendAnswer>[0]);
      });
    });
  };
}

function begun(correlation: UUID, request: BatchAppendReq): Incoming {
  const options = request.getOptions()!;
  return {
    correlation,
    stream: nameOf(options.getStreamIdentifier()),
    expected: expectedBy(options, options.getStreamPosition()),
    deadline: options.getDeadline()?.toDate().getTime() ?? Infinity,
    events: [],
    bytes: 0,
    bad: false,
    answered: false,
  };
}

function take(append: Incoming, message: BatchAppendReq.ProposedMessage): void {
  const event = proposedEvent(message);
  if (event === undefined) append.bad = true;
  else {
    append.bytes += event.data.length;
    append.events.push(event);
  }
}

export function expectedBy(
  options: { hasAny(): boolean; hasNoStream(): boolean; hasStreamExists(): boolean },
  revision: string,
): Expected {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : Number(revision);
}
