import type { Type } from '@nestjs/common';
import type { FieldError } from '#kernel';
import { RecordReader } from './record-reader.js';

/** A value that was read into a DTO class, or every mistake in it. */
export type ReadRecord<Record> =
  | { readonly record: Record; readonly errors?: undefined }
  | { readonly record?: undefined; readonly errors: readonly [FieldError, ...FieldError[]] };

/** Reads a value that is no body, a row of a file for one, by the rules of a DTO class. */
export function readRecord<Record extends object>(type: Type<Record>, value: unknown): ReadRecord<Record> {
  const errors: FieldError[] = [];
  const record = RecordReader.of(type).read(value, errors);
  const [first, ...rest] = errors;
  return first ? { errors: [first, ...rest] } : { record: record as Record };
}
