/** The service cannot start with this environment. Each problem is one sentence that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** The operating system's code of an error (`EACCES`); the text `undefined` where it has none. */
export function systemErrorCode(error: unknown): string {
  return String((error as { readonly code?: unknown }).code);
}
