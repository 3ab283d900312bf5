import { codePoints, isPhone, parseUuid } from '#kernel';
import type { FieldError } from '#kernel';
import { field } from './field.js';
import type { FieldOptions } from './field.js';
import { refuse, wrongType } from './rule.js';
import type { Rule } from './rule.js';

export interface TextOptions extends FieldOptions {
  /** Limits in code points, of the text as it is stored. */
  readonly min: number;
  readonly max: number;
  /** Tab and line breaks are allowed. */
  readonly multiline?: boolean;
  /** For the reference: a pattern that the decision checks. */
  readonly pattern?: string;
  /** A sentence about the form that the pattern asks for, told where the text is too short or too long for it. */
  readonly form?: string;
}

const CONTROL = /\p{Cc}/u;
const CONTROL_BUT_LAYOUT = /[^\P{Cc}\t\n\r]/u;
/**
 * Embeddings, overrides and isolates: inside a name they change the reading direction of the text around it, such as a
 * file or a sum. The marks LRM, RLM and ALM order the text of one name and are allowed.
 */
const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069]/;
const SURROGATE = /\p{Cs}/u;
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Text: stored trimmed and in NFC, counted in code points, without control characters
 * (docs/reference/http-contract.md#conventions). A text of one line, like a name, must have no controls that change the
 * direction of the text behind it.
 */
export class TextRule implements Rule {
  constructor(private readonly options: TextOptions) {}

  read(value: unknown, errors: FieldError[]): unknown {
    if (typeof value !== 'string') return wrongType(errors, 'a string', value);
    const text = PLAIN.test(value) ? value.trim() : this.normal(value, errors);
    if (text === undefined) return undefined;
    const { min, max } = this.options;
    if (text.length < min) return this.tooShort(errors);
    if (text.length > max || min > 1) return this.counted(text, errors);
    return text;
  }

  private normal(value: string, errors: FieldError[]): string | undefined {
    if ((this.options.multiline ? CONTROL_BUT_LAYOUT : CONTROL).test(value)) {
      return refuse(errors, 'invalid_characters', 'Must not contain control characters.');
    }
    if (!this.options.multiline && BIDI_CONTROL.test(value)) {
      return refuse(errors, 'invalid_characters', 'Must not contain controls of text direction.');
    }
    if (SURROGATE.test(value))
      return refuse(errors, 'invalid_characters', 'Must not contain half of a surrogate pair.');
    return value.trim().normalize('NFC');
  }

  private counted(text: string, errors: FieldError[]): string | undefined {
    const { min, max, form } = this.options;
    const count = codePoints(text);
    if (count > max) return refuse(errors, 'too_long', form ?? `Must have at most ${max} characters, not ${count}.`);
    if (count < min) return this.tooShort(errors);
    return text;
  }

  private tooShort(errors: FieldError[]): undefined {
    const { min, form } = this.options;
    const detail = min === 1 ? 'Must not be empty.' : `Must have at least ${min} characters.`;
    return refuse(errors, 'too_short', form ?? detail);
  }
}

const UUID_RULE: Rule = {
  read(value, errors) {
    if (typeof value !== 'string') return wrongType(errors, 'a UUID', value);
    return (
      parseUuid(value) ?? refuse(errors, 'invalid_format', 'Must be a UUID, e.g. 0198f4b2-7c1e-7a3b-9d4e-5f60718293a4.')
    );
  },
};

const PHONE_RULE: Rule = {
  read(value, errors) {
    if (typeof value !== 'string') return wrongType(errors, 'a phone number', value);
    if (isPhone(value)) return value;
    return refuse(
      errors,
      'invalid_format',
      'Must be a phone number in E.164: +, then 2 to 15 digits, the first not 0.',
    );
  },
  fromQuery: (text) => {
    // In a query an unescaped + is a space. A phone cannot begin with a space, so the + was meant.
    return text.startsWith(' ') ? `+${text.slice(1)}` : text;
  },
};

const INSTANT_RULE: Rule = {
  read(value, errors) {
    if (typeof value !== 'string') return wrongType(errors, 'a time', value);
    return (
      parseInstant(value) ??
      refuse(
        errors,
        'invalid_format',
        'Must be a time in ISO 8601 with its offset or Z, e.g. 2025-06-01T09:30:00.000Z.',
      )
    );
  },
};

/** RFC 3339 with upper-case T and Z, without leap seconds, and without an hour of 24, which Date.parse accepts. */
const TIME = /^\d{4}-\d\d-\d\dT(?!24)\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

function parseInstant(text: string): string | undefined {
  if (!TIME.test(text)) return undefined;
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds) || rolledOver(text)) return undefined;
  const written = new Date(milliseconds).toISOString();
  return written.length === 24 ? written : undefined;
}

/** Date.parse reads 30 February as 2 March. */
function rolledOver(text: string): boolean {
  return new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().slice(0, 10) !== text.slice(0, 10);
}

/** A text field. Codes: `wrong_type`, `too_short`, `too_long`, `invalid_characters`. */
export function Text(options: TextOptions): PropertyDecorator {
  const { min, max, pattern } = options;
  const schema = {
    type: 'string',
    ...(min > 0 && { minLength: min }),
    maxLength: max,
    ...(pattern !== undefined && { pattern }),
  } as const;
  return field(new TextRule(options), options, schema);
}

/** A UUID of any version, read in any case and stored in lower case. Code: `invalid_format`. */
export function UuidField(options: FieldOptions = {}): PropertyDecorator {
  return field(UUID_RULE, options, { type: 'string', format: 'uuid' });
}

/** A phone number in E.164, as a regular expression of JSON Schema. */
export const PHONE_PATTERN = '^\\+[1-9][0-9]{1,14}$';

/** A phone number in E.164. Code: `invalid_format`. */
export function PhoneField(options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'string', pattern: PHONE_PATTERN } as const;
  return field(PHONE_RULE, { example: '+436601234567', ...options }, schema);
}

/**
 * A time in ISO 8601 with its offset; converted to UTC with milliseconds (kernel `Instant`). Code: `invalid_format`.
 */
export function InstantField(options: FieldOptions = {}): PropertyDecorator {
  return field(INSTANT_RULE, options, { type: 'string', format: 'date-time' });
}

/** The rule of a phone number, for lists of them. */
export const phoneRule = PHONE_RULE;

/** The rule of a UUID, for lists of them. */
export const uuidRule = UUID_RULE;
