import { DomainError } from '#kernel';
import { callersStep, testId } from '#kernel/testing';
import { settled } from '#workers/testing';
import { expectPrintable } from '../../http/testing/sent-commands.js';
import { EVENT_FEEDS } from '../domain/index.js';
import { AroundFeeds, LoggedWorkspace } from '../testing/around-feeds.js';
import { ANN, BOB, created, ended, happened, imported, moved, ONE, TWO } from '../testing/endpoints-past.js';
import { EventFeedWorker } from './event-feed-worker.js';

const [W1, W2] = [testId(8), testId(9)];
const FORWARDED = ['DeliveryRequested', 'EventsForwarded'];

async function started(around: AroundFeeds): Promise<EventFeedWorker> {
  const worker = new EventFeedWorker(around);
  worker.start();
  await settled();
  return worker;
}

it('turns events into deliveries, with the first of them and the request behind it as the cause', async () => {
  const around = new AroundFeeds([new LoggedWorkspace(W1, created(ONE, 'call.ended'), ended(ANN))]);
  const { event_id } = around.of(W1).all(EVENT_FEEDS)[0]!;
  await started(around);
  expect(around.appended(W1, 2)).toEqual(FORWARDED);
  expect(around.commands).toMatchObject([
    { actor: { kind: 'system', id: 'event_feeds' }, correlationId: 'test', causationId: event_id },
  ]);
  expect(around.of(W1).all(EVENT_FEEDS)).toMatchObject([{ open: 0 }]);
  expectPrintable(around.sent, ['ForwardEvents']);
});

it('reads nothing where no event waits, and from the first that waits to the last', async () => {
  const quiet = new LoggedWorkspace(W2, created(ONE, 'call.lost'), ended(ANN));
  const others = Array.from({ length: 450 }, () => imported(ANN));
  const busy = new LoggedWorkspace(W1, created(ONE, 'call.ended'), ...others, ended(ANN), ...others, ended(BOB));
  const around = new AroundFeeds([quiet, busy]);
  await started(around);
  expect(around.reads).toEqual([
    [451, 200],
    [651, 200],
    [851, 52],
  ]);
  expect(around.appended(W1, 903)).toEqual(['DeliveryRequested', ...FORWARDED]);
  expect(around.appended(W2, 2)).toEqual([]);
});

it('is a step of the request that caused the first event, where there are traces', async () => {
  const around = new AroundFeeds([new LoggedWorkspace(W1, created(ONE, 'call.ended'), ended(ANN))]);
  const asked: number[] = [];
  const traceAt = async (_workspaceId: string, revision: number) => (asked.push(revision), callersStep());
  await started(Object.assign(around, { traceAt }));
  expect([asked, around.commands[0]!.traceparent]).toEqual([[1], callersStep()]);
});

it('continues behind the last chunk where another process was killed, and forwards no message twice', async () => {
  const workspace = new LoggedWorkspace(W1, created(ONE, 'member.moved'), created(TWO, 'member.moved'), moved(250));
  const first = new AroundFeeds([workspace]);
  first.visible = false;
  await started(first);
  expect(first.appended(W1, 3).filter((type) => type === 'EventsForwarded')).toHaveLength(1);
  await started(new AroundFeeds([workspace]));
  const requested = workspace.log.flatMap(({ type, data }) => {
    if (type !== 'DeliveryRequested') return [];
    const { endpoint_id, body } = data as { readonly endpoint_id: string; readonly body: string };
    return [`${endpoint_id} ${(JSON.parse(body) as { readonly index: number }).index}`];
  });
  expect([requested.length, new Set(requested).size]).toEqual([500, 500]);
  expect(workspace.all(EVENT_FEEDS)).toMatchObject([{ open: 0 }]);
});

it('two processes at once forward each event once', async () => {
  const workspace = new LoggedWorkspace(W1, created(ONE, 'call.ended'), ended(ANN));
  await Promise.all([started(new AroundFeeds([workspace])), started(new AroundFeeds([workspace]))]);
  expect(workspace.log.slice(2).map(({ type }) => type)).toEqual(FORWARDED);
});

it('waits for room under the quota, however often it is refused, and holds back no other workspace', async () => {
  const around = new AroundFeeds([W1, W2].map((id) => new LoggedWorkspace(id, created(ONE, 'call.ended'), ended(ANN))));
  around.failing = ({ workspaceId }) =>
    workspaceId === W1 ? new DomainError('quota_exceeded', 'The quota is used up.') : undefined;
  const worker = await started(around);
  for (let times = 0; times < 20; times += 1) await around.pass(60_000);
  expect([around.appended(W1, 2), around.appended(W2, 2), worker.parked()]).toEqual([[], FORWARDED, []]);
  around.failing = () => undefined;
  await around.pass(60_000);
  expect(around.appended(W1, 2)).toEqual(FORWARDED);
});

it('parks a feed that fails ten times, and tries it again with the next event', async () => {
  const around = new AroundFeeds([new LoggedWorkspace(W1, created(ONE, 'call.ended'), ended(ANN))]);
  around.failing = () => new Error('broken');
  const worker = await started(around);
  for (let times = 0; times < 12; times += 1) await around.pass(60_000);
  expect(worker.parked()).toEqual([{ workspaceId: W1, reason: 'broken' }]);
});

it('stops without beginning another chunk', async () => {
  const around = new AroundFeeds([new LoggedWorkspace(W1, created(ONE, 'member.moved'), moved(450))]);
  around.visible = false;
  const worker = await started(around);
  const stopped = worker.stop();
  around.waits[0]!(false);
  await stopped;
  expect(around.commands).toHaveLength(1);
});

it('settles all that the rows show, and what follows from it', async () => {
  const workspace = new LoggedWorkspace(W1, created(ONE, 'call.ended'), created(TWO, 'endpoint.paused'));
  workspace.append([
    ended(ANN),
    happened('WebhookEndpointPaused', { endpoint_id: ONE, failing_since: '2030-01-01T00:00:00.000Z' }),
  ]);
  const around = new AroundFeeds([workspace]);
  await new EventFeedWorker(around).settle();
  expect(around.appended(W1, 4)).toEqual(['DeliveryRequested', ...FORWARDED]);
});
