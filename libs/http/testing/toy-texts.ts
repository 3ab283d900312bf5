import { Body, Controller, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Endpoint, Integer, OkAnswer, Text } from '../index.js';

class Size {
  @Integer({ min: 0, max: 1_000_000, description: 'Characters of the text.' })
  size!: number;
}

class TextAnswer extends OkAnswer {
  @Text({ min: 0, max: 1_000_000 })
  text!: string;
}

const answer = ({ size }: Size): TextAnswer => ({ ok: true, text: 'x'.repeat(size) });

/** Answers of any size, of the kinds that are compressed and those that are not. */
@Controller()
export class TextsController {
  @Endpoint({
    method: 'GET',
    path: '/texts',
    scope: 'smart_lists:read',
    summary: 'Read a text',
    description: 'Read a text, as long as the query says.',
    success: { status: 200, type: TextAnswer },
  })
  read(@Query() size: Size): TextAnswer {
    return answer(size);
  }

  @Endpoint({
    method: 'GET',
    path: '/tagged-texts',
    scope: 'smart_lists:read',
    summary: 'Read a text with its ETag',
    description: 'Read a text with its ETag, as long as the query says.',
    success: { status: 200, type: TextAnswer, headers: ['ETag'] },
  })
  tagged(@Query() size: Size, @Res({ passthrough: true }) reply: FastifyReply): TextAnswer {
    reply.header('ETag', '"1"');
    return answer(size);
  }

  @Endpoint({
    method: 'GET',
    path: '/digested-texts',
    scope: 'smart_lists:read',
    summary: 'Read a text with its digest',
    description: 'Read a text with its digest, as long as the query says.',
    success: { status: 200, type: TextAnswer, digest: true },
  })
  digested(@Query() size: Size): TextAnswer {
    return answer(size);
  }

  @Endpoint({
    method: 'POST',
    path: '/admin/texts',
    admin: true,
    summary: 'Make a secret text',
    description: 'Make a secret text, as long as the query says.',
    success: { status: 201, type: TextAnswer },
  })
  secret(@Body() size: Size): TextAnswer {
    return answer(size);
  }

  @Endpoint({
    method: 'GET',
    path: '/admin/texts',
    admin: true,
    summary: 'Read a secret text',
    description: 'Read a secret text, as long as the query says.',
    success: { status: 200, type: TextAnswer },
  })
  readSecret(@Query() size: Size): TextAnswer {
    return answer(size);
  }
}
