import { type FieldError, MAX_ERRORS } from '#kernel';

/**
 * How one value of the input is read: checked and converted to the form in which it is stored. Rules report with
 * pointers relative to the value ('' is the value itself); the reader of the enclosing value prefixes its own name,
 * which costs nothing without errors.
 */
export interface Rule {
  /** The value for the following code; any value once an error was reported. */
  read(value: unknown, errors: FieldError[]): unknown;
  /**
   * The argument of `read` for the text of a query parameter, {@link NoValue} for a text that is none. Undefined: the
   * text itself.
   */
  fromQuery?(text: string): unknown;
}

const SHOWN_KEY = 100;

/** Reports an error at the value itself. */
export function refuse(errors: FieldError[], code: string, detail: string): undefined {
  if (errors.length < MAX_ERRORS) errors.push({ pointer: '', code, detail });
  return undefined;
}

/** Prefixes the pointers of all errors from `first` on with a name or an index. */
export function prefixPointers(errors: FieldError[], first: number, key: string | number): void {
  for (let i = first; i < errors.length; i += 1) {
    const error = errors[i]!;
    errors[i] = { ...error, pointer: `/${pointerToken(key)}${error.pointer}` };
  }
}

/** One step of a JSON pointer (RFC 6901, section 3). Names of unreasonable length are cut. */
export function pointerToken(key: string | number): string {
  return String(key).slice(0, SHOWN_KEY).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The kind of a value in a sentence: `a number`, `null`, … */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/**
 * Stands for a text of the query that is no value of its rule. Every query parameter is a text, so its type tells
 * nothing.
 */
export class NoValue {}

/** Reports a value of the wrong type. */
export function wrongType(errors: FieldError[], expected: string, value: unknown): undefined {
  if (value instanceof NoValue) return refuse(errors, 'wrong_type', `Must be ${expected}.`);
  return refuse(errors, 'wrong_type', `Must be ${expected}, not ${kindOf(value)}.`);
}
