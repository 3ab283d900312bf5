import { jsonOf, mediaType, PROBLEM } from './contract.js';
import type { Answer } from './http.js';
import type { Problem } from './types.js';

/** The status that each code is answered with (docs/reference/http-contract.md#errors). */
export const STATUS_OF: Readonly<Record<string, readonly number[]>> = {
  validation_failed: [400],
  malformed_json: [400],
  malformed_request: [400, 414, 431],
  invalid_reference: [400],
  waterfall_cycle: [400],
  invalid_page_token: [400],
  unauthorized: [401],
  insufficient_scope: [403],
  not_found: [404],
  method_not_allowed: [405],
  resource_conflict: [409],
  idempotency_in_progress: [409],
  call_state_conflict: [409],
  callback_refused: [409],
  contact_in_call: [409],
  contact_erased: [409],
  quota_exceeded: [409],
  precondition_failed: [412],
  payload_too_large: [413],
  unsupported_media_type: [415],
  idempotency_key_reused: [422],
  rate_limited: [429],
  internal: [500],
  unavailable: [503],
};

/**
 * Expects a sentence that a person understands (or the field's name and a sentence): several words, a final full stop,
 * nothing of the implementation.
 */
const SENTENCE = /^\S.* .*\.$/s;
const INSIDE = /\bat .+:\d+:\d+|node_modules|SQLITE|Error:|undefined|\[object|\/dist\//;

/**
 * Expects a complete problem document with this code (RFC 9457; docs/reference/http-contract.md#errors): type, title,
 * status, detail, request id. Returns it.
 */
export function expectProblem(answer: Answer, code: string): Problem {
  expect(`${answer.status} ${mediaType(answer)} ${answer.bytes.toString()}`).toContain(`"${code}"`);
  const problem = jsonOf(answer) as Problem;
  expect(problem.code).toBe(code);
  expect(STATUS_OF[code]).toContain(answer.status);
  expect(mediaType(answer)).toBe(PROBLEM);
  expect(problem).toMatchObject({
    status: answer.status,
    ok: false,
    title: expect.any(String),
    instance: expect.any(String),
  });
  expect(problem.request_id).toBe(answer.headers['x-request-id']);
  expectSentence(problem.detail);
  for (const error of problem.errors ?? []) {
    expect(error.pointer).toMatch(/^($|\/)/);
    expect(error.code).toMatch(/^[a-z][a-z0-9_]*$/);
    expectSentence(error.detail);
  }
  expect(problem.type).toMatch(/^https?:\/\/|^\//);
  return problem;
}

function expectSentence(text: string): void {
  expect(text).toMatch(SENTENCE);
  expect(text).not.toMatch(INSIDE);
}

/** A refusal that points at a field: one of its errors has this pointer (and this code, if given). */
export function expectPointer(answer: Answer, code: string, pointer: string): Problem {
  const problem = expectProblem(answer, code);
  expect((problem.errors ?? []).map((error) => error.pointer)).toContain(pointer);
  return problem;
}

/** The bytes of a problem without request id and instance. These must be equal for foreign and missing resources. */
export function anonymous(answer: Answer): string {
  const { request_id, instance } = jsonOf(answer) as Problem;
  return answer.bytes
    .toString()
    .replaceAll(JSON.stringify(instance), '""')
    .replaceAll(JSON.stringify(request_id), '""');
}
