import { getMetadataStorage } from 'class-validator';
import type { Type } from '@nestjs/common';
import { type FieldError, MAX_ERRORS } from '#kernel';
import { FIELD } from './field.js';
import type { FieldRule } from './field.js';
import { needsKey } from './at-least-one-key.js';
import { oneKeyOf } from './one-key-of.js';
import { pointerToken, refuse, prefixPointers, wrongType } from './rule.js';
import type { Rule } from './rule.js';

interface Field extends FieldRule {
  readonly name: string;
}

/**
 * Reads objects into one DTO class: a plain loop over rules that were collected from class-validator's storage once.
 * (Its own `validate` builds several objects a field; over a batch of 100 references that is most of the request.) Own
 * properties only, nothing is coerced, absent fields stay absent.
 */
export class RecordReader implements Rule {
  private readonly fields: readonly Field[];
  /** The names of its fields. */
  readonly names: ReadonlySet<string>;
  private readonly exclusive: readonly (readonly string[])[];
  private readonly isNeverEmpty: boolean;

  private constructor(private readonly target: Type<Record<string, unknown>>) {
    this.fields = fieldsOf(target);
    this.names = new Set(this.fields.map(({ name }) => name));
    this.exclusive = oneKeyOf(target);
    this.isNeverEmpty = needsKey(target);
  }

  private static readonly readers = new WeakMap<object, RecordReader>();

  /** The reader of a DTO class, made at its first use. */
  static of(target: Type): RecordReader {
    let reader = RecordReader.readers.get(target);
    if (!reader) RecordReader.readers.set(target, (reader = new RecordReader(target as Type<Record<string, unknown>>)));
    return reader;
  }

  /** Whether the body may be omitted (docs/reference/http-contract.md#conventions). */
  get allOptional(): boolean {
    return this.fields.every(({ optional }) => optional) && this.exclusive.length === 0 && !this.isNeverEmpty;
  }

  read(value: unknown, errors: FieldError[]): unknown {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return wrongType(errors, 'an object', value);
    const source = value as Record<string, unknown>;
    const record = new this.target();
    let known = 0;
    for (const field of this.fields) {
      const given = source[field.name];
      if (given !== undefined) {
        known += 1;
        record[field.name] = readField(field, given, errors);
      } else if (!field.optional) missing(errors, field.name);
    }
    const keys = Object.keys(source);
    if (keys.length !== known) this.refuseUnknown(keys, errors);
    for (const names of this.exclusive) refuseUnlessOne(names, source, errors);
    if (keys.length === 0 && this.isNeverEmpty) refuse(errors, 'required', 'At least one field must be given.');
    return record;
  }

  /**
   * Reads query parameters: each must occur once and not be empty. A parameter that this class lacks may belong to
   * another class of the same endpoint; `refuseUnknownParameters` refuses those that no class has.
   */
  readQuery(query: Record<string, unknown>, errors: FieldError[]): unknown {
    const record = new this.target();
    for (const field of this.fields) {
      const given = query[field.name];
      const first = errors.length;
      if (given === undefined) {
        if (!field.optional) missing(errors, field.name);
      } else if (typeof given !== 'string') refuse(errors, 'duplicate', 'Must be given once.');
      else if (given === '') refuse(errors, 'too_short', 'Must not be empty.');
      else record[field.name] = field.rule.read(field.rule.fromQuery?.(given) ?? given, errors);
      if (given !== undefined && errors.length > first) prefixPointers(errors, first, field.name);
    }
    return record;
  }

  private refuseUnknown(keys: readonly string[], errors: FieldError[]): void {
    for (const key of keys) if (!this.names.has(key)) refuseUnknownField(errors, key);
  }
}

/** Reports an unknown field, at the object itself. */
export function refuseUnknownField(errors: FieldError[], key: string): void {
  if (errors.length >= MAX_ERRORS) return;
  errors.push({ pointer: `/${pointerToken(key)}`, code: 'unknown_field', detail: 'There is no such field.' });
}

function readField(field: Field, value: unknown, errors: FieldError[]): unknown {
  if (value === null && field.nullable) return null;
  const first = errors.length;
  const result = field.rule.read(value, errors);
  if (errors.length > first) prefixPointers(errors, first, field.name);
  return result;
}

function missing(errors: FieldError[], name: string): void {
  if (errors.length < MAX_ERRORS) errors.push({ pointer: `/${name}`, code: 'required', detail: 'Must be given.' });
}

function refuseUnlessOne(names: readonly string[], source: Record<string, unknown>, errors: FieldError[]): void {
  let given = 0;
  for (const name of names) if (source[name] !== undefined) given += 1;
  if (given === 1) return;
  refuse(errors, given === 0 ? 'required' : 'not_allowed_value', `Exactly one of ${names.join(', ')} must be given.`);
}

function fieldsOf(target: Type): readonly Field[] {
  const fields = new Map<string, Field>();
  const optional = new Set<string>();
  for (const metadata of getMetadataStorage().getTargetValidationMetadatas(target, '', false, false)) {
    const { propertyName: name } = metadata;
    // Set by PartialType and @IsOptional. Here it means "may be absent", never "may be null".
    if (metadata.type === 'conditionalValidation') optional.add(name);
    else if (metadata.name === FIELD) fields.set(name, { ...(metadata.constraints[0] as FieldRule), name });
    else throw new Error(`${target.name}.${name}: only the field decorators of #http are read, not ${metadata.name}`);
  }
  return [...fields.values()].map((field) => (optional.has(field.name) ? { ...field, optional: true } : field));
}
