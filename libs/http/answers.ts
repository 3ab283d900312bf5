import { ApiProperty } from '@nestjs/swagger';
import { BooleanField } from './fields/values.js';

/** The fields of every success. Answers extend this class, or one of those below. */
export class OkAnswer {
  @BooleanField({ description: 'true of every success.' })
  ok!: true;
}

/** A page of a list (docs/reference/http-contract.md#pages). */
export class PageAnswer extends OkAnswer {
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: null,
    description:
      'For the next page, as `page_token`; lives 24 hours. null is the only sign of the end: a page before it may be short, even empty.',
  })
  next_page_token!: string | null;
}

/** The answer to a deletion; each class that extends it adds its id. */
export class DeletedAnswer extends OkAnswer {
  @BooleanField({ example: true, description: 'Always true.' })
  deleted!: true;
}
