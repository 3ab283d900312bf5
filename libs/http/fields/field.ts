import { ApiProperty } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import type { FieldError } from '#kernel';
import type { Rule } from './rule.js';

/** The options of every field decorator, besides its own limits. */
export interface FieldOptions {
  /** The field may be absent: then the property is undefined. null is not the same as absent. */
  readonly optional?: boolean;
  /** null is a value of this field. */
  readonly nullable?: boolean;
  /** For the reference. */
  readonly description?: string;
  readonly example?: unknown;
  /** For the reference: the value of a field that is absent on create. The decision sets it, not the DTO. */
  readonly default?: unknown;
}

/** A rule, and how its field may be absent: the entry of class-validator's storage for each field of a DTO. */
export interface FieldRule {
  readonly rule: Rule;
  readonly optional: boolean;
  readonly nullable: boolean;
}

/** The name under which class-validator stores these field rules. */
export const FIELD = 'field';

/**
 * The one function that makes field decorators: a class-validator constraint (so that mapped types such as
 * `PartialType` inherit it), read by RecordReader, and the property of the reference.
 */
export function field(rule: Rule, options: FieldOptions, schema: ApiPropertyOptions): PropertyDecorator {
  const fieldRule: FieldRule = { rule, optional: options.optional ?? false, nullable: options.nullable ?? false };
  const validate = ValidateBy({
    name: FIELD,
    constraints: [fieldRule],
    validator: { validate: (value) => accepts(fieldRule, value) },
  });
  const describe = ApiProperty({
    ...schema,
    required: !fieldRule.optional,
    ...(fieldRule.nullable && { nullable: true }),
    ...(options.description !== undefined && { description: options.description }),
    ...(options.example !== undefined && { example: options.example }),
    ...(options.default !== undefined && { default: options.default }),
  } as ApiPropertyOptions);
  return (target, name) => {
    validate(target, name);
    describe(target, name);
  };
}

function accepts({ rule, optional, nullable }: FieldRule, value: unknown): boolean {
  if (value === undefined) return optional;
  if (value === null) return nullable;
  const errors: FieldError[] = [];
  rule.read(value, errors);
  return errors.length === 0;
}
