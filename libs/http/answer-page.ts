import type { FastifyReply } from 'fastify';
import type { Printed } from '#read-model';
import type { PageAnswer } from './answers.js';
import type { AnswerOf } from './presented.js';

/**
 * The body of a page whose items are printed already, for the controller to return; its Content-Type is set. The same
 * text as of an object with `ok`, the field and `next_page_token`, in this order.
 * @param next the token of the next page; null at the end
 */
export function answerPage<Dto extends PageAnswer, Field extends Exclude<keyof Dto & string, keyof PageAnswer>>(
  reply: FastifyReply,
  field: Field,
  { json }: Printed<AnswerOf<Dto[Field]>>,
  next: string | null,
): string {
  reply.header('Content-Type', 'application/json; charset=utf-8');
  return `{"ok":true,"${field}":${json},"next_page_token":${JSON.stringify(next)}}`;
}
