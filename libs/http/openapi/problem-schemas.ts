import { PROBLEMS } from '../problems.js';

/** The schemas of every refusal (RFC 9457; docs/reference/http-contract.md#errors). */
export const PROBLEM_SCHEMAS = {
  Problem: {
    type: 'object' as const,
    description: 'A refusal (RFC 9457).',
    required: ['type', 'title', 'status', 'detail', 'instance', 'ok', 'code', 'request_id'],
    properties: {
      type: { type: 'string' as const, format: 'uri-reference', description: 'Links to what the code means.' },
      title: {
        type: 'string' as const,
        description: 'What the code means, in short: the same for all of its refusals.',
      },
      status: { type: 'integer' as const, description: 'The status of the answer.' },
      detail: {
        type: 'string' as const,
        description: 'What was wrong with this request. For people: the wording may change.',
      },
      instance: { type: 'string' as const, description: 'The path of the request.' },
      ok: { type: 'boolean' as const, const: false, description: 'false of every refusal.' },
      code: {
        $ref: '#/components/schemas/ErrorCode',
        description: 'What happened, for programs. The page that `type` links to says what to do about it.',
      },
      request_id: {
        type: 'string' as const,
        description: 'The X-Request-Id of the answer: name it when you ask about it.',
      },
      errors: {
        type: 'array' as const,
        description: 'Each mistake, at most 50. Left out where there is none to be pointed at.',
        items: { $ref: '#/components/schemas/FieldError' },
      },
    },
    example: {
      type: '/docs/errors#validation_failed',
      title: PROBLEMS.validation_failed.title,
      status: PROBLEMS.validation_failed.status,
      detail: 'name: Must be given.',
      instance: '/smart-lists',
      ok: false,
      code: 'validation_failed',
      request_id: '0198f4b2-7c1e-7a3b-9d4e-5f60718293a4',
      errors: [{ pointer: '/name', code: 'required', detail: 'Must be given.' }],
    },
  },
  FieldError: {
    type: 'object' as const,
    description: 'One mistake.',
    required: ['pointer', 'code', 'detail'],
    properties: {
      pointer: {
        type: 'string' as const,
        description:
          'Where: a JSON pointer (RFC 6901) into the body; `/` and the name of a query parameter or a header; empty for the body as a whole.',
      },
      code: {
        type: 'string' as const,
        description:
          'What is wrong there, for programs: `required`, `unknown_field`, `unknown_parameter`, `wrong_type`, `too_long`, `out_of_range`, `invalid_format` and others. Of /health/ready the name of a check.',
      },
      detail: { type: 'string' as const, description: 'The same for people: the wording may change.' },
    },
  },
  ErrorCode: {
    type: 'string' as const,
    description:
      'What happened, for programs. Later versions may add others; the status says how to take an unknown one.',
    enum: Object.keys(PROBLEMS),
  },
};
