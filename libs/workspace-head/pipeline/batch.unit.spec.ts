import { EventSchemas } from '#kernel';
import { recorded } from '#kernel/testing';
import { sizeOf } from './batch.js';

it('metadata is counted by an upper bound, for any request id of a client', () => {
  const id = '018f3a00-0000-7000-8000-000000000001';
  const event = recorded({ type: 'ListMade', data: {} }, 0, { workspaceId: id, at: '2030-01-01T00:00:00.000Z' });
  const metadata = {
    ...event.metadata,
    schema_version: 99,
    actor: { kind: 'api_key', id } as const,
    correlation_id: '"'.repeat(128),
    causation_id: id,
  };
  const { metadataBytes } = sizeOf([{ ...event, metadata, json: '{}' }], new EventSchemas([]));
  expect(metadataBytes).toBeGreaterThanOrEqual(JSON.stringify(metadata).length);
});
