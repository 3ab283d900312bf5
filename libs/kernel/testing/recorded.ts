import { type DomainEvent, type Instant, instant, type RecordedEvent, workspaceStream } from '../index.js';

/** The workspace of tests that name no other. */
export const TEST_WORKSPACE = '00000000-0000-7000-8000-000000000001';

/** The time of the first event of a test workspace; each further one is a second later. */
export const TEST_START = Date.parse('2030-01-01T00:00:00.000Z');

/** An event as recorded in the log, for tests that fold events themselves. */
export function recorded(
  event: DomainEvent,
  revision: number,
  options: { readonly workspaceId?: string; readonly at?: Instant } = {},
): RecordedEvent {
  const workspaceId = options.workspaceId ?? TEST_WORKSPACE;
  return {
    ...event,
    id: `00000000-0000-7000-9000-${String(revision).padStart(12, '0')}`,
    stream: workspaceStream(workspaceId),
    revision,
    metadata: {
      schema_version: 1,
      workspace_id: workspaceId,
      occurred_at: options.at ?? instant(TEST_START + revision * 1_000),
      actor: { kind: 'system', id: 'test' },
      correlation_id: 'test',
      causation_id: null,
    },
  };
}
