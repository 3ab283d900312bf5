import type { Answer, Collection, EventSchema, IdempotencyRecord, Instant, Projection, Row } from '#kernel';
import type { RecordedBody } from '../command-decider.js';
import { COMMAND_RECORDED } from '../records.js';

/** The row of one Idempotency-Key. The event of its revision has the first answer, for its retries. */
export interface IdempotencyRow extends Row {
  readonly workspace_id: string;
  readonly key_hash: string;
  readonly occurred_at: Instant;
  /** Always 1: the index prefix under which rows are dropped by age. */
  readonly live: 1;
}

export const IDEMPOTENCY: Collection<IdempotencyRow> = {
  name: 'idempotency',
  key: ['workspace_id', 'key_hash'],
  ids: ['workspace_id', 'key_hash'],
  indexes: [{ name: 'by_age', fields: ['live', 'occurred_at'] }],
};

export const WORKSPACE_HEAD_SCHEMAS: readonly EventSchema[] = [{ type: COMMAND_RECORDED, version: 1 }];

/** Any event may carry a record. A key that is used again after its retention replaces the old record. */
export const idempotencyProjection: Projection<IdempotencyRow> = {
  collection: IDEMPOTENCY,
  version: 3,
  keys: ({ metadata }) => (metadata.idempotency ? [[metadata.workspace_id, metadata.idempotency.key_hash]] : []),
  evolve: (_row, { metadata, revision }) => ({
    workspace_id: metadata.workspace_id,
    key_hash: metadata.idempotency!.key_hash,
    occurred_at: metadata.occurred_at,
    live: 1,
    revision,
  }),
};

const WHOLE: RecordedBody = { keep: (body) => body, restore: (kept) => kept };

/** The record that keeps a command's answer. */
export function recordOf(
  request: { readonly keyHash: string; readonly fingerprint: string },
  answer: Answer,
  body: RecordedBody = WHOLE,
): IdempotencyRecord {
  return {
    key_hash: request.keyHash,
    fingerprint: request.fingerprint,
    status: answer.status,
    location: answer.location ?? null,
    etag: answer.etag ?? null,
    body: body.keep(answer.body),
  };
}

/** The answer that a record keeps. */
export function answerOf(record: IdempotencyRecord, body: RecordedBody = WHOLE): Answer {
  return {
    status: record.status,
    ...(record.location === null ? {} : { location: record.location }),
    ...(record.etag === null ? {} : { etag: record.etag }),
    body: body.restore(record.body),
  };
}
