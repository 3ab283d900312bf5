import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtraModels, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { EndpointInfo } from '../endpoint-info.js';

/**
 * The metadata that @nestjs/swagger needs of an endpoint; the rest is added to the finished document (`document.ts`).
 */
export function describeEndpoint({ options }: EndpointInfo, models: readonly Type[]): MethodDecorator {
  const { summary, description, success, streams } = options;
  const content = success.contentType && {
    content: Object.fromEntries(
      [success.contentType].flat().map((type) => [type, { schema: { type: 'string' as const } }]),
    ),
  };
  return applyDecorators(
    ApiOperation({ summary, description, tags: [tagOf(options)] }),
    ApiExtraModels(...models),
    ...(streams ? [ApiConsumes(...streams), ApiBody({ schema: { type: 'string' }, required: true })] : []),
    ApiResponse({
      status: success.status,
      description: success.description ?? summary,
      ...(content ?? { type: success.type }),
    }),
  );
}

function tagOf({ tag, path }: EndpointInfo['options']): string {
  return tag ?? path.split('/')[1]!;
}
