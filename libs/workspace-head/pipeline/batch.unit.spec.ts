import { EventSchemas } from '#kernel';
import { recorded } from '#kernel/testing';
import { sizeOf } from './batch.js';

const ID = '018f3a00-0000-7000-8000-000000000001';

it.each([
  ['any request id of a client', { correlation_id: '"'.repeat(128) }],
  ['a request of a trace', { correlation_id: ID, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }],
])('metadata is counted by an upper bound: %s', (_case, ids) => {
  const event = recorded({ type: 'ListMade', data: {} }, 0, { workspaceId: ID, at: '2030-01-01T00:00:00.000Z' });
  const metadata = {
    ...event.metadata,
    schema_version: 99,
    actor: { kind: 'api_key', id: ID } as const,
    causation_id: ID,
    ...ids,
  };
  const { metadataBytes } = sizeOf([{ ...event, metadata, json: '{}' }], new EventSchemas([]));
  expect(metadataBytes).toBeGreaterThanOrEqual(JSON.stringify(metadata).length);
});
