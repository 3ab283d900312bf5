import type { FieldError } from '#kernel';
import { field } from './field.js';
import type { FieldOptions } from './field.js';
import { enumReference, namedEnum, type NamedEnum } from './named-enum.js';
import { NoValue, refuse, wrongType } from './rule.js';
import type { Rule } from './rule.js';

export interface IntegerOptions extends FieldOptions {
  readonly min: number;
  readonly max: number;
}

/** Integers from min to max, under the name that they have as a schema of the reference. */
export interface NamedSteps extends NamedEnum<number> {
  readonly min: number;
  readonly max: number;
  /** Allowed are min, min + step, … max. */
  readonly step: number;
}

/** A JSON integer; 5.0 and 1e3 are integers, strings and true are not (docs/reference/http-contract.md#bodies). */
class IntegerRule implements Rule {
  constructor(
    private readonly min: number,
    private readonly max: number,
    private readonly step: number,
  ) {}

  read(value: unknown, errors: FieldError[]): unknown {
    if (typeof value !== 'number') return wrongType(errors, 'an integer', value);
    if (value < this.min || value > this.max) {
      return refuse(errors, 'out_of_range', `Must be between ${this.min} and ${this.max}.`);
    }
    if (!Number.isInteger(value)) return refuse(errors, 'not_an_integer', 'Must be an integer, without a fraction.');
    if (this.step > 1 && (value - this.min) % this.step !== 0) {
      return refuse(errors, 'not_allowed_value', `Must be ${this.min}, ${this.min + this.step}, … ${this.max}.`);
    }
    // -0 becomes 0: the log would store it as 0, and it must not differ before that.
    return value + 0;
  }

  fromQuery(text: string): unknown {
    return /^-?\d+$/.test(text) ? Number(text) : new NoValue();
  }
}

class OneOfRule implements Rule {
  private readonly values: ReadonlySet<unknown>;

  constructor(private readonly list: readonly string[]) {
    this.values = new Set(list);
  }

  read(value: unknown, errors: FieldError[]): unknown {
    if (typeof value !== 'string') return wrongType(errors, 'a string', value);
    return this.values.has(value)
      ? value
      : refuse(errors, 'not_allowed_value', `Must be one of ${this.list.join(', ')}.`);
  }
}

const BOOLEAN_RULE: Rule = {
  read: (value, errors) => (typeof value === 'boolean' ? value : wrongType(errors, 'true or false', value)),
  fromQuery: (text) => (text === 'true' ? true : text === 'false' ? false : new NoValue()),
};

/** An integer. Codes: `wrong_type`, `out_of_range`, `not_an_integer`. */
export function Integer(options: IntegerOptions): PropertyDecorator {
  const schema = { type: 'integer', minimum: options.min, maximum: options.max } as const;
  return field(new IntegerRule(options.min, options.max, 1), options, schema);
}

/**
 * Declares integers in steps as one schema of the reference, like {@link namedEnum}.
 * @throws Error two declarations of one name have different values
 */
export function namedSteps(
  name: string,
  { min, max, step }: Pick<NamedSteps, 'min' | 'max' | 'step'>,
  description?: string,
): NamedSteps {
  const values = Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, i) => min + i * step);
  return { ...namedEnum(name, values, description), min, max, step };
}

/** An integer in steps. Codes: those of {@link Integer} and `not_allowed_value`. */
export function IntegerStep(steps: NamedSteps, options: FieldOptions = {}): PropertyDecorator {
  const { min, max, step } = steps;
  return field(new IntegerRule(min, max, step), options, enumReference(steps) as never);
}

/** One of a set of texts. Codes: `wrong_type`, `not_allowed_value`. */
export function OneOf(texts: NamedEnum, options: FieldOptions = {}): PropertyDecorator {
  return field(new OneOfRule(texts.values), options, enumReference(texts) as never);
}

/** true or false. Code: `wrong_type`. */
export function BooleanField(options: FieldOptions = {}): PropertyDecorator {
  return field(BOOLEAN_RULE, options, { type: 'boolean' });
}

/** The rule of {@link OneOf}, for lists of such texts. */
export function oneOfRule(values: readonly string[]): Rule {
  return new OneOfRule(values);
}
