import { setImmediate } from 'node:timers/promises';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { notes, rejection } from '../contract/subject.js';
import { StoreUnavailableError } from '../event-store.js';
import { answer, AppenderOnWires, type Reaction, success } from './testing/wire.js';

const fail =
  (message: string, code = 14): Reaction =>
  (_, stream) =>
    stream.emit('error', Object.assign(new Error(message), { code, details: message }));
const REFUSED = 'No connection established. Last error: connect ECONNREFUSED 127.0.0.1:1. Resolution note: ';

describe('an append', () => {
  it.each<[string, Reaction]>([
    ['a dropped connection', fail('Connection dropped')],
    ['a connection that was reset', fail('read ECONNRESET')],
    ['an internal error', fail('Received RST_STREAM with code 2 (Internal server error)', 13)],
    ['a deadline', fail('Deadline exceeded', 4)],
    ['another leader', fail('Leader info available', 5)],
    ['an end without a word', (_, stream) => stream.emit('end')],
  ])('is repeated after %s, with the same ids and revision', async (_, reaction) => {
    const wires = new AppenderOnWires([reaction, reaction, answer]);
    expect(await wires.append()).toMatchObject({ revision: 1 });
    wires.expectRepeated(3);
  });

  it.each([REFUSED, 'Name resolution failed for target dns:nowhere:2113', 'Failed to discover after 10 attempts.'])(
    'fails at once when nothing was sent: %s',
    async (message) => {
      const error = await rejection(new AppenderOnWires([fail(message)]).append());
      expect(error).toBeInstanceOf(StoreUnavailableError);
      expect((error as Error).message).not.toContain('Resolution note');
    },
  );

  it('is repeated when nothing was sent this time, but an earlier try may have been written', async () => {
    const reactions = [fail('Connection dropped'), fail(REFUSED), fail(REFUSED), answer];
    expect(await new AppenderOnWires(reactions).append()).toMatchObject({ revision: 1 });
  });

  it('is sent as JSON that other tools can read, with unchanged bytes', async () => {
    const { appender, requests } = new AppenderOnWires([answer]);
    await appender.append('a-1', [{ ...notes(1)[0]!, json: '{ "made": "before" }' }], 4);
    const [event] = requests[0]!.getProposedMessagesList();
    expect(event!.getMetadataMap().get('content-type')).toBe('application/json');
    expect(Buffer.from(event!.getData_asU8()).toString()).toBe('{ "made": "before" }');
    expect(JSON.parse(Buffer.from(event!.getCustomMetadata_asU8()).toString())).toHaveProperty('workspace_id');
    expect(requests[0]!.getOptions()!.getStreamPosition()).toBe('4');
  });

  it('that is recognised without a position reads it from the stream', async () => {
    const nowhere: Reaction = (request, stream) => stream.emit('data', success(request, 1));
    expect(await new AppenderOnWires([nowhere], 'there').append()).toEqual({ revision: 1, position: 'there' });
    expect(await rejection(new AppenderOnWires([nowhere]).append())).toEqual(
      new Error('a-1 was deleted in the event store'),
    );
  });

  it('ignores answers that no append waits for', async () => {
    const twice: Reaction = (request, stream) => {
      stream.emit('data', success(request.clone().setCorrelationId(new shared.UUID().setString('x')), 7, '1'));
      for (let times = 0; times < 2; times += 1) stream.emit('data', success(request, 1, '77'));
    };
    const wires = new AppenderOnWires([twice]);
    expect(await wires.append()).toMatchObject({ revision: 1 });
    await Promise.all([wires.append(), wires.append()]);
    expect(wires.calls).toHaveLength(1);
  });

  it('is sent when earlier ones to its stream are answered, and does not wait for other streams', async () => {
    const held: (() => void)[] = [];
    const { appender, requests } = new AppenderOnWires([(request, stream) => held.push(() => answer(request, stream))]);
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
