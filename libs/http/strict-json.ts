import { DomainError, type FieldError, inSentence, invalidInput, type Json } from '#kernel';
import { refuseUnknownField } from './fields/record-reader.js';
import { pointerToken, refuse, prefixPointers } from './fields/rule.js';

/** Largest depth of nested arrays and objects (docs/reference/http-contract.md#errors). */
export const MAX_DEPTH = 32;
/** Largest number of names of one object; the DTO with the most fields has far fewer. */
export const MAX_NAMES = 100;
/**
 * Largest number of strings, numbers, literals, objects and arrays of one body. The largest valid body, 1,000 contacts,
 * has 4,002. Without a limit, 1 MiB of small objects or of distinct names blocks the HTTP thread for 0.1 s and more.
 */
export const MAX_VALUES = 25_000;

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BYTE_ORDER_MARK = '\ufeff';
const UNFIT = /[\0\p{Cs}]/u;

/**
 * Reads a body strictly (docs/reference/http-contract.md#errors, docs/quality.md#security). JSON.parse alone accepts
 * duplicate keys (the last one wins), lone surrogates and `__proto__`; one pass over the text finds those, and checks
 * the depth and the counts before JSON.parse builds anything.
 * @param subject what the bytes are, at the beginning of the sentence of a refusal
 * @throws DomainError `malformed_json`: not UTF-8, a byte order mark, not JSON, a duplicate key, too deep, too many
 * names or values; `validation_failed`: a name that every object has (an unknown field of every DTO), half a surrogate
 * pair, NUL
 * @see docs/adr/0006-libraries-and-own-parts.md
 */
export function parseStrictJson(bytes: Uint8Array, subject = 'The body'): Json {
  const text = decode(bytes, subject);
  const errors: FieldError[] = [];
  scan(text, subject, errors);
  const value = parse(text, subject);
  if (errors.length > 0) throw invalidInput(errors);
  return value;
}

function decode(bytes: Uint8Array, subject: string): string {
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    throw malformed(`${subject} is not UTF-8.`);
  }
  if (text.startsWith(BYTE_ORDER_MARK)) throw malformed(`${subject} begins with a byte order mark.`);
  return text;
}

function parse(text: string, subject: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw malformed(`${subject} is not JSON${positionOf(error as Error)}.`);
  }
}

/**
 * The position at which V8 stopped reading, if it tells it. The rest of its message quotes the body, which may contain
 * anything.
 */
function positionOf({ message }: Error): string {
  if (message.includes('end of JSON')) return ': it ends too early';
  const at = /at position (\d+)/.exec(message)?.[1];
  return at === undefined ? '' : `: it goes wrong at character ${Number(at) + 1}`;
}

/** The state of the scan in one object or array. */
interface Level {
  /** Names found up to here; undefined in an array. */
  readonly names: Set<string> | undefined;
  /** The name or index of the next value. */
  key: string | number;
  expectsName: boolean;
}

/**
 * Scans the tokens. JSON.parse, which reads the text afterwards, checks that their order is JSON: the scan is right
 * about JSON, and ends without harm on any other text.
 */
function scan(text: string, subject: string, errors: FieldError[]): void {
  const levels: Level[] = [];
  let level: Level | undefined;
  let values = 0;
  let at = 0;
  while (at < text.length) {
    const first = text[at]!;
    let end = at + 1;
    switch (first) {
      case '"': {
        end = endOfString(text, at);
        const string = stringOf(text, at, end);
        if (string === undefined) return;
        if (!level?.expectsName) values += 1;
        checkString(string, subject, level, levels, errors);
        break;
      }
      case '{':
      case '[':
        values += 1;
        level = { names: first === '{' ? new Set() : undefined, key: 0, expectsName: first === '{' };
        if (levels.push(level) > MAX_DEPTH) throw malformed(`${subject} is nested more than ${MAX_DEPTH} levels deep.`);
        break;
      case '}':
      case ']':
        levels.pop();
        level = levels.at(-1);
        break;
      case ',':
        if (level?.names) level.expectsName = true;
        else if (level) level.key = (level.key as number) + 1;
        break;
      case ':':
      case ' ':
      case '\n':
      case '\r':
      case '\t':
        break;
      default:
        values += 1;
        end = endOfScalar(text, at);
    }
    if (values > MAX_VALUES) throw malformed(`${subject} has more than ${MAX_VALUES} values.`);
    at = end;
  }
}

/** The position behind the closing quote of the string that begins at `start`; behind the text if there is none. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** The position behind the number or literal that begins at `start`. */
function endOfScalar(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && !',:{}[]" \n\r\t'.includes(text[at]!)) at += 1;
  return at;
}

/** The value of a string token; undefined if it is no JSON. */
function stringOf(text: string, start: number, end: number): string | undefined {
  const inside = text.slice(start + 1, end - 1);
  if (end > text.length) return undefined;
  if (!inside.includes('\\')) return inside;
  try {
    return JSON.parse(text.slice(start, end)) as string;
  } catch {
    return undefined;
  }
}

function checkString(
  text: string,
  subject: string,
  level: Level | undefined,
  levels: readonly Level[],
  errors: FieldError[],
): void {
  const first = errors.length;
  if (!level?.names || !level.expectsName) {
    if (UNFIT.test(text)) refuse(errors, 'invalid_characters', 'Must not contain NUL or half of a surrogate pair.');
    if (errors.length > first) locate(errors, first, levels);
    return;
  }
  if (level.names.has(text))
    throw malformed(`${subject} has the key ${inSentence(pathOf(levels.slice(0, -1), text))} twice.`);
  level.names.add(text);
  if (level.names.size > MAX_NAMES) throw malformed(`${subject} has an object with more than ${MAX_NAMES} names.`);
  level.key = text;
  level.expectsName = false;
  if (text in Object.prototype || UNFIT.test(text)) refuseUnknownField(errors, text);
  if (errors.length > first) locate(errors, first, levels.slice(0, -1));
}

function pathOf(levels: readonly Level[], name: string): string {
  return [...levels.map(({ key }) => key), name].map((key) => pointerToken(key)).join('/');
}

function locate(errors: FieldError[], first: number, levels: readonly Level[]): void {
  for (const { key } of levels.toReversed()) prefixPointers(errors, first, key);
}

function malformed(detail: string): DomainError {
  return new DomainError('malformed_json', detail);
}
