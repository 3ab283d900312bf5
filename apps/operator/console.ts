/** What a command touches of the world. */
export interface Console {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * The bytes of a file, or of standard input for `-`.
   * @throws Refusal if it cannot be read
   */
  read(file: string): Promise<Buffer>;
  /**
   * Sends a request, with `body` as JSON where there is one; answers the status, and the body where it is JSON.
   * Redirections are not followed: requests bear a token.
   * @throws Refusal if nobody answers in time
   */
  request(
    method: 'GET' | 'POST',
    url: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<{ readonly status: number; readonly body: unknown }>;
  print(text: string): void;
  /** The command has done its work, and the answer is no. */
  fail(): void;
}

/** A command cannot be carried out as it was given: one sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
