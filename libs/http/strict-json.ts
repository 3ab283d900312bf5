import { createScanner } from 'jsonc-parser';
import { DomainError } from '#kernel';
import type { FieldError, Json } from '#kernel';
import { refuseUnknownField } from './fields/record-reader.js';
import { pointerToken, refuse, within } from './fields/rule.js';
import { inSentence, invalidBody } from './problems.js';

/** How deep arrays and objects may stand in each other (api.md, Errors). */
export const MAX_DEPTH = 32;

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BYTE_ORDER_MARK = '\ufeff';
const UNFIT = /[\0\p{Cs}]/u;

/**
 * Reads a body as strictly as api.md says (Errors; quality.md, Security). JSON.parse alone lets through duplicate keys (the last one wins),
 * lone surrogates and `__proto__`; one pass over the tokens finds those and the depth, before anything recurses.
 * @throws DomainError `malformed_json`: not UTF-8, a byte order mark, not JSON, a key twice, too deep; `validation_failed`: a name that
 *   every object has (an unknown field, whatever the DTO), half a surrogate pair, NUL.
 */
export function parseStrictJson(bytes: Uint8Array): Json {
  const text = decode(bytes);
  const value = parse(text);
  const errors: FieldError[] = [];
  checkTokens(text, errors);
  if (errors.length > 0) throw invalidBody(errors);
  return value;
}

function decode(bytes: Uint8Array): string {
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    throw malformed('The body is not UTF-8.');
  }
  if (text.startsWith(BYTE_ORDER_MARK)) throw malformed('The body begins with a byte order mark.');
  return text;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw malformed(`The body is not JSON${placeOf(error as Error)}.`);
  }
}

/** Where V8 stopped reading, if it says so. The rest of its message quotes the body, which may hold anything. */
function placeOf({ message }: Error): string {
  if (message.includes('end of JSON')) return ': it ends too early';
  const at = /at position (\d+)/.exec(message)?.[1];
  return at === undefined ? '' : `: it goes wrong at character ${Number(at) + 1}`;
}

/** jsonc-parser's SyntaxKind: a const enum, whose names an isolated module cannot use. */
const OPEN_BRACE = 1;
const CLOSE_BRACE = 2;
const OPEN_BRACKET = 3;
const CLOSE_BRACKET = 4;
const COMMA = 5;
const STRING = 10;
const END = 17;

/** Where the scan stands in one object or array. */
interface Level {
  /** Names seen so far; undefined in an array. */
  readonly names: Set<string> | undefined;
  /** The name or place the next value has. */
  key: string | number;
  expectsName: boolean;
}

function checkTokens(text: string, errors: FieldError[]): void {
  const scanner = createScanner(text, true);
  const levels: Level[] = [];
  let level: Level | undefined;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    switch (token) {
      case STRING:
        checkString(scanner.getTokenValue(), level, levels, errors);
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET: {
        const names = token === OPEN_BRACE ? new Set<string>() : undefined;
        level = { names, key: 0, expectsName: names !== undefined };
        if (levels.push(level) > MAX_DEPTH) throw malformed(`The body is nested more than ${MAX_DEPTH} levels deep.`);
        break;
      }
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        levels.pop();
        level = levels.at(-1);
        break;
      case COMMA:
        if (level!.names) level!.expectsName = true;
        else level!.key = (level!.key as number) + 1;
        break;
    }
  }
}

function checkString(text: string, level: Level | undefined, levels: readonly Level[], errors: FieldError[]): void {
  const first = errors.length;
  if (!level?.names || !level.expectsName) {
    if (UNFIT.test(text)) refuse(errors, 'invalid_characters', 'Must not contain NUL or half of a surrogate pair.');
    if (errors.length > first) locate(errors, first, levels);
    return;
  }
  if (level.names.has(text))
    throw malformed(`The body has the key ${inSentence(pathOf(levels.slice(0, -1), text))} twice.`);
  level.names.add(text);
  level.key = text;
  level.expectsName = false;
  if (text in Object.prototype || UNFIT.test(text)) refuseUnknownField(errors, text);
  if (errors.length > first) locate(errors, first, levels.slice(0, -1));
}

function pathOf(levels: readonly Level[], name: string): string {
  return [...levels.map(({ key }) => key), name].map((key) => pointerToken(key)).join('/');
}

function locate(errors: FieldError[], first: number, levels: readonly Level[]): void {
  for (const { key } of levels.toReversed()) within(errors, first, key);
}

function malformed(detail: string): DomainError {
  return new DomainError('malformed_json', detail);
}
