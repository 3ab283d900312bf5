import { Body, Controller, Query, Res } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { invalidField, notFound } from '#kernel';
import {
  BooleanField,
  Context,
  Endpoint,
  IdParam,
  ifMatch,
  Integer,
  ListOf,
  namedEnum,
  Nested,
  OneKeyOf,
  OneOf,
  Page,
  PhoneField,
  respond,
  Text,
  UuidField,
  UuidList,
} from '../index.js';
import type { PageRequest, RequestContext } from '../index.js';

const PRIORITY = namedEnum('ThingPriority', ['low', 'high'], 'How soon the thing is wanted.');

@OneKeyOf('contact_id', 'phone')
class Reference {
  @UuidField({ optional: true })
  contact_id?: string;

  @PhoneField({ optional: true })
  phone?: string;
}

class Settings {
  @BooleanField({ optional: true })
  enabled?: boolean;
}

class MakeThing {
  @Text({ min: 1, max: 20, example: 'Spring' })
  name!: string;

  @Text({ min: 0, max: 100, multiline: true, optional: true, nullable: true })
  description?: string | null;

  @Integer({ min: 0, max: 1000, optional: true, nullable: true })
  cap?: number | null;

  @OneOf(PRIORITY, { optional: true, default: 'low' })
  priority?: string;

  @UuidList({ min: 1, max: 3, unique: true, optional: true })
  ids?: string[];

  @Nested(() => Settings, { optional: true })
  settings?: Settings;
}

class ChangeThing {
  @Text({ min: 1, max: 20, optional: true })
  name?: string;

  @OneOf(PRIORITY, { optional: true, default: 'low' })
  priority?: string;
}

class Batch {
  @ListOf(() => Reference, { min: 1, max: 100 })
  members!: Reference[];
}

class ThingFilter {
  @OneOf(PRIORITY, { optional: true })
  priority?: string;

  @PhoneField({ optional: true })
  phone?: string;
}

class PreviewQuery {
  @Integer({ min: 1, max: 50, optional: true, default: 1 })
  limit?: number;
}

class ThingAnswer {
  @ApiProperty({ example: true })
  ok!: boolean;

  @ApiProperty({ type: 'object', additionalProperties: true })
  thing!: object;
}

/** The last arguments of the toy's handlers, for tests. */
export const seen: { body: unknown; context: unknown; release?: Promise<void> } = {
  body: undefined,
  context: undefined,
};

/** Endpoints of every kind. */
@Controller()
export class ThingsController {
  @Endpoint({
    method: 'POST',
    path: '/things',
    scope: 'smart_lists:write',
    summary: 'Make a thing',
    description: 'As the body says.',
    success: { status: 201, type: ThingAnswer, headers: ['Location', 'ETag'] },
    errors: ['resource_conflict', 'invalid_reference'],
  })
  async makeThing(
    @Context() context: RequestContext,
    @Body() thing: MakeThing,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    seen.body = thing;
    seen.context = context.commandContext();
    if (thing.name === 'waiting') await seen.release;
    if (thing.name === 'crash') throw new TypeError('secret inside');
    if (thing.name === 'taken') throw invalidField('resource_conflict', '/name', 'taken', 'The name is taken.');
    const body = { ok: true, thing: { name: thing.name } };
    const answer = { status: 201, location: '/things/1', etag: '"1"', body };
    return respond(reply, { answer, replayed: thing.name === 'again', visible: thing.name !== 'lagging' });
  }

  @Endpoint({
    method: 'PATCH',
    path: '/things/:thingId',
    scope: 'smart_lists:write',
    summary: 'Change a thing',
    description: 'What is left out stays.',
    success: { status: 200, type: ThingAnswer, headers: ['ETag'] },
    errors: ['precondition_failed'],
  })
  changeThing(@Context() context: RequestContext, @IdParam('thingId') id: string, @Body() changes: ChangeThing) {
    if (id === '') throw notFound('thing');
    ifMatch(context, 3);
    return { ok: true, thing: { id, ...changes } };
  }

  @Endpoint({
    method: 'DELETE',
    path: '/things/:thingId',
    scope: 'smart_lists:write',
    summary: 'Delete a thing',
    description: 'For good.',
    success: { status: 200, type: ThingAnswer },
  })
  removeThing(@IdParam('thingId') id: string) {
    return { ok: true, thing: { id } };
  }

  @Endpoint({
    method: 'GET',
    path: '/things',
    scope: 'smart_lists:read',
    summary: 'List things',
    description: 'In their order.',
    success: { status: 200, type: ThingAnswer },
  })
  listThings(@Page(ThingFilter) page: PageRequest<ThingFilter>) {
    return { ok: true, page, next_page_token: page.next([7, 'a']) };
  }

  @Endpoint({
    method: 'POST',
    path: '/things/batch',
    scope: 'smart_lists:write',
    summary: 'Add members',
    description: 'All or none.',
    readsRows: true,
    bodyLimit: 2_097_152,
    success: { status: 200, type: ThingAnswer },
  })
  addThings(@Body() batch: Batch) {
    return { ok: true, thing: { count: batch.members.length } };
  }

  @Endpoint({
    method: 'GET',
    path: '/preview',
    scope: 'calls:read',
    summary: 'Preview things',
    description: 'Changes nothing.',
    success: { status: 200, type: ThingAnswer },
  })
  previewThings(@Query() query: PreviewQuery) {
    return { ok: true, thing: query };
  }

  @Endpoint({
    method: 'POST',
    path: '/admin/things',
    admin: true,
    summary: 'Make a thing of a workspace',
    description: 'As the body says.',
    success: { status: 201, type: ThingAnswer },
  })
  makeThingOfWorkspace(@Context() context: RequestContext, @Body() thing: ChangeThing) {
    seen.context = context.adminContext();
    return { ok: true, thing };
  }
}
