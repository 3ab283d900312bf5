import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { EndpointInfo } from '../endpoint.js';

/** The entry of an endpoint in the reference. */
export function describeEndpoint({ options }: EndpointInfo): MethodDecorator {
  const { summary, description, success } = options;
  return applyDecorators(
    ApiOperation({ summary, ...(description !== undefined && { description }) }),
    ApiResponse({ status: success.status, type: success.type, description: success.description ?? 'Done.' }),
  );
}
