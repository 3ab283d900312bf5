import type { FieldError } from '#kernel';

/**
 * How one value of the input is read: checked and brought to the form it is stored in. Rules report with pointers relative to the
 * value ('' is the value itself); whoever holds the value puts its own name in front, which costs nothing while all is well.
 */
export interface Rule {
  /** The value as it is carried on from here; anything at all once an error was reported. */
  read(value: unknown, errors: FieldError[]): unknown;
  /** What `read` gets for the text of a query parameter, {@link NoValue} where it stands for none. Left out: the text itself. */
  fromQuery?(text: string): unknown;
}

/** No answer lists more errors than this: a body of nothing but mistakes must not make a larger answer. */
export const MAX_ERRORS = 50;

const SHOWN_KEY = 100;

/** Reports an error at the value itself. */
export function refuse(errors: FieldError[], code: string, detail: string): undefined {
  if (errors.length < MAX_ERRORS) errors.push({ pointer: '', code, detail });
  return undefined;
}

/** Puts a name or a place in front of the pointers of all errors from `first` on. */
export function prefixPointers(errors: FieldError[], first: number, key: string | number): void {
  for (let i = first; i < errors.length; i += 1) {
    const error = errors[i]!;
    errors[i] = { ...error, pointer: `/${pointerToken(key)}${error.pointer}` };
  }
}

/** One step of a JSON pointer (RFC 6901, section 3). Names nobody can have meant are cut. */
export function pointerToken(key: string | number): string {
  return String(key).slice(0, SHOWN_KEY).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** How a value is called in a sentence: `a number`, `null`, … */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A text of the query that is no value of its rule. All of them are texts there, so that it is one says nothing. */
export class NoValue {}

/** Reports a value of the wrong type. */
export function wrongType(errors: FieldError[], expected: string, value: unknown): undefined {
  if (value instanceof NoValue) return refuse(errors, 'wrong_type', `Must be ${expected}.`);
  return refuse(errors, 'wrong_type', `Must be ${expected}, not ${kindOf(value)}.`);
}
