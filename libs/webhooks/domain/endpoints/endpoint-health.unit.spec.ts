import { instant } from '#kernel';
import { given, TEST_START } from '#kernel/testing';
import { AROUND_ENDPOINTS, created, happened, ONE } from '../../testing/endpoints-past.js';
import { judgeHealth, PAUSE_AFTER_MS } from './endpoint-health.js';

const at = (milliseconds: number) => instant(TEST_START + milliseconds);
const failingSince = (since: number | null) =>
  happened('WebhookEndpointHealthChanged', { endpoint_id: ONE, failing_since: since === null ? null : at(since) });
const paused = (since: number) => happened('WebhookEndpointPaused', { endpoint_id: ONE, failing_since: at(since) });
const attempt = (milliseconds: number, delivered: boolean) => ({ endpointId: ONE, at: at(milliseconds), delivered });

describe('the health of an endpoint', () => {
  const healthy = [created(ONE, 'call.ended')];
  const failing = [...healthy, failingSince(1_000)];
  const judge = (past: typeof healthy, milliseconds: number, delivered: boolean, lastSuccess = '') =>
    given(AROUND_ENDPOINTS, past).when(judgeHealth(attempt(milliseconds, delivered), lastSuccess));

  it('is failing from the first failure on', () => {
    judge(healthy, 1_000, false).thenEvents([failingSince(1_000)]);
    judge(failing, 2_000, false).thenNothing();
    judge(healthy, 1_000, true).thenNothing();
  });

  it('is restored by a success, but not by one that began before the failures', () => {
    judge(failing, 1_000, true).thenEvents([failingSince(null)]);
    judge(failing, 999, true).thenNothing();
  });

  it('comes to a pause with a failure after five days of them', () => {
    judge(failing, 1_000 + PAUSE_AFTER_MS - 1, false).thenNothing();
    judge(failing, 1_000 + PAUSE_AFTER_MS, false).thenEvents([paused(1_000)]);
    judge(failing, 1_000 + PAUSE_AFTER_MS, false, at(999)).thenEvents([paused(1_000)]);
  });

  it('does not come to a pause where a success is known that nobody was told of', () => {
    const now = 1_000 + PAUSE_AFTER_MS;
    judge(failing, now, false, at(1_001)).thenEvents([failingSince(now)]);
  });

  it('stays as it is while it is paused, or where it is deleted', () => {
    for (const end of [paused(1_000), happened('WebhookEndpointDeleted', { endpoint_id: ONE })]) {
      judge([...failing, end], 1_000 + 2 * PAUSE_AFTER_MS, false).thenNothing();
      judge([...failing, end], 1_000 + 2 * PAUSE_AFTER_MS, true).thenNothing();
    }
  });
});
