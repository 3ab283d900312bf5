import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { type FieldError, invalidInput, MAX_ERRORS } from '#kernel';
import { RecordReader } from './fields/record-reader.js';
import { pointerToken } from './fields/rule.js';
import { invalidParameters } from './problems.js';

/**
 * Reads `@Body()` and `@Query()` parameters into their DTO classes.
 * Throws DomainError `validation_failed`, with the pointer of every mistake.
 * @see docs/adr/0002-nest-fastify-class-validator.md
 */
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type === 'body') return readBody(metatype!, value);
    return type === 'query' ? readQuery(metatype!, value as Record<string, unknown>) : value;
  }
}

function readBody(type: Type, body: unknown): unknown {
  const reader = RecordReader.of(type);
  const errors: FieldError[] = [];
  if (body === undefined && !reader.allOptional) {
    throw invalidInput([{ pointer: '', code: 'required', detail: 'Must be given.' }]);
  }
  const record = reader.read(body === undefined ? {} : body, errors);
  if (errors.length > 0) throw invalidInput(errors);
  return record;
}

function readQuery(type: Type, query: Record<string, unknown>): unknown {
  const errors: FieldError[] = [];
  const record = RecordReader.of(type).readQuery(query, errors);
  if (errors.length > 0) throw invalidParameters(errors);
  return record;
}

/** The names that an endpoint takes as query parameters, of all classes that read them. */
export function parameterNames(query: readonly Type[]): ReadonlySet<string> {
  return new Set(query.flatMap((type) => [...RecordReader.of(type).names]));
}

/**
 * Refuses unknown query parameters: a misspelt filter would return everything.
 * @throws DomainError `validation_failed`, naming each one
 */
export function refuseUnknownParameters(query: object, known: ReadonlySet<string>): void {
  const unknown = Object.keys(query).filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw invalidParameters(
    unknown.slice(0, MAX_ERRORS).map((name) => ({
      pointer: `/${pointerToken(name)}`,
      code: 'unknown_parameter',
      detail: 'There is no such query parameter here.',
    })),
  );
}

class Nothing {}

/** Refuses the body of an endpoint that has none, unless it is `{}`. */
export function refuseBody(body: unknown): void {
  if (body !== undefined) readBody(Nothing, body);
}
