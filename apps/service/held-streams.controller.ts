import { Body, Controller, Inject } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import {
  type AnswerOf,
  Context,
  Endpoint,
  Integer,
  ListOf,
  Nested,
  OkAnswer,
  Page,
  PageAnswer,
  type PageRequest,
  type RequestContext,
  Text,
} from '#http';
import type { HeldStreamRow } from '#read-model';
import { EventSkipping } from './event-skipping.js';

const SAYS = {
  stream: 'The stream of the event log: `workspace-…`, or `delivery-…` for the attempts of one webhook delivery.',
  revision: 'Place of the event in its stream, from 0.',
} as const;
const STREAM = { min: 1, max: 200, example: 'workspace-0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f10' } as const;
const REVISION = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 4_711 } as const;

@ApiSchema({ name: 'SkipEvent', description: 'The event that is to be skipped, and why.' })
export class SkipEventBody {
  @Text({ ...STREAM, description: SAYS.stream })
  stream!: string;

  @Integer({ ...REVISION, description: `${SAYS.revision} It has to be the one that holds the stream back.` })
  revision!: number;

  @Text({
    min: 1,
    max: 500,
    example: 'Written by a version that was taken back.',
    description: 'Stands in the log for ever.',
  })
  reason!: string;
}

/** Unlike the body, a later version may add to it: a schema of its own. */
@ApiSchema({ name: 'SkippedEvent', description: 'The event that was skipped, and why.' })
export class SkippedEventDto extends SkipEventBody {}

@ApiSchema({ name: 'HeldStream', description: 'A stream that is held back, and the event that holds it back.' })
export class HeldStreamDto {
  @Text({ ...STREAM, description: SAYS.stream })
  stream!: string;

  @Text({ min: 1, max: 200, nullable: true, description: 'Its workspace. null: the event does not tell it.' })
  workspace_id!: string | null;

  @Integer({ ...REVISION, description: `${SAYS.revision} Nothing of the stream from here on is shown.` })
  revision!: number;

  @Text({ min: 1, max: 200, example: 'ContactMerged', description: 'Type of the event.' })
  type!: string;

  @Text({
    min: 1,
    max: 200,
    nullable: true,
    description: 'The projection that cannot take it in. null: it cannot even be read.',
  })
  projection!: string | null;

  @Text({ min: 0, max: 500, description: 'What is wrong with it.' })
  reason!: string;
}

@ApiSchema({ name: 'HeldStreamPage', description: 'A page of streams that are held back.' })
export class HeldStreamsAnswer extends PageAnswer {
  @ListOf(() => HeldStreamDto, { min: 0, max: 200, description: 'By their names.' })
  held_streams!: HeldStreamDto[];
}

@ApiSchema({ name: 'SkippedEventResponse', description: 'An event that was skipped.' })
export class SkippedEventAnswer extends OkAnswer {
  @Nested(() => SkippedEventDto)
  skipped!: SkippedEventDto;
}

/** Events that cannot be projected, for the holder of the admin token (docs/how-to/skip-an-event.md). */
@Controller()
export class HeldStreamsController {
  constructor(@Inject(EventSkipping) private readonly skipping: EventSkipping) {}

  @Endpoint({
    method: 'GET',
    path: '/admin/held-streams',
    readsRows: false,
    admin: true,
    summary: 'List the streams that are held back',
    description:
      'An event that this version of the service cannot read or project holds back its own workspace only: reads of it answer from before the event, its writes are 503. Normally there is none.',
    success: { status: 200, type: HeldStreamsAnswer },
  })
  async listHeldStreams(@Page() page: PageRequest): Promise<AnswerOf<HeldStreamsAnswer>> {
    const rows = await this.skipping.held(page.size + 1, page.after?.[0] as string | undefined);
    const shown = rows.slice(0, page.size);
    const next = rows.length > page.size ? [shown.at(-1)!.stream] : undefined;
    return { ok: true, held_streams: shown.map(present), next_page_token: page.next(next) };
  }

  @Endpoint({
    method: 'POST',
    path: '/admin/held-streams/skip',
    admin: true,
    summary: 'Skip the event that holds a stream back',
    description:
      'On the record: the log says who did it, when and why, and from then on the event counts as one that changes nothing, for every process and every rebuild of the rows. **It cannot be taken back**: what the event said is lost, also to a later version that knows it. The same request again changes nothing.',
    success: { status: 200, type: SkippedEventAnswer },
    errors: ['not_found', 'resource_conflict'],
  })
  async skipEvent(
    @Context() context: RequestContext,
    @Body() { stream, revision, reason }: SkipEventBody,
  ): Promise<AnswerOf<SkippedEventAnswer>> {
    const skip = { stream, revision, reason };
    await this.skipping.skip(skip, context);
    return { ok: true, skipped: skip };
  }
}

function present({ stream, workspace_id, at, type, projection, reason }: HeldStreamRow) {
  return { stream, workspace_id: workspace_id === '' ? null : workspace_id, revision: at, type, projection, reason };
}
