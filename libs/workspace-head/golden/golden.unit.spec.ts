import { readFileSync } from 'node:fs';
import { expectGolden, type GoldenFile, recorded, TEST_WORKSPACE } from '#kernel/testing';
import { idempotencyProjection, WORKSPACE_HEAD_SCHEMAS } from '#workspace-head';

// The tests run from dist; the golden files are in the source tree.
const FILE = new URL('../../../../libs/workspace-head/golden/CommandRecorded.v1.json', import.meta.url);

it('CommandRecorded is read: its data is empty, and the row of its Idempotency-Key names its revision', () => {
  const golden = JSON.parse(readFileSync(FILE, 'utf8')) as GoldenFile;
  expectGolden(new Map([['CommandRecorded.v1.json', golden]]), WORKSPACE_HEAD_SCHEMAS, [idempotencyProjection]);
  const stored = recorded({ type: golden.type, data: golden.data }, 7);
  const idempotency = { key_hash: 'k', fingerprint: 'f', status: 200, location: null, etag: null, body: { ok: true } };
  const event = { ...stored, metadata: { ...stored.metadata, idempotency } };
  const [key] = idempotencyProjection.keys(event);
  expect(key).toEqual([TEST_WORKSPACE, 'k']);
  const settings = { row: () => undefined };
  const { workspace_id, occurred_at } = event.metadata;
  expect(idempotencyProjection.evolve(undefined, event, key!, settings)).toEqual({
    workspace_id,
    key_hash: 'k',
    revision: 7,
    occurred_at,
    live: 1,
  });
});
