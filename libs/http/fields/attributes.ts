import type { FieldError } from '#kernel';
import { field, type FieldOptions } from './field.js';
import { kindOf, prefixPointers, refuse, type Rule, wrongType } from './rule.js';
import { TextRule } from './text.js';

export interface AttributesOptions extends FieldOptions {
  /** Most attributes. */
  readonly max: number;
  /** Bounds of a value that is a text, in code points. */
  readonly text: { readonly min: number; readonly max: number };
  /** null is a value: it removes an attribute. */
  readonly removable?: boolean;
}

/** Longest name of an attribute, and its form. */
const MAX_NAME = 64;
const NAME = /^[A-Za-z][A-Za-z0-9_.-]*$/;

/** The name of an attribute, as a text. */
export const ATTRIBUTE_NAME = {
  maxLength: MAX_NAME,
  pattern: NAME.source,
} as const;

/** The rule of the name of an attribute, for lists of them. */
export const attributeNameRule: Rule = {
  read: (value, errors) => {
    if (typeof value !== 'string') return wrongType(errors, 'a string', value);
    return isAttributeName(value) ? value : refuseName(errors);
  },
};

class AttributesRule implements Rule {
  private readonly text: TextRule;

  constructor(private readonly options: AttributesOptions) {
    this.text = new TextRule(options.text);
  }

  read(value: unknown, errors: FieldError[]): unknown {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return wrongType(errors, 'an object', value);
    const entries = Object.entries(value);
    const { max } = this.options;
    if (entries.length > max) {
      return refuse(errors, 'too_long', `Must have at most ${max} attributes, not ${entries.length}.`);
    }
    return Object.fromEntries(
      entries.map(([name, each]) => {
        const first = errors.length;
        const read = isAttributeName(name) ? this.value(each, errors) : refuseName(errors);
        if (errors.length > first) prefixPointers(errors, first, name);
        return [name, read];
      }),
    );
  }

  private value(value: unknown, errors: FieldError[]): unknown {
    if (typeof value === 'boolean' || (value === null && this.options.removable)) return value;
    if (typeof value === 'string') return this.text.read(value, errors);
    // -0 becomes 0, as in the log.
    if (typeof value === 'number' && Number.isFinite(value)) return value + 0;
    return refuse(errors, 'wrong_type', `Must be a string, a number, true or false, not ${kindOf(value)}.`);
  }
}

function isAttributeName(text: string): boolean {
  return NAME.test(text) && text.length <= MAX_NAME;
}

function refuseName(errors: FieldError[]): undefined {
  const form = `1 to ${MAX_NAME} letters, digits, dots, hyphens and underscores, the first a letter`;
  return refuse(errors, 'invalid_format', `The name of an attribute must be ${form}.`);
}

/**
 * A flat object: names that begin with a letter, values that are strings, numbers or booleans. Codes: `wrong_type`,
 * `too_long`, `too_short`, `invalid_format` (a name), `invalid_characters`.
 */
export function AttributesField(options: AttributesOptions): PropertyDecorator {
  const { max } = options;
  const schema = { type: 'object', additionalProperties: true, maxProperties: max } as const;
  return field(new AttributesRule(options), options, schema);
}
