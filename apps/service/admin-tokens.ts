import type { AdminToken } from '#http';
import { type Environment, Problem, Variable } from './environment.js';

/** Characters. A shorter token, or one of fewer different characters, can be guessed, or was typed as a placeholder. */
const MIN_LENGTH = 32;
const MIN_DISTINCT = 10;
const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

class AdminTokenSettings {
  /** `ops:…,ci:…`; a name may occur twice while its token is rotated. */
  @Variable('ADMIN_TOKENS', namedTokens) readonly named: readonly AdminToken[] = [];
  @Variable('ADMIN_TOKEN', unnamedToken) readonly unnamed: readonly AdminToken[] = [];
}

/** Reads ADMIN_TOKENS and ADMIN_TOKEN. No problem contains a token. */
export function readAdminTokens(environment: Environment): readonly AdminToken[] {
  const { named, unnamed } = environment.read(AdminTokenSettings);
  return [...named, ...unnamed];
}

function unnamedToken(token: string): readonly AdminToken[] | Problem {
  const weakness = weaknessOf(token);
  return weakness === undefined ? [{ name: null, token }] : new Problem(`must ${weakness}`);
}

function namedTokens(text: string): readonly AdminToken[] | Problem {
  const tokens: AdminToken[] = [];
  for (const [at, entry] of text.split(',').entries()) {
    const [, name = '', token = ''] = /^([^:]*):(.*)$/.exec(entry.trim()) ?? [];
    // The text before the colon may be a token whose name was forgotten: until it is known to be a name, messages give
    // the entry's index.
    if (!NAME.test(name)) {
      return new Problem(`must be names and tokens such as ops:TOKEN,ci:TOKEN: entry ${at + 1} has no such name`);
    }
    const weakness = weaknessOf(token);
    if (weakness !== undefined) return new Problem(`must hold better tokens: the one of ${name} must ${weakness}`);
    const other = tokens.find((known) => known.token === token && known.name !== name);
    if (other) return new Problem(`must not give ${other.name} and ${name} the same token`);
    tokens.push({ name, token });
  }
  return tokens;
}

function weaknessOf(token: string): string | undefined {
  if (token.length < MIN_LENGTH || !/^[\x21-\x7e]+$/.test(token)) {
    return `have at least ${MIN_LENGTH} visible ASCII characters`;
  }
  const distinct = new Set(token).size;
  return distinct < MIN_DISTINCT ? `have at least ${MIN_DISTINCT} different characters, not ${distinct}` : undefined;
}
