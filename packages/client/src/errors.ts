import type { ErrorCode, FieldError, Problem } from './schema.js';

/**
 * The service refused a request, or something in between did (docs/reference/http-contract.md#errors). `message` is the
 * `detail` of the problem, for people; programs decide by `code`.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  /** What happened; null where the answer is no problem document, such as one of a proxy. Later versions add codes. */
  readonly code: ErrorCode | null;
  /** Each mistake of the request, with where it is. */
  readonly errors: readonly FieldError[];
  /** The X-Request-Id of the answer, by which an operator finds it in the log; null where it has none. */
  readonly requestId: string | null;
  /** The whole document; null where the answer is none. */
  readonly problem: Problem | null;

  constructor(status: number, problem: Problem | null, requestId: string | null) {
    super(problem?.detail ?? `an answer with status ${status} that is no problem document`);
    this.status = status;
    this.code = problem?.code ?? null;
    this.errors = problem?.errors ?? [];
    this.requestId = problem?.request_id ?? requestId;
    this.problem = problem;
  }

  /** The error of an answer that is no success; reads its body. */
  static async of(response: Response): Promise<ProblemError> {
    const problem = problemIn(await response.text());
    return new ProblemError(response.status, problem, response.headers.get('X-Request-Id'));
  }
}

/** No answer came, or none that was whole: whether the request was done is unknown. `cause` is the last failure. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(
    request: string,
    /** Attempts that were made. */
    readonly attempts: number,
    cause: unknown,
  ) {
    super(`no answer to ${request} in ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`, { cause });
  }
}

/**
 * Whether time may heal it: no answer, 429, 500 and above, or the first request with this Idempotency-Key is still
 * under way. The same request with the same key is then safe and may succeed later.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof ProblemError && isTransientAnswer(error.status, error.code);
}

/** The same of an answer. */
export function isTransientAnswer(status: number, code: string | null): boolean {
  return status >= 500 || status === 429 || code === 'idempotency_in_progress';
}

/** The problem document in a text; null if it is none. */
export function problemIn(text: string): Problem | null {
  try {
    const value: unknown = JSON.parse(text);
    const isProblem = typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
    return isProblem ? (value as Problem) : null;
  } catch {
    return null;
  }
}
