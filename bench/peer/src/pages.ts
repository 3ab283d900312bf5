import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { Problem } from './problem.js';

export class PageQuery {
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(200) page_size: number = 50;
  @IsOptional() @IsString() page_token?: string;
}

/** The place behind which a page begins: the value of its order, opaque to clients. */
export function placeOf({ page_token }: PageQuery, form: RegExp, first: string): string {
  if (page_token === undefined) return first;
  const place = Buffer.from(page_token, 'base64url').toString();
  if (!form.test(place)) throw new Problem(400, 'invalid_page_token', 'This page_token is not one of this list.');
  return place;
}

/** A page of rows of which one more than its size was read, and the token of the next one. */
export function pageOf<Row>(rows: Row[], size: number, place: (row: Row) => string) {
  const page = rows.slice(0, size);
  const next_page_token = rows.length > size ? Buffer.from(place(page.at(-1)!)).toString('base64url') : null;
  return { page, next_page_token };
}
