import { DomainError } from '#kernel';
import { given, TEST_WORKSPACE, testId } from '#kernel/testing';
import { AROUND_ENDPOINTS, created, happened, ONE } from '../../testing/endpoints-past.js';
import { changeEndpoint, createEndpoint, deleteEndpoint, resumeEndpoint } from './decide-endpoint.js';
import { MAX_ENDPOINTS, WEBHOOK_ENDPOINTS } from './endpoint.js';

const URL_ = 'https://hooks.example.com/';
const KEY = [TEST_WORKSPACE, ONE];
const anyVersion = () => undefined;
const workspace = (...events: Parameters<typeof given>[1][]) => given(AROUND_ENDPOINTS, ...events);
const paused = happened('WebhookEndpointPaused', { endpoint_id: ONE, failing_since: '2030-01-01T00:00:00.000Z' });

it('an endpoint has its first secret from the start', () => {
  workspace([])
    .when(createEndpoint(ONE, { url: URL_, event_types: ['call.ended'] }, 'sealed', []))
    .thenEvents([
      happened('WebhookEndpointCreated', {
        ...{ endpoint_id: ONE, url: URL_, event_types: ['call.ended'], description: null, ciphertext: 'sealed' },
      }),
    ])
    .thenRow(WEBHOOK_ENDPOINTS, KEY, {
      live: 1,
      version: 1,
      signing_secrets: [expect.objectContaining({ ciphertext: 'sealed' })],
    });
});

it('there are at most 20, and a deleted one makes room', () => {
  const all = Array.from({ length: MAX_ENDPOINTS }, (_, n) => created(testId(800 + n), 'call.ended'));
  const create = createEndpoint(ONE, { url: URL_, event_types: ['call.ended'] }, 'sealed', []);
  workspace(all).when(create).thenRefused('resource_conflict');
  workspace([...all, happened('WebhookEndpointDeleted', { endpoint_id: testId(800) })])
    .when(create)
    .thenTypes('WebhookEndpointCreated');
});

it('its URL is held to the rule of receivers', () => {
  const create = () => createEndpoint(ONE, { url: 'http://example.com', event_types: ['call.ended'] }, 'sealed', []);
  expect(create).toThrow(DomainError);
  expect(create).toThrow('url must be a valid https URL: http is not https.');
});

it('a change that changes nothing has no event, also of the order of types', () => {
  const past = [created(ONE, 'call.ended', 'call.lost')];
  const change = (patch: object) => workspace(past).when(changeEndpoint(ONE, patch, [], anyVersion));
  change({ event_types: ['call.lost', 'call.ended'], description: null }).thenNothing();
  change({ description: 'CRM' })
    .thenEvents([happened('WebhookEndpointChanged', { endpoint_id: ONE, changes: { description: 'CRM' } })])
    .thenRow(WEBHOOK_ENDPOINTS, KEY, { description: 'CRM', version: 2 });
  change({ event_types: ['call.lost'] }).thenTypes('WebhookEndpointChanged');
});

it('is resumed once, and only while it is paused', () => {
  workspace([created(ONE, 'call.ended')])
    .when(resumeEndpoint(ONE))
    .thenNothing();
  workspace([created(ONE, 'call.ended'), paused])
    .when(resumeEndpoint(ONE))
    .thenTypes('WebhookEndpointResumed')
    .thenRow(WEBHOOK_ENDPOINTS, KEY, { paused_at: null, failing_since: null, paused_revision: -1 });
});

it('is unknown before it was created, and once it is deleted', () => {
  const gone = [created(ONE, 'call.ended'), happened('WebhookEndpointDeleted', { endpoint_id: ONE })];
  for (const past of [[], gone]) {
    workspace(past).when(deleteEndpoint(ONE, anyVersion)).thenRefused('not_found');
    workspace(past)
      .when(changeEndpoint(ONE, {}, [], anyVersion))
      .thenRefused('not_found');
    workspace(past).when(resumeEndpoint(ONE)).thenRefused('not_found');
  }
});
