import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { EndpointInfo, EndpointOptions } from './endpoint-info.js';
import { describeEndpoint } from './openapi/describe-endpoint.js';
import { bodyOf, queryOf } from './parameters.js';

const ENDPOINT = Symbol('endpoint');

/**
 * Declares a controller's method as an endpoint: the Nest route, its guard (scope, rate limit), its row in the route
 * table and its entry in the API reference come from this one declaration. The application does not start with a route
 * that has none. Controllers have no path of their own.
 * The method's name is the `operationId`: generators name the functions of clients by it, so it is a verb and its
 * object, and no other method of any controller has it.
 *
 * @example
 * class ChangeSmartList {
 *   @Text({ min: 1, max: 200, optional: true, example: 'Spring' }) name?: string;
 *   @Integer({ min: 0, max: 1_000_000, optional: true, nullable: true }) max_attempts_total?: number | null;
 * }
 *
 * @Controller()
 * class SmartListsController {
 *   constructor(private readonly commands: CommandBus, private readonly queries: QueryBus) {}
 *
 *   @Endpoint({
 *     method: 'PATCH', path: '/smart-lists/:smartListId', scope: 'smart_lists:write',
 *     summary: 'Change a smart list',
 *     description: 'What is left out stays.', success: { status: 200, type: SmartListAnswer, headers: ['ETag'] },
 *     errors: ['not_found', 'precondition_failed', 'invalid_reference', 'waterfall_cycle', 'resource_conflict'],
 *   })
 *   async changeSmartList(
 *     @Context() context: RequestContext, @IdParam('smartListId') id: string, @Body() changes: ChangeSmartList,
 *     @Res({ passthrough: true }) reply: FastifyReply,
 *   ) {
 *     const command = new ChangeSmartListCommand(context.commandContext(), id, changes, context.ifMatch);
 *     return respond(reply, await this.commands.execute(command));
 *   }
 *
 *   @Endpoint({
 *     method: 'GET', path: '/smart-lists', scope: 'smart_lists:read', summary: 'List smart lists',
 *     description: 'In the order of their creation.',
 *     success: { status: 200, type: SmartListsAnswer },
 *   })
 *   async listSmartLists(@Context() context: RequestContext, @Page() page: PageRequest) {
 *     const query = new ListSmartLists(context.workspaceId, page.size, page.after);
 *     const { rows, next } = await this.queries.execute(query);
 *     return { ok: true, smart_lists: rows, next_page_token: page.next(next) };
 *   }
 * }
 *
 * // In the handler: { ...context, decide: (view) => { ifMatch(command, list.version); return … } } is what the
 * // workspace head decides.
 */
export function Endpoint(options: EndpointOptions): MethodDecorator {
  return (target, name, descriptor) => {
    const kind = (options.write ?? options.method !== 'GET') ? 'write' : 'read';
    const info: EndpointInfo = { options, kind, body: bodyOf(target, name), query: queryOf(target, name) };
    applyDecorators(
      RequestMapping({ method: RequestMethod[options.method], path: options.path }),
      HttpCode(options.success.status),
      RouteConfig({ endpoint: info }),
      SetMetadata(ENDPOINT, info),
      describeEndpoint(info, info.query),
    )(target, name, descriptor);
  };
}

/** The declaration of an endpoint's method; undefined for any other method. */
export function endpointOf(method: object): EndpointInfo | undefined {
  return Reflect.getMetadata(ENDPOINT, method) as EndpointInfo | undefined;
}
