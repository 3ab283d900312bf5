import { callersStep, RecordingTracer } from '#kernel/testing';
import type { AttemptResult } from '../domain/attempt.js';
import { TracedSender } from './traced-sender.js';
import type { WebhookRequest } from './webhook-sender.js';

const REQUEST: WebhookRequest = {
  url: 'https://user-given.example:8443/hook/of?token=secret',
  deliveryId: 'd',
  body: '{}',
  secrets: ['whsec_AA=='],
  at: '2030-01-01T00:00:00.000Z',
};
const heard = { retryAfter: null, responseBody: '', resolvedIp: '192.0.2.1', durationMs: 3 };
const answered = (status: number): AttemptResult => ({ kind: 'answered', status, ...heard });
const failed: AttemptResult = {
  ...heard,
  kind: 'failed',
  stage: 'tls',
  error: 'tls: no',
  status: null,
  reached: 'yes',
};

async function sent(request: WebhookRequest, result: Promise<AttemptResult>) {
  const tracer = new RecordingTracer();
  const requests: WebhookRequest[] = [];
  const send = (each: WebhookRequest) => {
    requests.push(each);
    return result;
  };
  const sender = new TracedSender({ send, abortAll: () => undefined, close: async () => undefined }, tracer);
  await expect(sender.send(request))
    .resolves.toBe(await result.catch(() => undefined))
    .catch(() => undefined);
  return { span: tracer.spans[0], request: requests[0]! };
}

describe('an attempt', () => {
  it('that is part of a trace is a step of it, which the receiver is told; of the URL it tells the host', async () => {
    const { span, request } = await sent({ ...REQUEST, traceparent: callersStep() }, Promise.resolve(answered(204)));
    expect(span).toMatchObject({ name: 'POST', kind: 'client', parent: callersStep(), ended: { failure: undefined } });
    expect(span!.attributes).toEqual({
      'http.request.method': 'POST',
      'server.address': 'user-given.example',
      'server.port': 8443,
      'http.response.status_code': 204,
    });
    expect(request).toEqual({ ...REQUEST, traceparent: span!.traceparent });
  });

  it('that is part of none is sent as it is', async () => {
    expect(await sent(REQUEST, Promise.resolve(answered(200)))).toEqual({ span: undefined, request: REQUEST });
  });

  it.each([
    ['an answer that is an error', Promise.resolve(answered(503)), '503'],
    ['no answer', Promise.resolve(failed), 'tls'],
    ['an abort', Promise.reject(new Error('aborted')), 'aborted'],
  ])('ends its step as failed: %s', async (_case, result, failure) => {
    const { span } = await sent({ ...REQUEST, traceparent: callersStep() }, result);
    expect(span!.ended?.failure).toBe(failure);
  });
});
