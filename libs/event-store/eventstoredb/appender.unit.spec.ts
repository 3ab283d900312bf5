import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from '#kernel';
import { notes, rejection } from '../contract/subject.js';
import { StoreUnavailableError } from '../event-store.js';
import { Appender } from './appender.js';
import type { AppendStream } from './client.js';
import { TIMINGS } from './timings.js';

/** What the server does with the first request it gets on a call. */
type Reaction = (request: BatchAppendReq, stream: Wire) => void;

class Wire extends EventEmitter implements AppendStream {
  cancelled = false;

  constructor(private readonly react: Reaction) {
    super();
  }

  write(request: BatchAppendReq): boolean {
    queueMicrotask(() => this.react(request, this));
    return true;
  }

  cancel(): void {
    this.cancelled = true;
  }
}

/** An answer that recognises an append; with a position or, as the server gives it in some cases, without. */
function success(request: BatchAppendReq, revision: number, commit?: string) {
  const success = new streams.BatchAppendResp.Success().setCurrentRevision(String(revision));
  if (commit !== undefined) {
    success.setPosition(new shared.AllStreamPosition().setCommitPosition(commit).setPreparePosition(commit));
  }
  return new streams.BatchAppendResp().setCorrelationId(request.getCorrelationId()).setSuccess(success);
}

const fail =
  (message: string, code = 14): Reaction =>
  (_, stream) =>
    stream.emit('error', Object.assign(new Error(message), { code, details: message }));
const answer: Reaction = (request, stream) => stream.emit('data', success(request, 1, '77'));
const REFUSED = 'No connection established. Last error: connect ECONNREFUSED 127.0.0.1:1. Resolution note: ';

describe('an append', () => {
  const requests: BatchAppendReq[] = [];
  let calls: Wire[];

  const appenderWith = (reactions: Reaction[], found?: string): Appender => {
    calls = [];
    return new Appender({
      timings: { ...TIMINGS, firstPause: 1, longestPause: 1 },
      openAppends: async () => {
        const reaction = reactions.shift()!;
        calls.push(new Wire((request, stream) => (requests.push(request), reaction(request, stream))));
        return calls.at(-1)!;
      },
      positionOf: async () => found as Position | undefined,
    });
  };
  const append = (appender: Appender) => appender.append('a-1', notes(2), 'no_stream');

  beforeEach(() => requests.splice(0));

  it.each<[string, Reaction]>([
    ['a dropped connection', fail('Connection dropped')],
    ['a connection that was reset', fail('read ECONNRESET')],
    ['an internal error', fail('Received RST_STREAM with code 2 (Internal server error)', 13)],
    ['a deadline', fail('Deadline exceeded', 4)],
    ['another leader', fail('Leader info available', 5)],
    ['an end without a word', (_, stream) => stream.emit('end')],
  ])('is repeated after %s, with the same ids and revision', async (_, reaction) => {
    const result = await append(appenderWith([reaction, reaction, answer]));
    expect(result).toMatchObject({ revision: 1 });
    expect(requests).toHaveLength(3);
    const [first, ...others] = requests.map((request) => {
      const { correlationId, ...rest } = request.toObject();
      expect(correlationId?.string).toMatch(/-/);
      return rest;
    });
    for (const other of others) expect(other).toEqual(first);
    expect(new Set(requests.map((request) => request.getCorrelationId()?.getString())).size).toBe(3);
  });

  it.each([REFUSED, 'Name resolution failed for target dns:nowhere:2113', 'Failed to discover after 10 attempts.'])(
    'fails at once when nothing was sent: %s',
    async (message) => {
      const error = await rejection(append(appenderWith([fail(message)])));
      expect(error).toBeInstanceOf(StoreUnavailableError);
      expect((error as Error).message).not.toContain('Resolution note');
    },
  );

  it('is repeated when nothing was sent this time, but may have been before', async () => {
    const reactions = [fail('Connection dropped'), fail(REFUSED), fail(REFUSED), answer];
    expect(await append(appenderWith(reactions))).toMatchObject({ revision: 1 });
  });

  it('is sent as JSON that other tools can read, with the bytes as they were made', async () => {
    const appender = appenderWith([answer]);
    await appender.append('a-1', [{ ...notes(1)[0]!, json: '{ "made": "before" }' }], 4);
    const [event] = requests[0]!.getProposedMessagesList();
    expect(event!.getMetadataMap().get('content-type')).toBe('application/json');
    expect(Buffer.from(event!.getData_asU8()).toString()).toBe('{ "made": "before" }');
    expect(JSON.parse(Buffer.from(event!.getCustomMetadata_asU8()).toString())).toHaveProperty('workspace_id');
    expect(requests[0]!.getOptions()!.getStreamPosition()).toBe('4');
  });

  it('that is recognised without a position gets it from the stream', async () => {
    const nowhere: Reaction = (request, stream) => stream.emit('data', success(request, 1));
    expect(await append(appenderWith([nowhere], 'there'))).toEqual({ revision: 1, position: 'there' });
    expect(await rejection(append(appenderWith([nowhere])))).toEqual(new Error('a-1 was deleted in the event store'));
  });

  it('is not disturbed by answers that nobody waits for', async () => {
    const twice: Reaction = (request, stream) => {
      stream.emit('data', success(request.clone().setCorrelationId(new shared.UUID().setString('x')), 7, '1'));
      for (let times = 0; times < 2; times += 1) stream.emit('data', success(request, 1, '77'));
    };
    const appender = appenderWith([twice]);
    expect(await append(appender)).toMatchObject({ revision: 1 });
    await Promise.all([append(appender), append(appender)]);
    expect(calls).toHaveLength(1);
  });

  it('is sent when those before it to the same stream are answered, and does not wait for other streams', async () => {
    const held: (() => void)[] = [];
    const appender = appenderWith([(request, stream) => held.push(() => answer(request, stream))]);
    const appending = Promise.all(
      ['a-1', 'a-1', 'b-1'].map((stream) => appender.append(stream, notes(1), 'no_stream')),
    );
    const sent = (): string[] =>
      requests.map((request) =>
        Buffer.from(request.getOptions()!.getStreamIdentifier()!.getStreamName_asU8()).toString(),
      );
    await setImmediate();
    expect(sent()).toEqual(['a-1', 'b-1']);
    for (const release of held.splice(0)) release();
    await setImmediate();
    expect(sent()).toEqual(['a-1', 'b-1', 'a-1']);
    for (const release of held.splice(0)) release();
    await appending;
  });
});
