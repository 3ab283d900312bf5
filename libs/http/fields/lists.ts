import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import type { FieldError } from '#kernel';
import { ATTRIBUTE_NAME, attributeNameRule } from './attributes.js';
import { field } from './field.js';
import type { FieldOptions } from './field.js';
import type { NamedEnum } from './named-enum.js';
import { RecordReader } from './record-reader.js';
import { refuse, prefixPointers, wrongType } from './rule.js';
import type { Rule } from './rule.js';
import { PHONE_PATTERN, phoneRule, type TextOptions, TextRule, uuidRule } from './text.js';
import { oneOfRule } from './values.js';

export interface ListOptions extends FieldOptions {
  readonly min: number;
  /** Infinity: the reference states no limit. */
  readonly max: number;
}

export interface ValueListOptions extends ListOptions {
  /** A repeated value is an error (code `duplicate`). */
  readonly unique?: boolean;
}

class ListRule implements Rule {
  private item: Rule | undefined;

  constructor(
    private readonly itemRule: () => Rule,
    private readonly options: ValueListOptions,
  ) {}

  read(value: unknown, errors: FieldError[]): unknown {
    if (!Array.isArray(value)) return wrongType(errors, 'an array', value);
    const { min, max } = this.options;
    if (value.length < min)
      return refuse(errors, 'too_short', `Must have at least ${min} ${min === 1 ? 'item' : 'items'}.`);
    if (value.length > max) return refuse(errors, 'too_long', `Must have at most ${max} items, not ${value.length}.`);
    const rule = (this.item ??= this.itemRule());
    const items = new Array<unknown>(value.length);
    for (let i = 0; i < value.length; i += 1) {
      const first = errors.length;
      items[i] = rule.read(value[i], errors);
      if (errors.length > first) prefixPointers(errors, first, i);
    }
    if (this.options.unique) refuseDuplicates(items, errors);
    return items;
  }
}

function refuseDuplicates(items: readonly unknown[], errors: FieldError[]): void {
  const seen = new Set<unknown>();
  items.forEach((item, i) => {
    const first = errors.length;
    if (item !== undefined && seen.has(item)) refuse(errors, 'duplicate', 'Is in the list already.');
    if (errors.length > first) prefixPointers(errors, first, i);
    seen.add(item);
  });
}

/** An array of objects. Codes: `wrong_type`, `too_short`, `too_long`, and those of the items. */
export function ListOf(type: () => Type, options: ListOptions): PropertyDecorator {
  const { min, max } = options;
  const schema = {
    ...lazily(type),
    isArray: true,
    ...(min > 0 && { minItems: min }),
    ...(max < Infinity && { maxItems: max }),
  };
  return field(new ListRule(() => RecordReader.of(type()), options), options, schema);
}

/** An array of phone numbers in E.164. Codes: `wrong_type`, `too_short`, `too_long`, `invalid_format`. */
export function PhoneList(options: ListOptions): PropertyDecorator {
  const items = { type: 'string', pattern: PHONE_PATTERN };
  return field(new ListRule(() => phoneRule, options), options, listSchema(items, options));
}

/** An array of UUIDs. Codes: `wrong_type`, `too_short`, `too_long`, `duplicate`, `invalid_format`. */
export function UuidList(options: ValueListOptions): PropertyDecorator {
  const items = { type: 'string', format: 'uuid' };
  return field(new ListRule(() => uuidRule, options), options, listSchema(items, options));
}

/**
 * An array of texts out of a given set. Codes: `wrong_type`, `too_short`, `too_long`, `duplicate`, `not_allowed_value`.
 */
export function OneOfList(texts: NamedEnum, options: ValueListOptions): PropertyDecorator {
  const items = { $ref: getSchemaPath(texts.name) };
  return field(new ListRule(() => oneOfRule(texts.values), options), options, listSchema(items, options));
}

/**
 * An array of texts, of which each may have `item.min` to `item.max` characters. Codes: `wrong_type`, `too_short`,
 * `too_long`, `duplicate`, `invalid_characters`.
 */
export function TextList(
  options: ValueListOptions & { readonly item: Pick<TextOptions, 'min' | 'max' | 'pattern' | 'form'> },
): PropertyDecorator {
  const { min, max, pattern } = options.item;
  const items = { type: 'string', ...(min > 0 && { minLength: min }), maxLength: max, ...(pattern && { pattern }) };
  return field(new ListRule(() => new TextRule(options.item), options), options, listSchema(items, options));
}

/**
 * An array of names of attributes, as an object of attributes has them. Codes: `wrong_type`, `too_short`, `too_long`,
 * `duplicate`, `invalid_format`.
 */
export function AttributeNameList(options: ValueListOptions): PropertyDecorator {
  const items = { type: 'string', minLength: 1, ...ATTRIBUTE_NAME };
  return field(new ListRule(() => attributeNameRule, options), options, listSchema(items, options));
}

/** An object. Codes: `wrong_type` and those of its fields. */
export function Nested(type: () => Type, options: FieldOptions = {}): PropertyDecorator {
  const rule: Rule = { read: (value, errors) => RecordReader.of(type()).read(value, errors) };
  return field(rule, options, lazily(type));
}

/** The class for the reference. It takes a function for a class to be looked up later only if its name is `type`. */
function lazily(type: () => Type): { readonly type: () => Type } {
  return { type: () => type() };
}

function listSchema(items: object, { min, max, unique }: ValueListOptions): never {
  return { type: 'array', items, minItems: min, maxItems: max, ...(unique && { uniqueItems: true }) } as never;
}
