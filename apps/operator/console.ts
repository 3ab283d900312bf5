/** The methods of admin routes. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The ports of a command. */
export interface Console {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * The bytes of a file, or of standard input for `-`.
   * @throws Refusal it cannot be read
   */
  read(file: string): Promise<Buffer>;
  /**
   * Sends a request, with `body` as JSON if there is one; returns the status, and the body if it is JSON. Redirections
   * are not followed: requests contain a token.
   * @throws Refusal `unavailable`: the service does not answer in time
   */
  request(
    method: Method,
    url: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<{ readonly status: number; readonly body: unknown }>;
  /**
   * Asks a question and returns the line that is typed, without its line break; undefined without a terminal to ask on.
   * @throws Refusal `interrupted`: Ctrl-C, or the input ended
   */
  ask(question: string): Promise<string | undefined>;
  print(text: string): void;
  /** On standard error: what the printed result is not part of. */
  note(sentence: string): void;
  /**
   * Shows how far a long command is, on a terminal only.
   * @param part from 0 to 1; undefined: not known. With an empty text nothing is shown any more
   */
  progress(part: number | undefined, text: string): void;
  /** The command has done its work, and its result is negative. */
  fail(exit?: Exit): void;
  /**
   * From the call on, a first Ctrl-C or SIGTERM aborts the signal, and the command ends itself; a second one ends the
   * process at once.
   */
  interruption(): AbortSignal;
}

/**
 * Exit codes (docs/reference/command-line.md#exit-codes): the result is negative; the command was not understood, or
 * cannot be carried out; there is no such thing; a store or the service cannot be reached now; something does not fit;
 * Ctrl-C.
 */
export const EXIT_CODES = {
  no: 1,
  not_understood: 2,
  not_found: 3,
  unavailable: 4,
  check_failed: 5,
  interrupted: 130,
} as const;

/** How a command ends that has not done what it was told to, or has found what should not be. */
export type Exit = keyof typeof EXIT_CODES;

/** A command cannot be carried out as given: one sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    message: string,
    readonly exit: Exit = 'not_understood',
  ) {
    super(message);
  }
}
